// @ambit/chat

import { ComponentPropsWithoutRef, JSX, MouseEvent, ReactElement, ReactNode, RefCallback, RefObject } from "react";
import { ApprovalCause, AssistantMessage, CallState, PendingApproval, ProxyConnection, ScopeView, SessionArtifact } from "@ambit/core";
import { StorageDegradation } from "@ambit/core/storage";
import "@ambit/react";
/** The attributes of a part's element, with its children and its ref. */
type PartAttributes<Tag extends keyof JSX.IntrinsicElements> = ComponentPropsWithoutRef<Tag> & {
  readonly ref?: RefCallback<HTMLElement> | undefined;
  readonly [data: `data-${string}`]: string | undefined;
};
/** The props of every part, beside the part's own. */
interface PartProps<State, Tag extends keyof JSX.IntrinsicElements = "div"> {
  /**
   * A class name to add after the part's own class, or a function of the part's state that returns
   * one.
   */
  readonly className?: string | ((state: State) => string | undefined) | undefined;
  /**
   * Renders another element in place of the part's own. Spread `props` on that element: they hold
   * children, role, name, handlers, state as `data-*`, and a ref. The ref must reach a DOM element.
   */
  readonly render?: ((props: PartAttributes<Tag>, state: State) => ReactElement) | undefined;
}
/** The state of `Chat.Abilities`. */
type AbilitiesState = {
  readonly empty: boolean;
};
/** The props of `Chat.Abilities`. */
type AbilitiesProps = PartProps<AbilitiesState, "section">;
/**
 * Lists what the agent can do on the page now: each scope with its tools. A tool that is off has
 * the reason beside it. What the person allowed without being asked again stands first.
 */
declare function Abilities(props: AbilitiesProps): ReactElement;
/** The state of `WorkingStrip`. */
type WorkingStripState = {
  readonly status: "working" | "waiting";
};
/** What is shown on the page while the agent works there. */
interface MarkOptions {
  /**
   * True to mark on the page what the agent works on and what its calls changed. The elements of a
   * scope are outlined while one of its tools runs. What a call touched flashes once the page has
   * the change, and again when the call is undone. Default true.
   */
  readonly touched?: boolean | undefined;
  /**
   * True to show over the page, while the panel is closed and the agent works, where it works and a
   * button that stops it. Default true.
   */
  readonly strip?: boolean | undefined;
}
/** The props of `Chat.Marks`. `className` and `render` are those of the strip. */
interface MarksProps extends MarkOptions, PartProps<WorkingStripState> {}
/**
 * Shows on the page what the agent works on and what it changed, and a strip while it works. Works
 * also without `Chat.Root`, inside an `AgentProvider`. The strip renders nothing while the popup or
 * sidebar around it is open.
 */
declare function Marks(props: MarksProps): ReactElement;
/** The state of `Chat.Artifact`. `own` is true if the application has a renderer for the type. */
type ArtifactState = {
  readonly type: string;
  readonly own?: boolean;
};
/** The props of `Chat.Artifact`. */
interface ArtifactProps extends PartProps<ArtifactState, "section"> {
  /** The artifact to show. Default: the one that the person opened, with copy and save. */
  readonly artifact?: SessionArtifact | undefined;
}
/**
 * Shows data that a tool gave to the page, by the renderer for its type in the chat's
 * `messages.artifacts`, as Markdown or as text. Without `artifact`, shows the one that the person
 * opened, for the view `artifact`.
 */
declare function Artifact({ artifact, ...props }: ArtifactProps): ReactElement | null;
/** A person's opinion of an answer. */
interface Feedback {
  readonly message: AssistantMessage;
  readonly value: "good" | "bad";
}
/** The application's renderers of artifacts, by the artifact's `type`. */
type ArtifactRenderers = Readonly<Record<string, (artifact: SessionArtifact) => ReactElement>>;
/** All texts that `Markdown` adds to the content. */
interface MarkdownStrings {
  /** The visible text and accessible name of a code block's copy button. */
  readonly copy: string;
  /** The copy button's text for two seconds after a successful copy. */
  readonly copied: string;
  /** The copy button's text for two seconds after the browser refused. */
  readonly copyFailed: string;
  /** The accessible name of a code block. `language` is empty if it is unknown. */
  readonly code: (language: string) => string;
  /** The accessible name of a table that can be scrolled. */
  readonly table: string;
  /**
   * The text for an image that is not loaded, and the alternative text of a loaded one. `alt` may
   * be empty.
   */
  readonly image: (alt: string) => string;
  /** The button that loads an image, and the button that removes it again. */
  readonly loadImage: string;
  readonly hideImage: string;
  /** The text in place of an image that the page's policy or the network refused. */
  readonly imageFailed: string;
  /**
   * The question before a link is followed that carries much text to another site. `host` is that
   * site, `chars` the length of the address.
   */
  readonly heavyLink: (host: string, chars: number) => string;
  /** The note that counts the invisible characters of a text that are not shown. */
  readonly hiddenChars: (count: number) => string;
  /** The name of a mark that leads to a footnote, and of the way back from the footnote. */
  readonly footnote: (number: string) => string;
  readonly footnoteBack: string;
  readonly taskDone: string;
  readonly taskOpen: string;
  /** The end of a text that is longer than the part that is shown. */
  readonly truncated: string;
}
/** A code block, as its renderers receive it. */
interface CodeSource {
  /** The code exactly as shown, without a final line end. */
  readonly text: string;
  /** The first word of the info string; `''` if there is none. */
  readonly language: string;
}
/** A code block, as `renderCode` receives it. */
interface CodeBlockSource extends CodeSource {
  /** False while more code may follow. */
  readonly isComplete: boolean;
}
/** A formula, as `renderMath` receives it. The formula is complete. */
interface MathBlockSource {
  /** The formula without its marks, such as `x^2`. */
  readonly text: string;
  /** True for a formula that stands by itself, between `$$` or `\[` and `\]`. */
  readonly display: boolean;
}
/** A link that passed the link policy, as `renderLink` receives it. */
interface LinkSource {
  /** The whole address. */
  readonly href: string;
  /** Path, query and fragment of a page of this application. Absent for other addresses. */
  readonly path?: string | undefined;
  /** The text of the link, without formatting. */
  readonly text: string;
  /** The content of the link, which names the host if the text misleads about it. */
  readonly children: ReactNode;
}
/** Options for Markdown, in `Markdown` and in the messages of a chat. */
interface MarkdownOptions {
  /** Texts in place of the English ones. */
  readonly strings?: Partial<MarkdownStrings> | undefined;
  /** Renders the actions in a code block's head, beside the language. Default: a copy button. */
  readonly renderCodeActions?: ((code: CodeSource) => ReactNode) | undefined;
  /**
   * Renders a code block, below the head with its language and actions. Called again with each
   * change while the code grows. `undefined` shows the code as it is, and so does a renderer that
   * throws. Pass the same function each time. Default: the code as it is.
   */
  readonly renderCode?: ((code: CodeBlockSource) => ReactNode | undefined) | undefined;
  /**
   * Renders a complete formula: LaTeX between `$`, `$$`, `\(` and `\)`, or `\[` and `\]`.
   * `undefined` shows the formula as it was written, and so does a renderer that throws. Pass the
   * same function each time. Default: formulas as they were written.
   */
  readonly renderMath?: ((math: MathBlockSource) => ReactNode | undefined) | undefined;
  /**
   * Renders a link. `undefined` shows the usual link, and so does a renderer that throws. Not
   * called for an address that the link policy refuses, nor for one that carries much text to
   * another site. Pass the same function each time. Default: the usual link.
   */
  readonly renderLink?: ((link: LinkSource) => ReactNode | undefined) | undefined;
  /**
   * Opens a page of this application, without a load. With this callback, a path such as
   * `/orders/17` is a link, and so is an address of this page's origin. Receives path, query and
   * fragment after a plain press. Default: a path is text, and an address of this origin opens a
   * new tab.
   */
  readonly onNavigate?: ((path: string) => void) | undefined;
  /**
   * Called when a link is activated. `preventDefault()` keeps the browser from following the link.
   */
  readonly onLinkClick?: ((event: MouseEvent<HTMLAnchorElement>, href: string) => void) | undefined;
  /**
   * The origins from which images load without a press, such as `https://images.example`. An entry
   * may have a path, such as `https://cdn.example/docs`: an address must then begin with the
   * segments of that path. The text decides which address a server is asked for. Name no server
   * that passes requests on, and none whose log others read. Pass the same array each time.
   * Default: none; every image waits for a press.
   */
  readonly images?: readonly string[] | undefined;
}
/** What the messages of a chat show, and what they call. */
interface MessageOptions {
  /**
   * Renderers for what answers hold: code, formulas, links. Pass the same functions each time.
   * Default: code and formulas as they are, and usual links.
   */
  readonly markdown?: MarkdownOptions | undefined;
  /**
   * Renderers of artifacts (data that tools give to the page), by type. Default: artifacts are
   * shown as text. Pass the same functions each time.
   */
  readonly artifacts?: ArtifactRenderers | undefined;
  /**
   * The origins from which images in answers load without a press: see `markdown`. Default: none.
   */
  readonly images?: readonly string[] | undefined;
  /**
   * True for a button at each answer that reads it aloud, if the browser has a voice of its own. A
   * voice that sends the text to a server is not used. Default true.
   */
  readonly readAloud?: boolean | undefined;
  /**
   * True to speak each finished answer once to screen readers, up to 500 characters, without code.
   * Default true.
   */
  readonly announce?: boolean | undefined;
  /**
   * Opens a page of the application that an answer links to, such as `/orders/17`: call the router
   * with the path. Receives path, query and fragment. Pass the same function each time. Default:
   * such a path is text.
   */
  readonly onNavigate?: ((path: string) => void) | undefined;
  /**
   * Receives the person's opinion of an answer. Default: the chat does not ask. Pass the same
   * function each time.
   */
  readonly onFeedback?: ((feedback: Feedback) => void) | undefined;
  /**
   * True to let the model undo what it did when the person asks for it in words, by the tool
   * `undo_last`. Default true.
   */
  readonly undoTool?: boolean | undefined;
}
/** The props of a component; none for one without. */
type PropsOfComponent<Part> = Part extends ((...given: [infer Props]) => unknown) ? unknown extends Props ? object : Props : never;
/** The props of a part. */
type PropsOf<Name extends keyof typeof parts_d_exports> = PropsOfComponent<(typeof parts_d_exports)[Name]>;
/**
 * Components in place of parts inside the frame of the chat. Each gets the props of the part that
 * it replaces. In place of one that throws, the part itself is shown. That does not hold for
 * `Launcher` and `Header`, because a closed chat has no code for it.
 */
