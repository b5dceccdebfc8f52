// @ambit/chat

import { ComponentPropsWithoutRef, JSX, MouseEvent, ReactElement, ReactNode, RefCallback } from "react";
import { AssistantMessage, AssistantToolCall, CallActivity, ToolMessage, UserMessage } from "@ambit/core";
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
  /** Stands for an image, which is never loaded; `alt` may be empty. */
  readonly image: (alt: string) => string;
  readonly taskDone: string;
  readonly taskOpen: string;
  /** Ends a text that is longer than what is shown of it. */
  readonly truncated: string;
}
interface CodeSource {
  /** The code exactly as shown, without a final line end. */
  readonly text: string;
  /** The first word of the info string, `''` when there is none. */
  readonly language: string;
}
interface MarkdownOptions {
  /** Texts to use instead of the English ones. */
  readonly strings?: Partial<MarkdownStrings> | undefined;
  /** What stands in a code block's head beside the language. Default: a copy button. */
  readonly renderCodeActions?: ((code: CodeSource) => ReactNode) | undefined;
  /** Called when a link is activated; `preventDefault()` keeps the browser from following it. */
  readonly onLinkClick?: ((event: MouseEvent<HTMLAnchorElement>, href: string) => void) | undefined;
}
/** Every text of the widget. */
interface ChatStrings {
  /** Name of the dialog or panel, and its heading. */
  readonly title: string;
  /** Name of the launcher button. */
  readonly open: string;
  /** Name of the button that closes the popup. */
  readonly close: string;
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
  /** Name and placeholder of the text field. */
  readonly message: string;
  readonly placeholder: string;
  readonly send: string;
  /** In place of `send` while the agent works. */
  readonly queue: string;
  readonly stop: string;
  /** Stands at a message that waits for its turn. */
  readonly queued: string;
  /** The status line: while it works, while a tool runs, between two tries, and how it ended. */
  readonly working: string;
  readonly usingTool: (title: string) => string;
  readonly waiting: string;
  readonly done: string;
  readonly stopped: string;
  readonly failed: string;
  /** Heading of an error; its message follows. */
  readonly errorTitle: string;
  /** In place of the message of an error that has none. */
  readonly unknownError: string;
  readonly retry: string;
  /** The folded reasoning, while it is written and afterwards. */
  readonly thinking: string;
  readonly reasoning: string;
  /** Why an answer ends where it does. */
  readonly cut: string;
  readonly tooLong: string;
  readonly filtered: string;
  /** The states of a tool call. */
  readonly toolPreparing: string;
  readonly toolPending: string;
  readonly toolRunning: string;
  readonly toolSucceeded: string;
  readonly toolFailed: string;
  readonly toolCancelled: string;
  /** Headings in a tool card. */
  readonly arguments: string;
  readonly result: string;
  /** Name of a tool's progress bar. */
  readonly progress: string;
  /** How long a tool took, from milliseconds. */
  readonly duration: (ms: number) => string;
  /** Texts of `Markdown` to use instead of the English ones. */
  readonly markdown: Partial<MarkdownStrings>;
}
/** The texts that are used where none are given. */
declare const englishChat: ChatStrings;
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
type ChatTheme = "system" | "light" | "dark";
/** What `Chat` says about itself. */
type ChatState = {
  readonly theme: ChatTheme;
};
interface ChatProps extends PartProps<ChatState> {
  /** Texts to use instead of the English ones. Give the same object each time, or every part renders again. */
  readonly strings?: Partial<ChatStrings> | undefined;
  /** `system` follows the person's setting. Default `system`. */
  readonly theme?: ChatTheme | undefined;
  readonly children?: ReactNode;
}
/**
 * Stands around the parts of one chat, inside of an `AgentProvider`: holds its texts and its colours, and keeps the host page's
 * styles out. Takes no space of its own.
 */
