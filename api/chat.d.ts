// @ambit/chat

import { ApprovalCause, ApprovalRequest, AssistantMessage, AssistantToolCall, CallActivity, SessionArtifact, StorageDegradation, ToolMessage, UserMessage } from "@ambit/core";
import { ComponentPropsWithoutRef, JSX, MouseEvent, ReactElement, ReactNode, RefCallback } from "react";
import "@ambit/react";
/** What a part says about itself: a `true` becomes an empty `data-*`, a text its value, the rest is left out. */
type PartState = Readonly<Record<string, boolean | string | undefined>>;
/** The attributes a part puts on its element, children and ref among them. */
type PartAttributes<Tag extends keyof JSX.IntrinsicElements> = ComponentPropsWithoutRef<Tag> & {
  readonly ref?: RefCallback<HTMLElement> | undefined;
  readonly [data: `data-${string}`]: string | undefined;
};
/** What every part takes beside its own props. */
interface PartProps<State, Tag extends keyof JSX.IntrinsicElements = "div"> {
  /** Stands after the part's own class; a function is given the part's state. */
  readonly className?: string | ((state: State) => string | undefined) | undefined;
  /**
   * Another element in place of the part's. Spread `props` on it: they hold children, role, name, handlers, state as `data-*`
   * and a ref that must reach a DOM element.
   */
  readonly render?: ((props: PartAttributes<Tag>, state: State) => ReactElement) | undefined;
}
/** `settling`: it has just come into view, or has moved. `covered`: something lies over it, or it is out of view. */
type Steadiness = "settling" | "covered" | "ready";
/** What `ApprovalCard` says about itself. */
type ApprovalCardState = {
  readonly effect: ApprovalRequest["effect"];
  readonly tainted: boolean;
  readonly editing: boolean;
  /** Whether the button that allows can be pressed, and if not, why. */
  readonly steadiness: Steadiness;
};
/** What `ApprovalCard` takes: the request that it shows, and decides. */
interface ApprovalCardProps extends PartProps<ApprovalCardState> {
  readonly request: ApprovalRequest;
}
/**
 * Asks the person for one call: why, what the tool says it would do, and every argument as it will be passed. They allow it, once or for an hour where that may be,
 * change its arguments, or deny it, with a word for the model. A card that appears takes the focus only from an empty text field of the chat, and onto itself: no key that is
 * already on its way can allow anything. What allows is off until it has stood still in view and uncovered for half a second, and heeds the person alone, not a
 * script.
 */
declare function ApprovalCard(props: ApprovalCardProps): ReactElement;
/** The texts of an approval card. */
interface ApprovalStrings {
  /** Name and heading of a card. */
  readonly title: (tool: string) => string;
  /** Why the person is asked. */
  readonly cause: Readonly<Record<ApprovalCause, string>>;
  /** What third-party text came before the call, from what the agent calls it. */
  readonly taint: (source: string) => string;
  /** Headings of what the tool says it would do, and of what it is called with. */
  readonly preview: string;
  readonly arguments: string;
  readonly noArguments: string;
  /** In place of a preview that failed, from the reason. */
  readonly noPreview: (reason: string) => string;
  /** At a value that is not shown as it is: it holds invisible characters, or is too long. */
  readonly notAsItIs: string;
  readonly allow: string;
  readonly deny: string;
  /** While the button that allows is hidden by something, or out of view. */
  readonly covered: string;
  /** Name and placeholder of the field for what the model is told with a denial. */
  readonly comment: string;
  readonly edit: string;
  /** In place of `allow` and `edit` while arguments are edited. */
  readonly allowEdited: string;
  readonly stopEditing: string;
  /** At a field that cannot be read. */
  readonly invalidField: string;
  /** When the editor could not be fetched. */
  readonly noEditor: string;
  readonly remember: string;
  /** Until when an answer counts, from a time of day. */
  readonly expires: (time: string) => string;
  /** Heading of the calls that are no part of the conversation. */
  readonly elsewhere: string;
}
/**
 * Says that a person is there to answer, for as long as the chat is on the page, and shows the requests that stand at no call of the conversation: those of `execute` and
 * of the page's own calls.
 */