type ReplacedParts = { readonly [Name in Exclude<keyof typeof parts_d_exports, "Root" | "Popup" | "Sidebar" | "Panel">]?: ((props: PropsOf<Name>) => ReactNode) | undefined; };
/** The texts of an approval card. */
interface ApprovalStrings {
  /** The name and the heading of a card. */
  readonly title: (tool: string) => string;
  /** The reason why the person is asked. */
  readonly cause: Readonly<Record<ApprovalCause, string>>;
  /**
   * The warning that third-party text came before the call. `source` is the agent's name for that
   * text, such as `what “Read mail” returned`.
   */
  readonly taint: (source: string) => string;
  /**
   * The warning that a caller from outside of the page asks. `caller` says who, such as `an agent
   * outside this page`. `outsideCause` is the reason, in place of `cause.taint`.
   */
  readonly outside: (caller: string) => string;
  readonly outsideCause: string;
  /**
   * The headings of the tool's preview and of the call's arguments. `noArguments` is for a call
   * without arguments.
   */
  readonly preview: string;
  readonly arguments: string;
  readonly noArguments: string;
  /** The words for the values true and false. */
  readonly yes: string;
  readonly no: string;
  /** The words, only spoken, between a value as it is and as it would be. */
  readonly becomes: string;
  /** The heading of the row or card that the call is for. */
  readonly instance: string;
  /** The text in place of a preview that failed, from the reason. */
  readonly noPreview: (reason: string) => string;
  /** The headings of both sides of arguments that the tool's schema transforms. */
  readonly asAsked: string;
  readonly asParsed: string;
  /** The heading of what the model gave and the tool does not get. */
  readonly ignored: string;
  /** The warning that a request replaces another one, which the person may have read. */
  readonly changed: string;
  /**
   * The warning at a text that holds characters which nobody sees. `names` are code points, such as
   * `U+200B`.
   */
  readonly unseenChars: (count: number, names: string) => string;
  /** The warning at a value whose end is not shown, from the number of characters. */
  readonly charsLeft: (count: number) => string;
  /** The length of a value that is folded, and the button that opens it. */
  readonly length: (chars: number, lines: number) => string;
  readonly showAll: string;
  /** The note in place of empty lines, or of spaces, in a value. */
  readonly emptyLines: (count: number) => string;
  readonly spaces: (count: number) => string;
  readonly allow: string;
  readonly deny: string;
  /** The warning while the allow button is covered or out of view. */
  readonly covered: string;
  /** The warning while some part of the card was not in view, and the button that goes there. */
  readonly unseen: string;
  readonly showUnseen: string;
  /**
   * The warnings after a press that did not count. For `missed`, the button had just moved or come
   * into view. For the others, a part of the card was not in view, or the card was covered.
   */
  readonly missed: string;
  readonly missedUnseen: string;
  readonly missedCovered: string;
  /** The name and the placeholder of the field for a denial's comment to the model. */
  readonly comment: string;
  /** The same for a comment to a caller from outside of the page. */
  readonly commentOutside: string;
  /** The button that stops all callers from outside, which denies all that they ask. */
  readonly stopOutside: string;
  readonly edit: string;
  /** The buttons in place of `allow` and `edit` while a person edits arguments. */
  readonly allowEdited: string;
  readonly stopEditing: string;
  /** The error at a field that cannot be parsed. */
  readonly invalidField: string;
  /** The text if the editor could not be loaded. */
  readonly noEditor: string;
  /**
   * The offer not to ask again, from the tool's title. `key` is what else the approval would be
   * for; undefined if it would be for the tool alone.
   */
  readonly remember: (tool: string, key: string | undefined) => string;
  /** The time until which an answer counts, from a time of day. */
  readonly expires: (time: string) => string;
  /** The name of the region for calls that are not part of the conversation. */
  readonly elsewhere: string;
}
/** All texts of a question that a tool asks. */
interface AskStrings {
  /** The text of a question that has none. */
  readonly question: string;
  /** The name of the field if the answer is a single value. */
  readonly answer: string;
  /** The names of the buttons. */
  readonly submit: string;
  readonly decline: string;
  /** The text after the name of a field that may be left empty. */
  readonly optional: string;
  /** The first entry of a list of options. */
  readonly choose: string;
  /** The errors of a field: it is empty, or not JSON. */
  readonly needed: string;
  readonly noJson: string;
}
/** The texts about callers from outside of the page, such as the agent of the browser. */
interface OutsideStrings {
  /** The line while a call runs, from the title of its tool. */
  readonly outsideWorking: (title: string) => string;
  /** The line after the calls, from their number. */
  readonly outsideWorked: (count: number) => string;
  /** The line while callers from outside are stopped. */
  readonly outsideStopped: string;
  /** The button that stops them, and the button that lets them call again. */
  readonly outsideStop: string;
  readonly outsideAllow: string;
}
/** All texts of the list of sessions. */
interface SessionStrings {
  /** The name of the list of stored sessions, and of the button that shows the list. */
  readonly sessions: string;
  /** The notice that the last run was cut short, and the button that resumes the run. */
  readonly interrupted: string;
  readonly resume: string;
  /** The notice about data that the storage does not keep, and the button that dismisses it. */
  readonly notStored: (what: StorageDegradation) => string;
  readonly dismiss: string;
  readonly create: string;
  /** The text in place of the title of a session that has none. */
  readonly untitled: string;
  readonly rename: (title: string) => string;
  /** The name of the field for a new title, and of the button that saves the title. */
  readonly title: string;
  readonly keep: string;
  readonly delete: (title: string) => string;
  /** The question before a session is deleted for good, and the button that deletes it. */
  readonly askDelete: string;
  readonly deleteForGood: string;
  /**
   * The time of a session's last use, as short as it can be said at the time `now`. Both are
   * milliseconds since the Unix epoch.
   */
  readonly used: (at: number, now: number) => string;
  /** The headings of the list, by the last use: the 7 and the 30 days before today, then months. */
  readonly today: string;
  readonly yesterday: string;
  readonly lastDays: string;
  readonly lastWeeks: string;
  readonly month: (at: number, now: number) => string;
  /** The texts in place of the list: it is empty, or could not be read. */
  readonly none: string;
  readonly notRead: (reason: string) => string;
  /** The name of the field that searches the list. */
  readonly search: string;
  /**
   * The outcome of a search, which is spoken: the number of conversations found, and if there are
   * more. `noneFound` is also in place of the list.
   */
  readonly found: (count: number, hasMore: boolean) => string;
  readonly noneFound: (query: string) => string;
  /** The text under a run that was stopped by opening another session. The list says `stopped`. */
  readonly leftRun: string;
  /** The button that adds older conversations to the list. */
  readonly older: string;
}
/** The texts about services that wait for the person to sign in. */
interface SignInStrings {
  /** The line for a service that waits, from its name. */
  readonly signInWaiting: (label: string) => string;
  /** The line while the person signs in, in a window of its own. */
  readonly signInRunning: (label: string) => string;
  /** The button, from the name of the service. */
  readonly signIn: (label: string) => string;
  /** The line after a try that failed without a reason. */
  readonly signInFailed: string;
}
/** The texts about a call that did not succeed. An error of the application has its own text. */
interface FailureStrings {
  /** The text for a call that the person refused, from the comment they gave. */
  readonly refused: (comment: string | undefined) => string;
  /** The text for a call that something else refused, such as a rule, from the reason. */
  readonly notAllowed: (reason: string | undefined) => string;
  /** The text for a call that needed an approval which nobody gave in time. */
  readonly notApproved: string;
  /** The text for a call whose question the person declined, from the reason they gave. */
  readonly notAnswered: (reason: string | undefined) => string;
  /** The text for a call that the page ended while it ran. */
  readonly interrupted: string;
  /** The text for a call that had not begun when the page ended. */
  readonly neverStarted: string;
  /** The text for a tool that is off, from the reason. */
  readonly off: (reason: string | undefined) => string;
  /** The text for a tool that is not on the page. */
  readonly unknown: string;
  /** The text for arguments that do not fit. */
  readonly invalid: string;
  /** The text for a row, or its tool, that has left the page. */
  readonly gone: string;
  /** The text for a call of something that changed while the person was asked. */
  readonly changed: string;
  /** The text for a call that took too long, from the limit in milliseconds. */
  readonly tooSlow: (limitMs: number | undefined) => string;
  /** The text for a call that the person stopped. */
  readonly stopped: string;
  /** The text for a call that was not made, because a limit was reached. */
  readonly limit: string;
  /** The text for a call whose error has no words for people. */
  readonly failed: string;
}
/**
 * The texts about a run that did not complete, by what the person can do, and about parts that
 * could not be fetched.
 */