declare function Chat(props: ChatProps): ReactElement;
/** What `Composer` says about itself. */
type ComposerState = {
  readonly empty: boolean;
  readonly busy: boolean;
};
type ComposerProps = PartProps<ComposerState, "form">;
/**
 * The text field with its buttons. Enter sends and Shift+Enter starts a line, unless an input method uses the key; the field grows with its
 * text. What is sent while the agent works waits for its turn.
 */
declare function Composer(props: ComposerProps): ReactElement;
interface CopilotProps {
  /** `popup`: a button in the corner of the page opens it. `inline`: it fills the box it stands in. Default `popup`. */
  readonly form?: "popup" | "inline" | undefined;
  /** What the person may say with one press, shown before the first message. Default: none. */
  readonly suggestions?: readonly string[] | undefined;
  /** A plain line that stays under the title, such as that no language model answers. Default: none. */
  readonly notice?: string | undefined;
  /** Texts to use instead of the English ones. Give the same object each time. */
  readonly strings?: Partial<ChatStrings> | undefined;
  /** `system` follows the person's setting. Default `system`. */
  readonly theme?: ChatTheme | undefined;
  /** Whether the popup is open; leave it out to let the widget decide. */
  readonly open?: boolean | undefined;
  /** Whether the popup is open at first, when `open` is left out. Default false. */
  readonly defaultOpen?: boolean | undefined;
  /** Called when the person opens or closes the popup. */
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /** Stands after the widget's own class, `ambit-chat`. */
  readonly className?: string | undefined;
}
/**
 * The chat widget: a conversation with the agent of the nearest `AgentProvider`. Needs `@ambit/chat/styles.css`. It is nothing but the
 * exported parts put together: compose them yourself where you want another arrangement.
 */
declare function Copilot(props: CopilotProps): ReactElement;
interface HeaderProps extends PartProps<Record<never, never>, "header"> {
  /** Controls of your own, between the title and the close button. */
  readonly children?: ReactNode;
}
/** The title, which names the dialog or panel, and in a popup the button that closes it. */
declare function Header(props: HeaderProps): ReactElement;
/** What `Launcher` says about itself. */
type LauncherState = {
  readonly open: boolean;
};
type LauncherProps = PartProps<LauncherState, "button">;
/** The button that opens the popup, and closes it again. */
declare function Launcher(props: LauncherProps): ReactElement;
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
interface PanelProps extends PartProps<PanelState, "section"> {
  readonly children?: ReactNode;
}
/** A chat as a part of the page: a named region that fills the box it stands in, at least 320 px high. */
declare function Panel(props: PanelProps): ReactElement;
/** What `Popup` says about itself. */
type PopupState = {
  readonly open: boolean;
};
interface PopupProps extends PartProps<PopupState> {
  /** Whether the panel is shown; leave it out to let the popup decide. */
  readonly open?: boolean | undefined;
  /** Whether it is shown at first, when `open` is left out. Does not take the focus. Default false. */
  readonly defaultOpen?: boolean | undefined;
  /** Called when the person opens or closes it. */
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /** Replaces the button that opens the panel. */
  readonly launcher?: ReactElement | undefined;
  readonly children?: ReactNode;
}
/**
 * A button in the corner of the page and the dialog it opens, which leaves the page usable. Opening moves the focus to the text field,
 * Escape and the buttons close it and give the focus back. A closed panel keeps its state and is inert. `className` and
 * `render` are the panel's. On screens up to 480 px wide it takes all of the screen.
 */