declare function PendingApprovals(): ReactElement | null;
/** How the application shows artifacts, by their `type`. */
type ArtifactRenderers = Readonly<Record<string, (artifact: SessionArtifact) => ReactElement>>;
/** What `ArtifactView` says about itself: `own` where the application shows artifacts of its type. */
type ArtifactViewState = {
  readonly type: string;
  readonly own: boolean;
};
/** What `ArtifactView` takes: the artifact that it shows. */
interface ArtifactViewProps extends PartProps<ArtifactViewState, "section"> {
  readonly artifact: SessionArtifact;
}
/** Data a tool gave to the page: as the chat's `artifacts` show its type, else its title and the data as JSON text. */
declare function ArtifactView(props: ArtifactViewProps): ReactElement;
/** What `Abilities` says about itself. */
type AbilitiesState = {
  readonly empty: boolean;
};
/** What `Abilities` takes. */
type AbilitiesProps = PartProps<AbilitiesState, "section">;
/** What the agent can do on the page as it is now: each scope with its tools, and why one that is off cannot be used. */
declare function Abilities(props: AbilitiesProps): ReactElement;
/** What a person thought of an answer. */
interface Feedback {
  readonly message: AssistantMessage;
  readonly value: "good" | "bad";
}
/** What `MessageActions` says about itself. */
type MessageActionsState = {
  readonly role: "user" | "assistant";
  /** It asks for tools, so another follows. */
  readonly calls: boolean;
};
/** What `MessageActions` takes: the message they are about. */
interface MessageActionsProps extends PartProps<MessageActionsState> {
  readonly message: UserMessage | AssistantMessage;
  /** Called when the person wants to say something else in the place of a message of theirs. Default: they cannot. */
  readonly onEdit?: (() => void) | undefined;
}
/** What can be done with a message: copy it, say it differently or have it answered again, judge it, see what stood there before. Of one without text the last alone. */
declare function MessageActions(props: MessageActionsProps): ReactElement | null;
/** Every text of a question that a tool asks. */
interface AskStrings {
  /** In place of the text of a question that has none. */
  readonly question: string;
  /** Name of the field where the answer is one. */
  readonly answer: string;
  /** The buttons. */
  readonly submit: string;
  readonly decline: string;
  /** Stands after the name of a field that may be left empty. */
  readonly optional: string;
  /** The first entry of a list to choose from. */
  readonly choose: string;
  /** What is wrong with a field: empty, and no JSON. */
  readonly needed: string;
  readonly noJson: string;
}
/** Every text `Markdown` adds to what it shows. */
interface MarkdownStrings {
  /** Visible text and accessible name of a code block's copy button. */
  readonly copy: string;
  /** The same for two seconds after a successful copy. */
  readonly copied: string;
  /** The same after the browser refused. */
  readonly copyFailed: string;
  /** Accessible name of a code block; `language` is empty when unknown. */
  readonly code: (language: string) => string;
  /** Accessible name of a table that can be scrolled. */
  readonly table: string;
  /** Stands for an image that is not loaded, and is its text when it is; `alt` may be empty. */
  readonly image: (alt: string) => string;
  /** The button that loads an image, and the one that takes it away again. */
  readonly loadImage: string;
  readonly hideImage: string;
  /** In place of an image that the page's policy or the network refused. */
  readonly imageFailed: string;
  /** Asked before a link is followed that carries much text to another site, from its host and the length of its address. */
  readonly heavyLink: (host: string, chars: number) => string;
  /** Says how many characters of a text are not shown because nobody would see them. */
  readonly hiddenChars: (count: number) => string;
  readonly taskDone: string;
  readonly taskOpen: string;
  /** Ends a text that is longer than what is shown of it. */
  readonly truncated: string;
}
/** A code block, as what shows it or stands in its head is given it. */
interface CodeSource {
  /** The code exactly as shown, without a final line end. */
  readonly text: string;
  /** The first word of the info string, `''` when there is none. */
  readonly language: string;
}
/** How Markdown is shown, in `Markdown` and in the messages of a chat. */
interface MarkdownOptions {
  /** Texts to use instead of the English ones. */
  readonly strings?: Partial<MarkdownStrings> | undefined;
  /** What stands in a code block's head beside the language. Default: a copy button. */
  readonly renderCodeActions?: ((code: CodeSource) => ReactNode) | undefined;
  /** Called when a link is activated; `preventDefault()` keeps the browser from following it. */
  readonly onLinkClick?: ((event: MouseEvent<HTMLAnchorElement>, href: string) => void) | undefined;
  /**
   * From where images load without being asked for: origins such as `https://images.example`, or with a path whose segments an address must begin with,
   * such as `https://cdn.example/docs`. The text decides what such a server is asked for, so name none that passes requests on, and none whose
   * log others read. Give the same array each time. Default: none; every image waits for a press.
   */
  readonly allowedImageOrigins?: readonly string[] | undefined;
}
/** Every text of the list of conversations. */
interface SessionStrings {
  readonly create: string;
  /** In place of the title of a session that has none. */
  readonly untitled: string;
  readonly rename: (title: string) => string;
  /** Name of the field for a new title, and of the button that keeps it. */
  readonly title: string;
  readonly keep: string;
  readonly delete: (title: string) => string;
  /** Asked before a session is gone for good; then what is pressed. */
  readonly askDelete: string;
  readonly deleteForGood: string;
  /** When a session was last used, from milliseconds since the Unix epoch. */
  readonly used: (at: number) => string;
  /** In place of the list: it is empty, or could not be read. */
  readonly none: string;
  readonly notRead: (reason: string) => string;
}
/** Every text of the widget. */
interface ChatStrings {
  /** Name of the dialog or panel, and its heading. */
  readonly title: string;
  /** Name of the launcher button. */
  readonly open: string;
  /** Name of the button that closes the popup. */
  readonly close: string;
  /** Name of the edge that makes a sidebar wider. */
  readonly resize: string;
  /** Name of the region that scrolls. */
  readonly conversation: string;
  /** Name of the log of messages in it. */
  readonly messages: string;
  /** Whose message it is, for screen readers. */
  readonly user: string;
  readonly assistant: string;
  /** Stands before what the application said. */
  readonly app: string;
  /** Heading and text before the first message. */
  readonly emptyTitle: string;
  readonly emptyText: string;
  /** Name of the list of suggestions. */
  readonly suggestions: string;
  readonly jump: string;
  /** Name of the group of buttons at a message, and of those. */
  readonly actions: string;
  readonly copy: string;
  readonly copied: string;
  readonly notCopied: string;
  readonly edit: string;
  /** Ends editing without sending. */
  readonly giveUp: string;
  readonly regenerate: string;
  readonly good: string;
  readonly bad: string;
  /** Takes back a message that waits. */
  readonly withdraw: string;
  /** What stands in one place of the conversation, one after another. */
  readonly versions: string;
  readonly version: (at: number, count: number) => string;
  readonly previousVersion: string;
  readonly nextVersion: string;
  /** The menu of the conversation, and its entries. */
  readonly more: string;
  readonly copyConversation: string;
  readonly saveConversation: string;
  /** What was used: tokens, and US dollars. */
  readonly tokens: (count: number) => string;
  readonly cost: (usd: number) => string;
  /** Name of the list of what the agent can do, and of the button that shows it. */
  readonly abilities: string;
  /** In its place when there is nothing. */
  readonly noAbilities: string;
  /** The stored conversations: name of their list and of the button that shows it; other texts of it to use instead of the English ones. */
  readonly sessions: string;
  readonly sessionList: Partial<SessionStrings>;
  /** That the last run was cut short, and the button that goes on with it. */
  readonly interrupted: string;
  readonly resume: string;
  /** What the storage does not keep, and the button that puts the line away. */
  readonly notStored: (what: StorageDegradation) => string;
  readonly dismiss: string;
  /** Why a tool is off, where the app does not say. */
  readonly notNow: string;
  /** Name and placeholder of the text field. */
  readonly message: string;
  readonly placeholder: string;
  readonly send: string;
  /** In place of `send` while the agent works, and to be heard before it is done. */
  readonly queue: string;
  readonly steer: string;
  readonly stop: string;
  /** Name of the list that completes what is written. */
  readonly completions: string;
  /** Names of the buttons that add files and that listen, and of the list of files. */
  readonly attach: string;
  readonly dictate: string;
  readonly attachments: string;
  /** Name of the button that takes a file away. */
  readonly removeFile: (name: string) => string;
  /** Why a file was not taken: its kind, its size (the limit in bytes), how many there are. */
  readonly fileKind: (name: string) => string;
  readonly fileSize: (name: string, maxBytes: number) => string;
  readonly fileCount: (maxFiles: number) => string;
  /** Stands at a message that waits for its turn. */
  readonly queued: string;
  /** The status line: while it works, while a tool runs, between two tries, and how it ended. */
  readonly working: string;
  readonly usingTool: (title: string) => string;
  readonly waiting: string;
  /** Stands beside `waiting`, each second; it is not spoken. */
  readonly waitingFor: (seconds: number) => string;
  /** While there is no network. */
  readonly offline: string;
  /** While a person is asked something. */
  readonly waitingForPerson: string;
  readonly done: string;
  readonly stopped: string;
  readonly failed: string;
  /** Heading of an error; its message follows. */
  readonly errorTitle: string;
  /** In place of the message of an error that has none. */
  readonly unknownError: string;
  readonly retry: string;
  readonly copyDetails: string;
  /** The folded reasoning, while it is written and afterwards. */
  readonly thinking: string;
  readonly reasoning: string;
  /** Why an answer ends where it does. */
  readonly cut: string;
  readonly tooLong: string;
  readonly filtered: string;
  /** Shows the rest of a very long answer. */
  readonly showAll: string;
  /** Heading of where an answer has something from; names of a file and of data that have none. */
  readonly sources: string;
  readonly file: string;
  readonly artifact: string;
  /** The states of a tool call. */
  readonly toolPreparing: string;
  readonly toolPending: string;
  readonly toolRunning: string;
  readonly toolAwaiting: string;
  readonly toolSucceeded: string;
  readonly toolFailed: string;
  readonly toolDenied: string;
  readonly toolCancelled: string;
  /** Its page ended before it did. */
  readonly toolInterrupted: string;
  /** Takes back one call, or all of a run; what a card says while and after it is. */
  readonly undo: string;
  readonly undoAll: string;
  readonly undoing: string;
  readonly undone: string;
  readonly undoFailed: (reason: string) => string;
  /** Headings in a tool card. */
  readonly arguments: string;
  /** The same where a person changed them: what was run, and what the model had asked for. */
  readonly changedArguments: string;
  readonly askedArguments: string;
  readonly result: string;
  /** Name of a tool's progress bar. */
  readonly progress: string;
  /** How long a tool took, from milliseconds. */
  readonly duration: (ms: number) => string;
  /** Texts of a tool's question to use instead of the English ones. */
  readonly ask: Partial<AskStrings>;
  /** Texts of approval cards to use instead of the English ones. */
  readonly approval: Partial<ApprovalStrings>;
  /** Texts of `Markdown` to use instead of the English ones. */
  readonly markdown: Partial<MarkdownStrings>;
}
/** What a chat shows above its text field. */
type ChatView = "conversation" | "abilities" | "sessions";
/** What tools ask the person by `ctx.ask`, a form for each question. While it is mounted tools may ask. Nothing while they do not. */
declare function Questions(): ReactElement | null;
/** Which colours the chat has. `system` follows the person's setting. */
type ChatTheme = "system" | "light" | "dark";
/** What `Chat` says about itself. */
type ChatState = {
  readonly theme: ChatTheme;
};
/** What `Chat` takes; it holds for every part below. */
interface ChatProps extends PartProps<ChatState> {
  /** Texts to use instead of the English ones. Give the same object each time, or every part renders again. */
  readonly strings?: Partial<ChatStrings> | undefined;
  /** `system` follows the person's setting. Default `system`. */
  readonly theme?: ChatTheme | undefined;
  /** Told what the person thinks of an answer. Default: nobody is asked. Give the same function each time. */
  readonly onFeedback?: ((feedback: Feedback) => void) | undefined;
  /** How data that tools give to the page is shown, by its type. Default: as text. Give the same object each time. */
  readonly artifacts?: ArtifactRenderers | undefined;
  /** From where images in answers load without being asked for: see `MarkdownOptions`. Default: from nowhere. Give the same array each time. */
  readonly allowedImageOrigins?: readonly string[] | undefined;
  readonly children?: ReactNode;
}
/**
 * Stands around the parts of one chat, inside of an `AgentProvider`: holds its texts and its colours, and keeps the host page's
 * styles out. Takes no space of its own.
 */