interface ProblemStrings {
  /** The heading of an error, above one of the others. */
  readonly errorTitle: string;
  /** The text for an error that has no message. */
  readonly unknownError: string;
  readonly retry: string;
  /** The heading for a message that a guardrail refused, above the reason. The button is `edit`. */
  readonly notSent: string;
  /** The heading for a refused answer, above the reason. The button is `tryAgain`. */
  readonly withheld: string;
  readonly tryAgain: string;
  /** The reason if a guardrail failed, or was stopped, before it accepted the message. */
  readonly notChecked: string;
  /**
   * The message in place of a part that could not be fetched. The buttons are `retry` and `reload`.
   */
  readonly partNotLoaded: string;
  /** The button that reloads the page, beside `retry`. */
  readonly reload: string;
  /** The sentence in place of the chat in a browser that is too old for the agent. */
  readonly tooOld: string;
  readonly copyDetails: string;
  /** The texts for a run that reached a limit, each with the limit. The button is `goOn`. */
  readonly steps: (limit: number) => string;
  readonly calls: (limit: number) => string;
  readonly time: (limitMs: number) => string;
  readonly repeated: (limit: number) => string;
  /** The text for a run that reached a limit of tokens, of money, or one of the application. */
  readonly spent: string;
  /** The text if a budget is used up that holds for more than one run. Nothing can go on. */
  readonly allSpent: string;
  readonly goOn: string;
  /** The line under the title of `Copilot` while there is no network. */
  readonly offline: string;
  /** The text if there is no connection. */
  readonly network: string;
  /** The text if the model, or the way to it, has too much to do. */
  readonly busy: string;
  readonly tooSlow: string;
  /** The text for an answer that broke off, or came empty. */
  readonly cut: string;
  /** The text if the person has to sign in again. */
  readonly signedOut: string;
  /** The text for something that only those who run the page can mend. */
  readonly setup: string;
  /** The text if what may be used for now is used up. */
  readonly usedUp: string;
  readonly tooLong: string;
  /** The text if a part of the page could not be fetched. */
  readonly notLoaded: string;
  /** The text for a model that failed on its side, and for everything else. */
  readonly failed: string;
  readonly other: string;
  /** The label of the technical text, folded. */
  readonly details: string;
}
/** The texts of the cards of calls, and of the line that tells of several steps. */
interface CallStrings {
  /**
   * The line of a run with several steps: their number, the time of their tools, and the step that
   * runs. Then the numbers of steps that failed and that were undone.
   */
  readonly steps: (count: number) => string;
  readonly stepsTime: (ms: number) => string;
  readonly step: (at: number, title: string) => string;
  readonly stepsFailed: (count: number) => string;
  readonly stepsUndone: (count: number) => string;
  /** The line of steps that are all undone, from their number. */
  readonly allUndone: (count: number) => string;
  /** The states of a tool call, in words. */
  readonly toolPreparing: string;
  readonly toolPending: string;
  readonly toolRunning: string;
  readonly toolAwaiting: string;
  readonly toolSucceeded: string;
  readonly toolFailed: string;
  readonly toolDenied: string;
  readonly toolCancelled: string;
  /** The state of a call whose page ended before the call did. */
  readonly toolInterrupted: string;
  /** The buttons that undo one call and a whole run, then the states of an undo on a card. */
  readonly undo: string;
  readonly undoAll: string;
  readonly undoing: string;
  readonly undone: string;
  readonly undoFailed: (reason: string) => string;
  /** The texts about an undo in the conversation, from the names of the calls, or `steps`. */
  readonly undoneCalls: (calls: string) => string;
  readonly notUndoneCalls: (calls: string) => string;
  readonly leftCalls: (calls: string) => string;
  /** The heading of a call's arguments in its card. `result` is the heading of the result. */
  readonly arguments: string;
  /** The headings of arguments that a person changed: those that ran, then the model's. */
  readonly changedArguments: string;
  readonly askedArguments: string;
  readonly result: string;
  /** The heading of the text that the model got about a call that did not succeed. */
  readonly toldModel: string;
  /** The name of a tool's progress bar. */
  readonly progress: string;
  /** The duration of a tool call, from milliseconds. */
  readonly duration: (ms: number) => string;
}
/** The texts of the field: what is written, sent, attached, and waits for its turn. */
interface ComposerStrings {
  /** The button that removes a waiting message from the queue. */
  readonly withdraw: string;
  /** The name and the placeholder of the text field. */
  readonly message: string;
  readonly placeholder: string;
  readonly send: string;
  /**
   * The name of the send button while the agent works. `steer` names the button whose message the
   * agent reads before its next step.
   */
  readonly queue: string;
  readonly steer: string;
  readonly stop: string;
  /** The name of the list of completions for the text in the field. */
  readonly completions: string;
  /** The names of the button that adds files, the button that dictates, and the list of files. */
  readonly attach: string;
  readonly dictate: string;
  readonly attachments: string;
  /** The name of the button that removes a file. */
  readonly removeFile: (name: string) => string;
  /**
   * The reasons why a file was refused: its kind, its size, or the number of files. `maxBytes` is
   * the limit in bytes.
   */
  readonly fileKind: (name: string) => string;
  readonly fileSize: (name: string, maxBytes: number) => string;
  readonly fileCount: (maxFiles: number) => string;
  /** The label of a message that waits for its turn. */
  readonly queued: string;
}
/** The texts of the frame, the launcher, the conversation and its views, and the current work. */
interface FrameStrings {
  /** The name of the dialog or panel, also shown as its heading. */
  readonly title: string;
  /** The name of the launcher button. */
  readonly open: string;
  /** The name of the button that closes the popup or sidebar. */
  readonly close: string;
  /** The name of the edge that changes a sidebar's width. */
  readonly resize: string;
  /** The name of the region that scrolls. */
  readonly conversation: string;
  /** The name of the log of messages, inside the region `conversation`. */
  readonly messages: string;
  /** The heading and the text before the first message. */
  readonly emptyTitle: string;
  readonly emptyText: string;
  /** The name of the list of suggestions. */
  readonly suggestions: string;
  readonly jump: string;
  /** The button above the messages that draws those before them. */
  readonly showEarlier: string;
  /** The name of the conversation's menu, then its entries. */
  readonly more: string;
  readonly copyConversation: string;
  readonly saveConversation: string;
  /** The name of the list of the agent's abilities, and of the button that shows the list. */
  readonly abilities: string;
  /** The text in place of an empty list of abilities. */
  readonly noAbilities: string;
  /** The reason why a tool is off, if the application gives none. */
  readonly notNow: string;
  /** The heading of what the person allowed without being asked again. */
  readonly remembered: string;
  /** The time until which nobody is asked, from a time of day. */
  readonly allowedUntil: (time: string) => string;
  /** The button that takes such an approval back, its accessible name, and what is spoken after. */
  readonly takeBack: string;
  readonly takeBackOf: (tool: string) => string;
  readonly tookBack: string;
  /**
   * The status line while the agent works, while a tool runs, and between two tries. `done`,
   * `stopped` and `failed` are its texts at the end of a run.
   */
  readonly working: string;
  readonly usingTool: (title: string) => string;
  /** The text over the page while a tool of the scope with this label runs. */
  readonly workingOn: (label: string) => string;
  /** The button over the page that opens the chat, while the agent waits for the person. */
  readonly answer: string;
  readonly waiting: string;
  /** The time left, beside `waiting`. The text changes each second and is not spoken. */
  readonly waitingFor: (seconds: number) => string;
  /** The status line while the agent waits for the network. */
  readonly offline: string;
  /** The status line while the agent waits for the person's answer. */
  readonly waitingForPerson: string;
  readonly done: string;
  readonly stopped: string;
  readonly failed: string;
  /** The text while the chat itself is fetched. */
  readonly loading: string;
}
/** The texts at messages: their authors, actions and versions, reasoning, sources, artifacts. */
interface MessageStrings {
  /** The name of a message's author, for screen readers and in exported Markdown. */
  readonly user: string;
  readonly assistant: string;
  /** The name of the application as the author of a message. */
  readonly app: string;
  /** The name of the toolbar at a message, then the texts of its actions. */
  readonly actions: string;
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
  readonly edit: string;
  /** The button that cancels an edit. */
  readonly giveUp: string;
  readonly regenerate: string;
  /** The button that reads an answer aloud, and the name that it has meanwhile. */
  readonly readAloud: string;
  readonly stopReading: string;
  readonly good: string;
  readonly bad: string;
  /** The name of the group that switches between the versions of a message, then its texts. */
  readonly versions: string;
  readonly version: (at: number, count: number) => string;
  readonly previousVersion: string;
  readonly nextVersion: string;
  /**
   * The message if the code that formats answers could not be fetched. Answers are then shown as
   * they were written.
   */
  readonly notFormatted: string;
  /** The label of the folded reasoning: while the model writes it, and afterwards. */
  readonly thinking: string;
  readonly reasoning: string;
  /** The reasons why an answer ends early. */
  readonly cut: string;
  readonly tooLong: string;
  readonly filtered: string;
  /** The button that shows the rest of a very long answer. */
  readonly showAll: string;
  /** The heading of an answer's sources. */
  readonly sources: string;
  /** The name of a mark in the text that leads to a source, from its number and title. */
  readonly citation: (nth: number, title: string) => string;
  /** The names of a file and of an artifact without a name of their own. */
  readonly file: string;
  readonly artifact: string;
  /** The button that opens an artifact in a view of its own, then the buttons in that view. */
  readonly openArtifact: (name: string) => string;
  readonly backToConversation: string;
  readonly saveFile: string;
}
/** The texts of the line under the field. */
interface MeterStrings {
  /** The usage in tokens, the percentage of the prompts that a cache held, and the cost in USD. */
  readonly tokens: (count: number) => string;
  readonly cached: (percent: number) => string;
  readonly cost: (usd: number) => string;
  /** The rest of the person's limit, in US dollars or in tokens, and the most that there is. */
  readonly moneyLeft: (left: number, max: number) => string;
  readonly tokensLeft: (left: number, max: number) => string;
  /**
   * The same text with the time when all of it is there again, in milliseconds since the Unix
   * epoch.
   */
  readonly leftUntil: (left: string, at: number) => string;
  /** The name of the list from which the person chooses the model. */
  readonly model: string;
}
/** All texts of the widget, in nine wings. The English ones come with the parts that show them. */
interface ChatStrings {
  /** The frame, the launcher, the conversation and its views, and the line of the work. */
  readonly chat: FrameStrings;
  /** The field, what is attached, and what waits for its turn. */
  readonly composer: ComposerStrings;
  /** The messages: their authors, actions and versions, reasoning, sources, artifacts. */
  readonly messages: MessageStrings;
  /** The calls: their cards, the line of steps, undo, and why one did not succeed. */
  readonly calls: CallStrings & FailureStrings;
  /** What waits for the person: approvals, questions, sign-ins, and callers from outside. */
  readonly pending: ApprovalStrings & AskStrings & SignInStrings & OutsideStrings;
  /** The stored sessions and their list. */
  readonly session: SessionStrings;
  /** Why a run did not complete, and what could not be fetched. */
  readonly problems: ProblemStrings;
  /** The line under the field. */
  readonly meter: MeterStrings;
  /** What `Chat.Markdown` adds to the content. */
  readonly markdown: MarkdownStrings;
}
/** Texts of the application, in place of some of the English ones. */
type GivenStrings = { readonly [Wing in keyof ChatStrings]?: Partial<ChatStrings[Wing]> | undefined; };
/** The view that a chat shows above its text field. */
type ChatView = "conversation" | "abilities" | "sessions" | "artifact";
/** The colours of a chat. `auto` follows the page, and the person's setting. */
type ChatTheme = "auto" | "light" | "dark";
/** The state of `Chat.Root`. */
type ChatState = {
  readonly theme: ChatTheme;
};
/** The props of `Chat.Root`, which apply to every part inside. */
interface ChatProps extends PartProps<ChatState> {
  /**
   * The assistant's name: in the header, at its answers, and on the buttons that open and close the
   * chat. A text in `strings` wins. Default: `Assistant`.
   */
  readonly title?: string | undefined;
  /**
   * A picture of the assistant, in the header and on the button that opens the chat. It is not
   * spoken. Default: Ambit's mark on the button alone.
   */
  readonly icon?: ReactNode;
  /**
   * Texts in place of the English ones. Pass the same functions each time: a new one renders every
   * part again.
   */
  readonly strings?: GivenStrings | undefined;
  /** The colours. `auto` follows the page, and the person's setting. Default `auto`. */
  readonly theme?: ChatTheme | undefined;
  /** What the messages show, and what they call. */
  readonly messages?: MessageOptions | undefined;
  /**
   * Components of yours in place of parts inside: `{ Call: MyCall }`. Each gets the props of the
   * part, and may show the part itself, such as `<Chat.Call {...props} />`. In place of one that
   * throws, the part is shown. Pass the same components each time. Default: none.
   */
  readonly parts?: ReplacedParts | undefined;
  readonly children?: ReactNode;
}
/**
 * Provides texts and colours to the parts of one chat, and keeps the page's styles out. Must be
 * inside an `AgentProvider`. Takes no space of its own.
 */
