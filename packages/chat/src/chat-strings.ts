import type { StorageDegradation } from '@ambit/core/storage'
import type { ApprovalStrings } from './approval/approval-strings.ts'
import type { AskStrings } from './ask/ask-strings.ts'
import type { MarkdownStrings } from './markdown/markdown-options.ts'
import type { SessionStrings } from './sessions/session-strings.ts'

/** Every text of the widget. */
export interface ChatStrings {
  /** Name of the dialog or panel, and its heading. */
  readonly title: string
  /** Name of the launcher button. */
  readonly open: string
  /** Name of the button that closes the popup. */
  readonly close: string
  /** Name of the edge that makes a sidebar wider. */
  readonly resize: string
  /** Name of the region that scrolls. */
  readonly conversation: string
  /** Name of the log of messages in it. */
  readonly messages: string
  /** Whose message it is, for screen readers. */
  readonly user: string
  readonly assistant: string
  /** Stands before what the application said. */
  readonly app: string
  /** Heading and text before the first message. */
  readonly emptyTitle: string
  readonly emptyText: string
  /** Name of the list of suggestions. */
  readonly suggestions: string
  readonly jump: string
  /** Name of the group of buttons at a message, and of those. */
  readonly actions: string
  readonly copy: string
  readonly copied: string
  readonly notCopied: string
  readonly edit: string
  /** Ends editing without sending. */
  readonly giveUp: string
  readonly regenerate: string
  readonly good: string
  readonly bad: string
  /** Takes back a message that waits. */
  readonly withdraw: string
  /** What stands in one place of the conversation, one after another. */
  readonly versions: string
  readonly version: (at: number, count: number) => string
  readonly previousVersion: string
  readonly nextVersion: string
  /** The menu of the conversation, and its entries. */
  readonly more: string
  readonly copyConversation: string
  readonly saveConversation: string
  /** What was used: tokens, and US dollars. */
  readonly tokens: (count: number) => string
  readonly cost: (usd: number) => string
  /** Name of the list of what the agent can do, and of the button that shows it. */
  readonly abilities: string
  /** In its place when there is nothing. */
  readonly noAbilities: string
  /** The stored conversations: name of their list and of the button that shows it; other texts of it to use instead of the English ones. */
  readonly sessions: string
  readonly sessionList: Partial<SessionStrings>
  /** That the last run was cut short, and the button that goes on with it. */
  readonly interrupted: string
  readonly resume: string
  /** What the storage does not keep, and the button that puts the line away. */
  readonly notStored: (what: StorageDegradation) => string
  readonly dismiss: string
  /** Why a tool is off, where the app does not say. */
  readonly notNow: string
  /** Name and placeholder of the text field. */
  readonly message: string
  readonly placeholder: string
  readonly send: string
  /** In place of `send` while the agent works, and to be heard before it is done. */
  readonly queue: string
  readonly steer: string
  readonly stop: string
  /** Name of the list that completes what is written. */
  readonly completions: string
  /** Names of the buttons that add files and that listen, and of the list of files. */
  readonly attach: string
  readonly dictate: string
  readonly attachments: string
  /** Name of the button that takes a file away. */
  readonly removeFile: (name: string) => string
  /** Why a file was not taken: its kind, its size (the limit in bytes), how many there are. */
  readonly fileKind: (name: string) => string
  readonly fileSize: (name: string, maxBytes: number) => string
  readonly fileCount: (maxFiles: number) => string
  /** Stands at a message that waits for its turn. */
  readonly queued: string
  /** The status line: while it works, while a tool runs, between two tries, and how it ended. */
  readonly working: string
  readonly usingTool: (title: string) => string
  readonly waiting: string
  /** Stands beside `waiting`, each second; it is not spoken. */
  readonly waitingFor: (seconds: number) => string
  /** While there is no network. */
  readonly offline: string
  /** While a person is asked something. */
  readonly waitingForPerson: string
  readonly done: string
  readonly stopped: string
  readonly failed: string
  /** Heading of an error; its message follows. */
  readonly errorTitle: string
  /** In place of the message of an error that has none. */
  readonly unknownError: string
  readonly retry: string
  /** While the chat itself is fetched. */
  readonly loading: string
  /** In place of a part that could not be fetched, and its button beside `retry`. */
  readonly notLoaded: string
  /** The same for what formats answers: they are shown as they were written. */
  readonly notFormatted: string
  readonly reload: string
  readonly copyDetails: string

  /** The folded reasoning, while it is written and afterwards. */
  readonly thinking: string
  readonly reasoning: string
  /** Why an answer ends where it does. */
  readonly cut: string
  readonly tooLong: string
  readonly filtered: string
  /** Shows the rest of a very long answer. */
  readonly showAll: string
  /** Heading of where an answer has something from; names of a file and of data that have none. */
  readonly sources: string
  readonly file: string
  readonly artifact: string

  /** The states of a tool call. */
  readonly toolPreparing: string
  readonly toolPending: string
  readonly toolRunning: string
  readonly toolAwaiting: string
  readonly toolSucceeded: string
  readonly toolFailed: string
  readonly toolDenied: string
  readonly toolCancelled: string
  /** Its page ended before it did. */
  readonly toolInterrupted: string
  /** Takes back one call, or all of a run; what a card says while and after it is. */
  readonly undo: string
  readonly undoAll: string
  readonly undoing: string
  readonly undone: string
  readonly undoFailed: (reason: string) => string
  /** Headings in a tool card. */
  readonly arguments: string
  /** The same where a person changed them: what was run, and what the model had asked for. */
  readonly changedArguments: string
  readonly askedArguments: string
  readonly result: string
  /** Name of a tool's progress bar. */
  readonly progress: string
  /** How long a tool took, from milliseconds. */
  readonly duration: (ms: number) => string

  /** Texts of a tool's question to use instead of the English ones. */
  readonly ask: Partial<AskStrings>
  /** Texts of approval cards to use instead of the English ones. */
  readonly approval: Partial<ApprovalStrings>

  /** Texts of `Markdown` to use instead of the English ones. */
  readonly markdown: Partial<MarkdownStrings>
}