declare function Chat(props: ChatProps): ReactElement;
/** Which files a person may send along. */
interface AttachmentRules {
  /** Media types and extensions, as the `accept` of a file input has them. Default `image/*,application/pdf,text/*`. */
  readonly accept?: string | undefined;
  /** The size of one file in bytes. Default 10,000,000. */
  readonly maxBytes?: number | undefined;
  /** How many go with one message. Default 8. */
  readonly maxFiles?: number | undefined;
}
/** Something a person can write with `/` at the start of a message. */
interface ChatCommand {
  /** Without the slash and without spaces. */
  readonly name: string;
  /** One line beside the name. */
  readonly description?: string | undefined;
  /** Text that takes the command's place in the field, to be sent or completed by the person. */
  readonly prompt?: string | undefined;
  /** Called instead when the command is chosen; the field is emptied. */
  readonly run?: (() => void) | undefined;
}
/** Something a person can point to with `@`. */
interface ChatMention {
  /** What is shown and looked through. */
  readonly label: string;
  /** One line beside it. */
  readonly description?: string | undefined;
  /** What is written into the message behind the `@`. Default: the label. */
  readonly text?: string | undefined;
}
type ListMentions = () => readonly ChatMention[];
/**
 * Lets people point with `@` to what a component shows, for as long as it is mounted, in every chat with the agent: beside a tool that takes orders, the orders. `list` is the one of the
 * latest committed render, asked while somebody writes behind an `@`; give text that the tools understand. What it throws is reported, and it names nothing then.
 */