declare function Root(props: ChatProps): ReactElement;
/** Rules for the files that a person may attach. */
interface AttachmentRules {
  /**
   * The media types and extensions, such as `image/*` and `.csv`. Default `image/*`,
   * `application/pdf` and `text/*`.
   */
  readonly types?: readonly string[] | undefined;
  /** The largest size of one file in bytes. Default 10,000,000. */
  readonly maxBytes?: number | undefined;
  /** The largest number of files in one message. Default 8. */
  readonly maxFiles?: number | undefined;
  /**
   * True if the files may hold text of other people, such as invoices and mails. The model gets
   * them as data that gives no orders. From then on, a person is asked about every tool that sends
   * or destroys. Default false.
   */
  readonly untrusted?: boolean | undefined;
}
/** A command that a person can write with `/` at the start of a message. */
interface ChatCommand {
  /** The name, without the slash and without spaces. */
  readonly name: string;
  /** One line beside the name. */
  readonly description?: string | undefined;
  /** The text that replaces the command in the field, for the person to send or to complete. */
  readonly prompt?: string | undefined;
  /** Called in place of `prompt` when the command is chosen. The field is emptied. */
  readonly run?: (() => void) | undefined;
}
/** An entry that a person can mention with `@`. */
interface ChatMention {
  /** The text that is shown and searched. */
  readonly label: string;
  /** One line beside the label. */
  readonly description?: string | undefined;
  /** The text that is written into the message after the `@`. Default: the label. */
  readonly text?: string | undefined;
}
/** The state of `Chat.Composer`. */
type ComposerState = {
  readonly empty: boolean;
  readonly busy: boolean;
};
/** What the text field can do beside writing. */
interface ComposerOptions {
  /**
   * Rules for files that the person picks, pastes or drops, or `true` for the default rules.
   * Default false: no files.
   */
  readonly attachments?: AttachmentRules | boolean | undefined;
  /** The commands that a person can write with `/` at the start of a message. Default: none. */
  readonly commands?: readonly ChatCommand[] | undefined;
  /**
   * Mentions with `@`, beside the labelled scopes that are on and the mentions of `useComposer`.
   * Default: none.
   */
  readonly mentions?: readonly ChatMention[] | undefined;
  /**
   * True for a button that listens, if the browser can. The browser may send the speech to its
   * maker. Default false.
   */
  readonly dictation?: boolean | undefined;
}
/** The props of `Chat.Composer`. */
interface ComposerProps extends ComposerOptions, PartProps<ComposerState, "form"> {}
/**
 * Renders the text field with its buttons. Enter sends and Shift+Enter starts a line, unless an
 * input method uses the key. The field grows with its text. The arrow keys bring back earlier
 * messages. An unsent text is kept when the field unmounts. A message that waited for its turn when
 * the page was left is back in the field. It is not sent by itself. It stays stored until the
 * person sends what is in the field, or empties it.
 *
 * A message that is sent while the agent works waits for its turn. With Control+Enter or
 * Command+Enter, the agent reads the message before its next step.
 */