declare function Popup(props: PopupProps): ReactElement;
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
type CardState = "preparing" | "pending" | "running" | "succeeded" | "failed" | "cancelled";
interface ToolCallsProps {
  /** The calls one message asks for. */
  readonly calls: readonly AssistantToolCall[];
}
/** A card for each call of a message, which follows the call until it has ended. */
declare function ToolCalls({ calls }: ToolCallsProps): ReactNode;
/** What `ToolCard` says about itself. */
type ToolCardState = {
  readonly state: CardState;
};
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
interface AssistantBubbleProps extends PartProps<AssistantBubbleState, "article"> {
  readonly message: AssistantMessage;
  /** Whether the model is writing it. Default false. */
  readonly streaming?: boolean | undefined;
}
/** What the model said: its reasoning, folded, its text as Markdown, and a card for each call it asked for. */
declare function AssistantBubble(props: AssistantBubbleProps): ReactElement | null;
interface EmptyStateProps extends PartProps<Record<never, never>> {
  /** What the person may say with one press; sent as it stands. Default: none. */
  readonly suggestions?: readonly string[] | undefined;
}
/** What stands in the transcript before the first message. */
declare function EmptyState(props: EmptyStateProps): ReactElement;
type ErrorNoticeProps = PartProps<Record<never, never>>;
/** Why the last run did not complete, with a button that goes on from there. Nothing while there is no error. */
declare function ErrorNotice(props: ErrorNoticeProps): ReactElement | null;
/** What the person sent while the agent works, in the order in which it will be taken up. */
declare function QueuedMessages(): ReactElement | null;
/** What `Reasoning` says about itself. */
type ReasoningState = {
  readonly open: boolean;
  readonly streaming: boolean;
};
interface ReasoningProps extends PartProps<ReasoningState, "details"> {
  readonly text: string;
  /** Whether more follows. Default false. */
  readonly streaming?: boolean | undefined;
}
/** What the model thought before it spoke, as plain text. Folded until the person opens it. */
declare function Reasoning(props: ReasoningProps): ReactElement;
type RunOutcome = "done" | "stopped" | "failed";
/** What `StatusLine` says about itself. */
type StatusLineState = {
  readonly status: "working" | "waiting" | "idle" | RunOutcome;
};
type StatusLineProps = PartProps<StatusLineState, "p">;
/**
 * The one live region of the chat: speaks when work begins, each tool that runs, a wait for another try, and how it ended. Text that streams
 * is not spoken. Seen while the agent works, heard throughout.
 */
declare function StatusLine(props: StatusLineProps): ReactElement;
/** What `Transcript` says about itself. */
type TranscriptState = {
  readonly busy: boolean;
  readonly empty: boolean;
};
interface TranscriptProps extends PartProps<TranscriptState> {
  /** Shown while there is no message. Default: nothing. */
  readonly empty?: ReactNode;
}
/**
 * The open session's messages, the error that ended the last run, the messages that wait and the status line. A named region that scrolls
 * and takes the focus; it stays at its end until the person scrolls up. The log in it speaks new messages, and is
 * quiet while the agent works: the status line speaks then.
 */
declare function Transcript(props: TranscriptProps): ReactElement;
/** What `UserBubble` says about itself: `app` when the application said it. */
type UserBubbleState = {
  readonly source: "user" | "app";
};
interface UserBubbleProps extends PartProps<UserBubbleState, "article"> {
  readonly message: UserMessage;
}
/** What a person, or the application, said: as it was written. Of a file only its name is shown. */
declare function UserBubble(props: UserBubbleProps): ReactElement;
export { AssistantBubble, type AssistantBubbleProps, type AssistantBubbleState, type CardState, Chat, type ChatProps, type ChatState, type ChatStrings, type ChatTheme, type CodeSource, Composer, type ComposerProps, type ComposerState, Copilot, type CopilotProps, EmptyState, type EmptyStateProps, ErrorNotice, type ErrorNoticeProps, Header, type HeaderProps, Launcher, type LauncherProps, type LauncherState, Markdown, type MarkdownOptions, type MarkdownProps, type MarkdownStrings, Notice, type NoticeProps, Panel, type PanelProps, type PanelState, type PartAttributes, type PartProps, type PartState, Popup, type PopupProps, type PopupState, QueuedMessages, Reasoning, type ReasoningProps, type ReasoningState, type RunOutcome, StatusLine, type StatusLineProps, type StatusLineState, ToolCalls, type ToolCallsProps, ToolCard, type ToolCardProps, type ToolCardState, Transcript, type TranscriptProps, type TranscriptState, UserBubble, type UserBubbleProps, type UserBubbleState, englishChat, preloadMarkdown };