declare function useMentions(list: ListMentions): void;
/** What `Composer` says about itself. */
type ComposerState = {
  readonly empty: boolean;
  readonly busy: boolean;
};
/** What `Composer` takes. */
interface ComposerProps extends PartProps<ComposerState, "form"> {
  /** Whether files may go along, and which: picked, pasted or dropped. Default false. */
  readonly attachments?: AttachmentRules | boolean | undefined;
  /** What can be written with `/` at the start of a message. Default: none. */
  readonly commands?: readonly ChatCommand[] | undefined;
  /** What can be pointed to with `@`, beside the labelled scopes that are on and what components name by `useMentions`. Default: nothing more. */
  readonly mentions?: readonly ChatMention[] | undefined;
  /** A button that listens, where the browser can; what is said may go to the browser's maker. Default false. */
  readonly dictation?: boolean | undefined;
}
/**
 * The text field with its buttons. Enter sends and Shift+Enter starts a line, unless an input method uses the key; the field grows with its
 * text; the arrow keys bring back what was said; what is begun stays when the field goes. What is sent while the agent works waits for its
 * turn, or with Control or Command is heard before the agent goes on.
 */
declare function Composer(props: ComposerProps): ReactElement;
/** What opens and closes a dialog, from outside or by itself. */
interface DialogProps {
  /** Whether the panel is shown; leave it out to let the widget decide. */
  readonly open?: boolean | undefined;
  /** Whether it is shown at first, when `open` is left out. Does not take the focus. Default false. */
  readonly defaultOpen?: boolean | undefined;
  /** Called when the person opens or closes it. */
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /**
   * Opens it from anywhere on the page, and moves the focus to its text field: `mod+j`, with `mod` for Command or Control. Throws
   * `AgentError` for keys that people type with. Default: none.
   */
  readonly shortcut?: string | undefined;
}
/** What `Meter` says about itself: `costed` where the cost is known. */
type MeterState = {
  readonly costed: boolean;
};
/** What `Meter` takes. */
interface MeterProps extends PartProps<MeterState, "p"> {
  /** What answers, in words for people. Default: not said. */
  readonly model?: string | undefined;
}
/** One line that says which model answers, and what the open session has used: tokens, and USD where `rates` knows the model. */
declare function Meter(props: MeterProps): ReactElement;
/** What `Copilot` takes. None is needed. */
interface CopilotProps extends DialogProps, Pick<ComposerProps, "attachments" | "commands" | "mentions" | "dictation">, Pick<ChatProps, "allowedImageOrigins"> {
  /**
   * `popup`: a button in the corner of the page opens it. `sidebar`: so too, at the edge of the screen and as wide as the person makes it. `inline`:
   * it fills the box it stands in. Default `popup`.
   */
  readonly form?: "popup" | "sidebar" | "inline" | undefined;
  /** What the person may say with one press, shown before the first message. Default: none. */
  readonly suggestions?: readonly string[] | undefined;
  /** A plain line that stays under the title, such as that no language model answers. Default: none. */
  readonly notice?: string | undefined;
  /** A line under the field that says what was used, and which model answers. Default: none. */
  readonly meter?: boolean | Pick<MeterProps, "model"> | undefined;
  /** Told what the person thinks of an answer. Default: nobody is asked. Give the same function each time. */
  readonly onFeedback?: ((feedback: Feedback) => void) | undefined;
  /** How data that tools give to the page is shown, by its type. Default: as text. Give the same object each time. */
  readonly artifacts?: ArtifactRenderers | undefined;
  /** Texts to use instead of the English ones. Give the same object each time. */
  readonly strings?: Partial<ChatStrings> | undefined;
  /** `system` follows the person's setting. Default `system`. */
  readonly theme?: ChatTheme | undefined;
  /** Stands after the widget's own class, `ambit-chat`. */
  readonly className?: string | undefined;
}
/**
 * The chat widget: a conversation with the agent of the nearest `AgentProvider`. Needs `@ambit/chat/styles.css`. It is nothing but the
 * exported parts put together: compose them yourself where you want another arrangement.
 */