declare function Composer(props: ComposerProps): ReactElement;
/** The props of `Chat.Header`. */
interface HeaderProps extends PartProps<Record<never, never>, "header"> {
  /** Your own controls, between the title and the close button. */
  readonly children?: ReactNode;
}
/**
 * Shows the title, which names the dialog or panel. In a popup or sidebar, also shows the close
 * button.
 */
declare function Header(props: HeaderProps): ReactElement;
/** The state of `Chat.Launcher`. */
type LauncherState = {
  readonly open: boolean;
  /** True if the popup is closed and something inside waits for the person. */
  readonly asks: boolean;
  /** True if the popup is closed and the agent works. */
  readonly working: boolean;
};
/** The props of `Chat.Launcher`. */
type LauncherProps = PartProps<LauncherState, "button">;
/**
 * Renders the button that opens and closes the popup. The name of the button reports if something
 * in a closed popup waits for the person, or if the agent works.
 */
declare function Launcher(props: LauncherProps): ReactElement;
/** The state of `Chat.Panel`, which never changes. */
type PanelState = {
  readonly inline: true;
};
/** The props of `Chat.Panel`. */
interface PanelProps extends PartProps<PanelState, "section"> {
  readonly children?: ReactNode;
}
/**
 * Shows a chat as a part of the page: a named region that fills the box around it, at least 320 px
 * high.
 */