declare function Copilot(props: CopilotProps): ReactElement;
/** The texts that are used where none are given. */
declare const englishChat: ChatStrings;
/** What `Header` takes. */
interface HeaderProps extends PartProps<Record<never, never>, "header"> {
  /** Controls of your own, between the title and the close button. */
  readonly children?: ReactNode;
}
/** The title, which names the dialog or panel, and in a popup the button that closes it. */
declare function Header(props: HeaderProps): ReactElement;
/** What `Launcher` says about itself. */
type LauncherState = {
  readonly open: boolean;
  /** It is closed, and something in it waits for the person. */
  readonly asks: boolean;
};
/** What `Launcher` takes. */
type LauncherProps = PartProps<LauncherState, "button">;
/** The button that opens the popup, and closes it again. Says so when something in a closed one waits for the person. */
declare function Launcher(props: LauncherProps): ReactElement;
/** What `Notice` takes. */
interface NoticeProps extends PartProps<Record<never, never>, "p"> {
  /** Something the person should know throughout, such as that no language model answers. Plain text. */
  readonly text: string;
}
/** One plain line under the header. */
declare function Notice(props: NoticeProps): ReactElement;
/** `Panel` has no state to speak of. */
type PanelState = {
  readonly inline: true;
};
/** What `Panel` takes. */
interface PanelProps extends PartProps<PanelState, "section"> {
  readonly children?: ReactNode;
}
/** A chat as a part of the page: a named region that fills the box it stands in, at least 320 px high. */
declare function Panel(props: PanelProps): ReactElement;
/** What `Popup` says about itself. */
type PopupState = {
  readonly open: boolean;
};
/** What `Popup` takes. */
interface PopupProps extends DialogProps, PartProps<PopupState> {
  /** Replaces the button that opens the panel. */
  readonly launcher?: ReactElement | undefined;
  readonly children?: ReactNode;
}
/**
 * A button in the corner of the page and the dialog it opens, which leaves the page usable. Opening moves the focus to the text field,
 * Escape and the buttons close it and give the focus back. A closed panel keeps its state and is inert. `className` and
 * `render` are the panel's. On screens up to 480 px wide or high it takes all of the screen, and is modal.
 */