declare function Panel(props: PanelProps): ReactElement;
/** Where a popup or sidebar stands. */
interface ChatPlace {
  /** The edge of the screen, in the direction of the text. Default `end`. */
  readonly side?: "start" | "end" | undefined;
  /**
   * The distance of the button and the popup from the edges of the screen, in CSS pixels. `x` is
   * along the text, `y` is upwards; one number is for both. Default: `--ambit-offset-x` and
   * `--ambit-offset-y`, which are 20.
   */
  readonly offset?: number | {
    readonly x?: number | undefined;
    readonly y?: number | undefined;
  } | undefined;
  /** The width of a sidebar, in CSS pixels. A popup has none. */
  readonly width?: {
    /** The first width. Default 420. */
    readonly default?: number | undefined;
    /**
     * The largest width that the person can choose. The smallest is 280. Above that, the
     * sidebar takes at most half of the screen, and leaves the page 320. Default 800.
     */
    readonly max?: number | undefined;
    /** Called with each width that the person chooses. */
    readonly onChange?: ((width: number) => void) | undefined;
  } | undefined;
  /**
   * The element that the chat is rendered into, such as the content of a dialog. Give the element,
   * a ref that holds it, or a function that returns it. While it is `null` or not in the page, the
   * chat stands at its own place. Default: none.
   */
  readonly container?: Element | RefObject<Element | null> | (() => Element | null) | null | undefined;
  /**
   * True to show the chat in the browser's top layer: above the page, whatever the styles of the
   * elements around it. False to show it by `--ambit-z-index`, at its place. Read once. Default
   * true.
   */
  readonly topLayer?: boolean | undefined;
}
/** Props that open and close a dialog, from outside or by itself, and say where it stands. */
interface DialogProps {
  /** True to show the panel. Leave `open` out to let the widget decide. */
  readonly open?: boolean | undefined;
  /**
   * True to show the panel at first, when `open` is left out. Does not take the focus. After the
   * person has opened or closed it, the tab keeps that over a reload. Default false.
   */
  readonly defaultOpen?: boolean | undefined;
  /** Called when the person opens or closes the dialog. */
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /**
   * The shortcut that opens the dialog from anywhere on the page and moves the focus to its text
   * field. Example: `mod+j`, with `mod` for Command or Control. Throws `AgentError` for keys that
   * people type with. Default: none.
   */
  readonly shortcut?: string | undefined;
  /**
   * Where the button and the dialog stand. Default: above the page, at the end of the text.
   */
  readonly place?: ChatPlace | undefined;
}
/** The state of `Chat.Popup`. */
type PopupState = {
  readonly open: boolean;
  readonly side: "start" | "end";
};
/** The props of `Chat.Popup`. */
interface PopupProps extends DialogProps, PartProps<PopupState> {
  /** The element to show in place of the button that opens the panel. */
  readonly launcher?: ReactElement | undefined;
  readonly children?: ReactNode;
}
/**
 * Shows a button in the corner of the page and the dialog that it opens. The page stays usable.
 * Opening moves the focus to the text field. Escape and the buttons close the dialog and give the
 * focus back. A closed panel keeps its state and is inert. `className` and `render` are those of
 * the panel. On screens up to 480 px wide or high, the dialog fills the screen and is modal.
 */
declare function Popup(props: PopupProps): ReactElement;
/** The state of `Chat.Sidebar`. */
type SidebarState = {
  readonly open: boolean;
  readonly side: "start" | "end";
};
/** The props of `Chat.Sidebar`. */
interface SidebarProps extends DialogProps, PartProps<SidebarState> {
  /** The element to show in place of the button that opens the sidebar. */
  readonly launcher?: ReactElement | undefined;
  readonly children?: ReactNode;
}
/**
 * Shows a dialog of the screen's full height at one of its edges, and the button that opens it. The
 * person changes the width by pointer or by arrow keys. Everything else is as in `Popup`.
 *
 * While the sidebar is open beside the page, a property on the document's root holds its width. The
 * property is `--ambit-sidebar-start` or `--ambit-sidebar-end`, so that a page can make room:
 * `body { padding-inline-end: var(--ambit-sidebar-end, 0px) }`.
 */
declare function Sidebar(props: SidebarProps): ReactElement;
/** The props of `Chat.Markdown`. */
interface MarkdownProps extends MarkdownOptions {
  /** The whole text so far. While `streaming`, each new text begins with the one before. */
  readonly text: string;
  /** True if more text follows. Default `false`. */
  readonly streaming?: boolean | undefined;
}
/** Loads the Markdown part before its first use. Never rejects. */
declare function preloadMarkdown(): Promise<void>;
/**
 * Shows a model's Markdown (CommonMark and GFM) as React elements of a closed set. Renders no HTML
 * of the text, links only to web, mail and phone, and loads no image that neither the person nor
 * the application allowed. Finished text is never parsed or rendered again, whatever follows. The
 * text is shown as written until the parser is loaded, and if it cannot load. The first rendering,
 * and the server's, shows at most 32,768 characters; the rest follows frame by frame.
 */
declare function Markdown(props: MarkdownProps): ReactNode;
/** An entry of a menu: its text and its action. */
interface MenuItem {
  readonly label: string;
  readonly onSelect: () => void;
}
/** The props of `Chat.Menu`. */
interface ConversationMenuProps {
  /** Your own entries, after those of the widget. */
  readonly items?: readonly MenuItem[] | undefined;
}
/**
 * Shows a menu for the whole conversation: begin a new one, or copy or save this one as Markdown.
 */
declare function ConversationMenu({ items }: ConversationMenuProps): ReactElement;
/**
 * The state of `Chat.Meter`. `costed` is true if the cost is known, `spent` if nothing is left of
 * the person's limit.
 */
type MeterState = {
  readonly costed: boolean;
  readonly spent: boolean;
};
/** What the line under the field shows beside the usage. */
interface MeterOptions {
  /**
   * The model that answers: its id if the person can choose, otherwise its name in words for
   * people. Default: none is shown.
   */
  readonly model?: string | undefined;
  /** The name of a `model` to choose that the proxy does not list. Default: its id. */
  readonly name?: string | undefined;
  /**
   * Called with the id of the model that the person chose among those of `proxy`. Pass it as
   * `model` then, and give `createProxyModel` a function that returns it. Default: there is no
   * choice.
   */
  readonly onModelChange?: ((id: string) => void) | undefined;
  /**
   * The proxy that is asked for what is left of the person's tokens or money: when the chat opens,
   * and after each run. Default: none is asked.
   */
  readonly proxy?: ProxyConnection | undefined;
}
/** The props of `Chat.Meter`. */
interface MeterProps extends MeterOptions, PartProps<MeterState, "p"> {}
/**
 * Shows one line with the model that answers, the usage of the open session, and what is left of
 * the person's limit at a proxy. The usage is in tokens, with the part of the prompts that
 * came from the provider's cache, and in USD if `prices` has the model.
 */
declare function Meter(props: MeterProps): ReactElement;
/** The state of `Chat.Outside`. */
type OutsideCallsState = {
  readonly status: "working" | "idle" | "stopped";
};
/** The props of `Chat.Outside`. */
type OutsideCallsProps = PartProps<OutsideCallsState>;
/**
 * Shows that an agent outside of the page is at work, and its last calls, the newest first. A
 * button stops it or lets it call again. Renders nothing before its first call.
 */
declare function OutsideCalls(props: OutsideCallsProps): ReactElement | null;
/** The state of `Chat.Sessions`. `loading` is true until the list was read. */
type SessionListState = {
  readonly empty: boolean;
  readonly loading: boolean;
};
/** The props of `Chat.Sessions`. */
type SessionListProps = PartProps<SessionListState, "section">;
/**
 * Lists the stored sessions by day and month, the one used last first, 30 at a time. The person can
 * open, rename or delete a session, or begin a new one. From 8 sessions on, the person can search
 * their titles and texts. The arrow keys, Home and End move inside the list. Needs an agent with a
 * `storage`.
 */
declare function SessionList(props: SessionListProps): ReactElement;
/**
 * A message that the person can send with one press: its text, or a short `label` for the button
 * and the `message` that is sent.
 */
type Suggestion = string | {
  readonly label: string;
  readonly message: string;
};
/** What a chat shows before the first message. */
interface StartOptions {
  /**
   * A plain sentence about the page, in place of the string `emptyText`. The greeting of
   * `useSuggestions` on the page comes before it. Default: none.
   */
  readonly greeting?: string | undefined;
  /**
   * Messages that the person can send with one press. Those of `useSuggestions` on the page come
   * before them. Default: none.
   */
  readonly suggestions?: readonly Suggestion[] | undefined;
}
/**
 * What a chat shows before the first message, or a function that returns it from the scopes on the
 * page. The function is called again when the scopes, or what is on in them, change.
 */
type Start = StartOptions | ((scopes: readonly ScopeView[]) => StartOptions);
/** The props of `Chat.Suggestions`. */
interface PageSuggestionsProps {
  /**
   * What the chat starts with. Only a function of the scopes depends on the page: the suggestions
   * of an object are shown before the first message alone. Default: none beside those of
   * `useSuggestions`.
   */
  readonly start?: Start | undefined;
}
/**
 * Shows up to 3 suggestions of the page in one line, for a conversation that has begun. Renders
 * nothing while the agent works or asks, while the person writes, and while the model's own
 * suggestions are shown. Leaves out what the person has already said.
 */
declare function PageSuggestions({ start }: PageSuggestionsProps): ReactElement | null;
/** The state of `ToolCard`. */
type ToolCardState = {
  readonly state: CallState | "undoing" | "undone";
};
/** The props of `Chat.Call`. */
interface CallProps extends PartProps<ToolCardState> {
  /** The id of the call. */
  readonly id: string;
  /** Called when the person opens or folds the card. Default: nothing. */
  readonly onOpen?: ((isOpen: boolean) => void) | undefined;
}
/**
 * Shows one call of a tool as a card: its title, arguments, progress, state and result, and a
 * button that undoes it. The card follows the call until it has ended. Renders nothing for a call
 * that is not in the conversation.
 */
declare function Call(props: CallProps): ReactElement | null;
/** The props of `Chat.Empty`. */
interface EmptyStateProps extends PartProps<Record<never, never>> {
  /** The greeting and the suggestions. Default: a general sentence, and no suggestions. */
  readonly start?: Start | undefined;
}
/**
 * Shows the content of the transcript before the first message: a greeting, and suggestions. Those
 * of `useSuggestions` on the page come first.
 */
declare function EmptyState(props: EmptyStateProps): ReactElement;
/** The state of `AssistantBubble`. `partial` is true if the message ends early. */
type AssistantBubbleState = {
  readonly streaming: boolean;
  readonly partial: boolean;
};
/** The state of `UserBubble`. `source` is `app` if the application sent the message. */
type UserBubbleState = {
  readonly source: "user" | "app";
};
/**
 * The state of a message. `source` is of one that the person or the application sent. `partial`: an
 * answer that ends early.
 */
type MessageState = Partial<UserBubbleState & AssistantBubbleState>;
/** The props of `Chat.Message`. */
interface MessageProps extends PartProps<MessageState, "article"> {
  /** The id of the message. */
  readonly id: string;
  /** True to show the actions of the message below it. Default true. */
  readonly actions?: boolean | undefined;
}
/**
 * Shows one message of the person, the application or the assistant, with its calls. Its actions
 * are: copy, edit or answer again, read aloud, rate, switch between versions. Renders nothing for
 * another message, and for one that is not in the conversation.
 */
declare function Message(props: MessageProps): ReactElement;
/**
 * The readiness of a button. `settling`: the button is missing, has just come, or has moved.
 * `unseen`: some fact of the card was not in view yet. `covered`: something covers the button, or
 * the button is out of view. `ready`: a press counts.
 */
type Steadiness = "settling" | "unseen" | "covered" | "ready";
/** The state of `ApprovalCard`. */
type ApprovalCardState = {
  readonly effect: PendingApproval["effect"];
  readonly tainted: boolean;
  readonly editing: boolean;
  /** The readiness of the allow button: `ready`, or the reason why it cannot be pressed. */
  readonly steadiness: Steadiness;
};
/** The props of `Chat.Pending`: those of the card of an approval. */
type PendingProps = PartProps<ApprovalCardState>;
/**
 * Shows what waits for the person: questions of tools, requests for approval, and sign-ins. Leaves
 * out a request whose call is in a drawn message, which shows its card. While mounted, reports that
 * a person can answer, so tools may ask.
 */
declare function Pending(props: PendingProps): ReactElement;
/**
 * The state of `SessionNotice`. `interrupted`: the last run was cut short. `degraded`: the storage
 * keeps less than it should.
 */
type SessionNoticeState = {
  readonly interrupted: boolean;
  readonly degraded: boolean;
};
/** The reason why a run did not complete, for people. Errors have their texts for developers. */
interface Problem$1 {
  /** The kind: a `limit` is not a failure, the person can let the agent go on. */
  readonly kind: "limit" | "failure" | "refusal";
  readonly title: string;
  /** Empty if the title says all. */
  readonly text: string;
  /** True for a limit that the next run would meet at once. */
  readonly isFinal?: true | undefined;
}
/** The state of `ErrorNotice`. `limit`: the run was stopped by a limit, and can go on. */
type ErrorNoticeState = {
  readonly kind: Problem$1["kind"];
};
/** The state of `Chat.Problem`. */
type ProblemState = Partial<ErrorNoticeState & SessionNoticeState>;
/** The props of `Chat.Problem`. */
type ProblemProps = PartProps<ProblemState>;
/**
 * Shows why the last run did not complete, in words for people, with a button that goes on. Offers
 * to resume a run that a reload or a crash cut short, and shows what a storage does not keep.
 * Renders nothing if all is well.
 */
declare function Problem(props: ProblemProps): ReactElement;
/**
 * Lists the messages that the person sent while the agent works, in the order of their turns. The
 * person can withdraw each message.
 */
declare function QueuedMessages(): ReactElement | null;
/** The state of `Chat.Reasoning`. */
type ReasoningState = {
  readonly open: boolean;
  readonly streaming: boolean;
};
/** The props of `Chat.Reasoning`: the model's reasoning so far. */
interface ReasoningProps extends PartProps<ReasoningState, "details"> {
  readonly text: string;
  /** True if more text follows. Default false. */
  readonly streaming?: boolean | undefined;
}
/**
 * Shows the model's reasoning before its answer as plain text, folded until the person opens it.
 */
declare function Reasoning(props: ReasoningProps): ReactElement;
/** The outcome of a run on the status line. `stopped` is a cancel, or a limit. */
type RunOutcome = "done" | "stopped" | "failed";
/** The state of `StatusLine`. */
type StatusLineState = {
  readonly status: "working" | "waiting" | "idle" | RunOutcome;
};
/** The state of `Chat.Status`. A `notice` has none. */
type StatusState = Partial<StatusLineState>;
/** The props of `Chat.Status`. */
interface StatusProps extends PartProps<StatusState, "p"> {
  /**
   * A fact that the person should always see, such as that no language model answers. Plain text,
   * shown in place of the agent's work. Default: none.
   */
  readonly notice?: string | undefined;
}
/**
 * Shows one line with the agent's work: the one live region, which also speaks the start, the tools
 * and the end. With `notice`, shows that line instead, which stays.
 */