declare function Popup(props: PopupProps): ReactElement;
/** What `Sidebar` says about itself. */
type SidebarState = {
  readonly open: boolean;
  readonly side: "start" | "end";
};
/** What `Sidebar` takes. */
interface SidebarProps extends DialogProps, PartProps<SidebarState> {
  /** At which edge of the screen, in the direction of the text. Default `end`. */
  readonly side?: "start" | "end" | undefined;
  /** How wide it is at first, in CSS pixels. Default 420. */
  readonly defaultWidth?: number | undefined;
  /** Between 280 and this, and never more than the screen, the person may choose. Default 800. */
  readonly maxWidth?: number | undefined;
  /** Called with each width the person chooses, in CSS pixels. */
  readonly onWidthChange?: ((width: number) => void) | undefined;
  /** Replaces the button that opens it. */
  readonly launcher?: ReactElement | undefined;
  readonly children?: ReactNode;
}
/**
 * A dialog of the screen's full height at one of its edges, opened by a button and as wide as the person makes it, by pointer or by arrow keys;
 * otherwise as `Popup`. While it is open `--ambit-sidebar-start` or `--ambit-sidebar-end` on the document's root holds its width, so that a
 * page can make room: `body { padding-inline-end: var(--ambit-sidebar-end, 0px) }`.
 */
declare function Sidebar(props: SidebarProps): ReactElement;
/** What `Markdown` takes. */
interface MarkdownProps extends MarkdownOptions {
  /** The whole text so far. While `streaming`, each new text begins with the one before. */
  readonly text: string;
  /** Whether more text follows. Default `false`. */
  readonly streaming?: boolean | undefined;
}
/** Fetches the Markdown part ahead of its first use. Never rejects. */
declare function preloadMarkdown(): Promise<void>;
/**
 * Shows a model's Markdown (CommonMark and GFM) as React elements of a closed set: no HTML from the
 * text, no images loaded, no links but web, mail and phone. What is finished is never parsed or
 * rendered again, whatever follows. Until the parser is loaded, and if it cannot be, the text is
 * shown as it was written. Of a text longer than 32,768 characters the first rendering, and the
 * server's, shows that much; the rest follows frame by frame.
 */
declare function Markdown(props: MarkdownProps): ReactNode;
/** An entry of a menu: its text, and what a press on it does. */
interface MenuItem {
  readonly label: string;
  readonly onSelect: () => void;
}
/** What `ConversationMenu` takes. */
interface ConversationMenuProps {
  /** Entries of your own, behind those of the widget. */
  readonly items?: readonly MenuItem[] | undefined;
}
/** What can be done with the whole conversation: a new one in its place, or copied and saved as Markdown. */
declare function ConversationMenu({ items }: ConversationMenuProps): ReactElement;
/** What `SessionList` says about itself: `loading` until the list was read. */
type SessionListState = {
  readonly empty: boolean;
  readonly loading: boolean;
};
/** What `SessionList` takes. */
type SessionListProps = PartProps<SessionListState, "section">;
/** The stored conversations, the one used last first: opened, renamed, deleted, or a new one begun. Needs an agent with a `storage`. */
declare function SessionList(props: SessionListProps): ReactElement;
/** What `SessionNotice` says about itself: the last run was cut short; the storage keeps less than it should. */
type SessionNoticeState = {
  readonly interrupted: boolean;
  readonly degraded: boolean;
};
/** What `SessionNotice` takes. */
type SessionNoticeProps = PartProps<SessionNoticeState>;
/** Offers to go on with a run that a reload or a crash cut short, and says, until the person has read it, what a storage does not keep. Nothing where all is well. */
declare function SessionNotice(props: SessionNoticeProps): ReactElement | null;
/** Where a call stands, as its card says: on its way, asked for, under way, or how it ended. */
type CardState = "preparing" | "pending" | "awaiting-approval" | "running" | "succeeded" | "failed" | "denied" | "cancelled" | "interrupted";
/** What `ToolCalls` takes. */
interface ToolCallsProps {
  /** The calls one message asks for. */
  readonly calls: readonly AssistantToolCall[];
}
/** Each call of a message, by the `render` of its tool or as a card, which follows the call until it has ended. */
declare function ToolCalls({ calls }: ToolCallsProps): ReactNode;
/** What `ToolCard` says about itself. */
type ToolCardState = {
  readonly state: CardState;
};
/** What `ToolCard` takes. */
interface ToolCardProps extends PartProps<ToolCardState> {
  /** The call as it was asked for; its arguments count once the model has written them all. */
  readonly call: AssistantToolCall;
  /** What the call is doing, until it has ended. */
  readonly activity?: CallActivity | undefined;
  /** How it was answered, once it has ended. */
  readonly answer?: ToolMessage | undefined;
}
/**
 * One call of a tool: its title, arguments, progress, state in words, duration and result. What tools and models say is shown as text. A
 * failure is readable without opening the card.
 */
declare function ToolCard(props: ToolCardProps): ReactElement;
/** What `AssistantBubble` says about itself; `partial` when the message ends before its end. */
type AssistantBubbleState = {
  readonly streaming: boolean;
  readonly partial: boolean;
};
/** What `AssistantBubble` takes. */
interface AssistantBubbleProps extends PartProps<AssistantBubbleState, "article"> {
  readonly message: AssistantMessage;
  /** Whether the model is writing it. Default false. */
  readonly streaming?: boolean | undefined;
}
/**
 * What the model said: its reasoning, folded, its text as Markdown, the files and sources it gave, and a card for each call it asked for. Pictures
 * that are in the message are shown; of other files the name is.
 */
declare function AssistantBubble(props: AssistantBubbleProps): ReactElement | null;
/** What `EmptyState` takes. */
interface EmptyStateProps extends PartProps<Record<never, never>> {
  /** What the person may say with one press; sent as it stands. Default: none. */
  readonly suggestions?: readonly string[] | undefined;
}
/** What stands in the transcript before the first message. */
declare function EmptyState(props: EmptyStateProps): ReactElement;
/** What `ErrorNotice` takes. */
type ErrorNoticeProps = PartProps<Record<never, never>>;
/** Why the last run did not complete, with a button that goes on from there, and one that copies its kind, message and ids. Nothing while there is no error. */
declare function ErrorNotice(props: ErrorNoticeProps): ReactElement | null;
/** What the person sent while the agent works, in the order in which it will be taken up; each can be taken back. */
declare function QueuedMessages(): ReactElement | null;
/** What `Reasoning` says about itself. */
type ReasoningState = {
  readonly open: boolean;
  readonly streaming: boolean;
};
/** What `Reasoning` takes: what the model thought, so far. */
interface ReasoningProps extends PartProps<ReasoningState, "details"> {
  readonly text: string;
  /** Whether more follows. Default false. */
  readonly streaming?: boolean | undefined;
}
/** What the model thought before it spoke, as plain text. Folded until the person opens it. */
declare function Reasoning(props: ReasoningProps): ReactElement;
/** How a run ended, as the status line says it: `stopped` is a cancel. */
type RunOutcome = "done" | "stopped" | "failed";
/** One message of a transcript. */
interface ShownMessage {
  readonly message: UserMessage | AssistantMessage;
  /** Whether the model is writing it. */
  readonly streaming: boolean;
  /** What is shown otherwise: the bubble, and what can be done with it; or the field in which it is edited. */
  readonly children: ReactElement;
}
/** Shows one message: something around `children`, or something in their place. */
type ShowMessage = (shown: ShownMessage) => ReactNode;
/** What `StatusLine` says about itself. */
type StatusLineState = {
  readonly status: "working" | "waiting" | "idle" | RunOutcome;
};
/** What `StatusLine` takes. */
type StatusLineProps = PartProps<StatusLineState, "p">;
/**
 * The one live region of the chat: speaks when work begins, each tool that runs, a wait for another try, and how it ended. Text that streams
 * is not spoken; what a person has to allow is, with what it would be done with. Seen while the agent works, heard throughout.
 */