declare function Status({ notice, ...props }: StatusProps): ReactElement;
/** The state of `Chat.Transcript`. */
type TranscriptState = {
  readonly busy: boolean;
  readonly empty: boolean;
};
/** The props of `Chat.Transcript`. */
interface TranscriptProps extends PartProps<TranscriptState> {
  /**
   * The content while there is no message, and none is being read from a storage. Default: nothing.
   */
  readonly empty?: ReactNode;
}
/**
 * Shows the open session's messages, the error of the last run, the waiting messages and the status
 * line. The named region scrolls and takes the focus. The region stays at its end until the person
 * scrolls up. Earlier messages of a long or stored session come when the person is near the top.
 * The log in the region speaks new messages, but is quiet while the agent works: the status line
 * speaks then.
 */
declare function Transcript(props: TranscriptProps): ReactElement;
/** The state of `ViewButton`. */
type ViewButtonState = {
  readonly pressed: boolean;
};
/** The props of `Chat.View` as a button. */
interface ViewButtonProps extends PartProps<ViewButtonState, "button"> {
  /** True for a button that shows the view, and the conversation again. */
  readonly button: true;
  /** The view that the button shows. */
  readonly name: Exclude<ChatView, "conversation" | "artifact">;
}
/** The state of `Chat.View`. */
type ViewState = {
  readonly name: ChatView;
};
/** The props of `Chat.View`. */
interface ViewProps extends PartProps<ViewState> {
  readonly button?: false | undefined;
  /** The name of the view. */
  readonly name: ChatView;
  readonly children?: ReactNode;
}
/**
 * Shows the content of one view of the chat, or with `button` a button that shows the view. The
 * conversation stays mounted while another view is shown, and can be seen beside an artifact if
 * there is space. Other views are created anew each time.
 */
declare function View(props: ViewProps | ViewButtonProps): ReactElement | null;
/**
 * The parts of the widget, for an arrangement of your own: `<Chat.Root>` around `<Chat.Popup>`,
 * `<Chat.Sidebar>` or `<Chat.Panel>`, with what stands in them. Vite leaves out the parts that
 * nobody names; esbuild keeps all of them.
 */
declare namespace Chat {
  export { Abilities, Artifact, Call, Composer, EmptyState as Empty, Header, Launcher, Markdown, Marks, ConversationMenu as Menu, Message, Meter, OutsideCalls as Outside, Panel, Pending, Popup, Problem, QueuedMessages as Queue, Reasoning, Root, SessionList as Sessions, Sidebar, Status, PageSuggestions as Suggestions, Transcript, View };
}
type ListMentions = () => readonly ChatMention[];
/** The text field of every chat with an agent. */
interface ComposerHandle {
  /** The unsent text of the open conversation, at the time of the read. */
  readonly text: string;
  /** Puts a text in the place of the unsent text, for the person to send or not. */
  readonly set: (text: string) => void;
  /** Adds a text below the unsent text, for the person to send or not. */
  readonly insert: (text: string) => void;
  /** Adds a mention with `@` at the end of the unsent text. */
  readonly mention: (mention: ChatMention) => void;
}
/** The options of `useComposer`. */
interface UseComposerOptions {
  /**
   * Offers mentions with `@` while the component is mounted. Example: a component with a tool that
   * takes orders offers the orders that it shows. Called while a person writes after an `@`; the
   * function of the latest committed render counts. Return texts that the tools understand. A
   * function that throws offers nothing, and its error is logged to the console. Default: none.
   */
  readonly mentions?: ListMentions | undefined;
}
/**
 * Returns the text field of every chat with the agent, mounted or not. It is the same object as
 * long as the agent is, and does not render again when the text changes. Throws `AgentError`
 * outside an `AgentProvider`.
 *
 * @example
 * const { insert } = useComposer()
 * return <button onClick={() => insert(`About order ${id}: `)}>Ask about it</button>
 */
declare function useComposer({ mentions }?: UseComposerOptions): ComposerHandle;
/** The props of `Copilot`, all optional. */
interface CopilotProps extends DialogProps, Pick<ChatProps, "title" | "icon" | "messages" | "parts" | "strings" | "theme"> {
  /**
   * The form of the widget. `popup`: a button in the corner of the page opens a dialog. `sidebar`:
   * a button opens a dialog at the edge of the screen, as wide as the person makes it. `inline`:
   * the chat fills the box around it. Default `popup`.
   */
  readonly form?: "popup" | "sidebar" | "inline" | undefined;
  /**
   * A line of plain text that stays under the title, such as that no language model answers.
   * Default: none.
   */
  readonly notice?: string | undefined;
  /**
   * The greeting and the suggestions before the first message, or a function that returns them from
   * the scopes on the page. Default: a general sentence, and no suggestions.
   */
  readonly start?: Start | undefined;
  /** What the text field can do beside writing: files, commands, mentions, dictation. */
  readonly composer?: ComposerOptions | undefined;
  /**
   * A line under the field that shows the usage and, with `model`, the model that answers. With
   * `proxy`, what is left of the person's limit; with `onModelChange` too, the model can be chosen.
   * Default: none.
   */
  readonly meter?: boolean | MeterOptions | undefined;
  /** What is shown on the page while the agent works there. Default: all of it. */
  readonly marks?: boolean | MarkOptions | undefined;
  /** A class name to add after the widget's own class, `ambit-chat`. */
  readonly className?: string | undefined;
}
/**
 * Shows the chat widget: a conversation with the agent of the nearest `AgentProvider`. Needs
 * `@ambit/chat/styles.css`. The parts of the widget are exported: compose them yourself for another
 * arrangement.
 *
 * A closed widget does not fetch the code of its panel until somebody seems to want it, or when the
 * agent's `preload` says. Until the panel is there, an open widget shows a plain field.
 */
declare function Copilot(props: CopilotProps): ReactElement;
/**
 * All English texts, as a model for a translation. The widget does not need it: each part has its
 * own.
 */
declare const english: ChatStrings;
/**
 * Whether an event's target is inside a chat, also if the chat stands in a shadow root. For the
 * callbacks of dialogs that close when something outside of them is pressed or focused.
 */
declare function isInChat(target: EventTarget | null | undefined): boolean;
/** The options of `useSuggestions`. */
interface UseSuggestionsOptions {
  /**
   * A sentence about this page in place of the chat's own, before the first message:
   * `Mia, 41 orders are unpaid.` Plain text. Default: none.
   */
  readonly greeting?: string | undefined;
}
/**
 * Offers messages for the page that the component shows, in every chat with the agent, while the
 * component is mounted. They come before those of the chat; those of the component that was mounted
 * last come first. A new array with the same content changes nothing. Loads no code of the chat.
 * Throws `AgentError` outside an `AgentProvider`.
 *
 * @example
 * useSuggestions(['Draft reminders for them'], { greeting: `${count} orders are unpaid.` })
 */
declare function useSuggestions(suggestions: readonly Suggestion[], { greeting }?: UseSuggestionsOptions): void;
export { Chat, type ChatStrings, Copilot, type CopilotProps, english, isInChat, preloadMarkdown, useComposer, useSuggestions };