declare function StatusLine(props: StatusLineProps): ReactElement;
/** What `Transcript` says about itself. */
type TranscriptState = {
  readonly busy: boolean;
  readonly empty: boolean;
};
/** What `Transcript` takes. */
interface TranscriptProps extends PartProps<TranscriptState> {
  /** Shown while there is no message, and none is being read from a storage. Default: nothing. */
  readonly empty?: ReactNode;
  /** How a message is shown, such as with a picture of who says it. Give the same function each time. Default: its `children`. */
  readonly message?: ShowMessage | undefined;
}
/**
 * The open session's messages, the error that ended the last run, the messages that wait and the status line. A named region that scrolls
 * and takes the focus; it stays at its end until the person scrolls up, and brings older messages of a stored conversation as they come to its top.
 * The log in it speaks new messages, and is quiet while the agent works: the status line speaks then.
 */
declare function Transcript(props: TranscriptProps): ReactElement;
/** What `UserBubble` says about itself: `app` when the application said it. */
type UserBubbleState = {
  readonly source: "user" | "app";
};
/** What `UserBubble` takes: the message that it shows. */
interface UserBubbleProps extends PartProps<UserBubbleState, "article"> {
  readonly message: UserMessage;
}
/** What a person, or the application, said: as it was written. Pictures that are in the message are shown; of other files the name is. */
declare function UserBubble(props: UserBubbleProps): ReactElement;
/** What `ViewButton` says about itself. */
type ViewButtonState = {
  readonly pressed: boolean;
};
/** What `ViewButton` takes. */
interface ViewButtonProps extends PartProps<ViewButtonState, "button"> {
  /** The view it shows. */
  readonly name: Exclude<ChatView, "conversation">;
}
/** Shows a view in place of the conversation, and the conversation again. Nothing for `sessions` where the agent has no `storage`. */
declare function ViewButton(props: ViewButtonProps): ReactElement | null;
/** What `View` says about itself. */
type ViewState = {
  readonly name: ChatView;
};
/** What `View` takes. */
interface ViewProps extends PartProps<ViewState> {
  /** Which view it is. */
  readonly name: ChatView;
  readonly children?: ReactNode;
}
/** Holds what one view of the chat shows. The conversation stays as it is while another is shown; the others are made anew each time. */
declare function View(props: ViewProps): ReactElement | null;
export { Abilities, type AbilitiesProps, type AbilitiesState, ApprovalCard, type ApprovalCardProps, type ApprovalCardState, type ApprovalStrings, type ArtifactRenderers, ArtifactView, type ArtifactViewProps, type ArtifactViewState, type AskStrings, AssistantBubble, type AssistantBubbleProps, type AssistantBubbleState, type AttachmentRules, type CardState, Chat, type ChatCommand, type ChatMention, type ChatProps, type ChatState, type ChatStrings, type ChatTheme, type ChatView, type CodeSource, Composer, type ComposerProps, type ComposerState, ConversationMenu, type ConversationMenuProps, Copilot, type CopilotProps, type DialogProps, EmptyState, type EmptyStateProps, ErrorNotice, type ErrorNoticeProps, type Feedback, Header, type HeaderProps, Launcher, type LauncherProps, type LauncherState, Markdown, type MarkdownOptions, type MarkdownProps, type MarkdownStrings, type MenuItem, MessageActions, type MessageActionsProps, type MessageActionsState, Meter, type MeterProps, type MeterState, Notice, type NoticeProps, Panel, type PanelProps, type PanelState, type PartAttributes, type PartProps, type PartState, PendingApprovals, Popup, type PopupProps, type PopupState, Questions, QueuedMessages, Reasoning, type ReasoningProps, type ReasoningState, type RunOutcome, SessionList, type SessionListProps, type SessionListState, SessionNotice, type SessionNoticeProps, type SessionNoticeState, type SessionStrings, type ShowMessage, type ShownMessage, Sidebar, type SidebarProps, type SidebarState, StatusLine, type StatusLineProps, type StatusLineState, ToolCalls, type ToolCallsProps, ToolCard, type ToolCardProps, type ToolCardState, Transcript, type TranscriptProps, type TranscriptState, UserBubble, type UserBubbleProps, type UserBubbleState, View, ViewButton, type ViewButtonProps, type ViewButtonState, type ViewProps, type ViewState, englishChat, preloadMarkdown, useMentions };
