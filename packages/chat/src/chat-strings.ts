import type { StorageDegradation } from '@ambit/core/storage'
import type { ApprovalStrings } from './approval/approval-strings.ts'
import type { AskStrings } from './ask/ask-strings.ts'
import type { MarkdownStrings } from './markdown/markdown-options.ts'
import type { OutsideStrings } from './outside/outside-strings.ts'
import type { SignInStrings } from './sign-ins/sign-in-strings.ts'
import type { SessionStrings } from './sessions/session-strings.ts'
import type { ProblemStrings } from './transcript/problem-strings.ts'
import type { FailureStrings } from './tool-card/failure-strings.ts'
import type { StepStrings } from './tool-card/step-strings.ts'

/** All texts of the widget. */
export interface ChatStrings extends StepStrings {
  /** The name of the dialog or panel, also shown as its heading. */
  readonly title: string
  /** The name of the launcher button. */
  readonly open: string
  /** The name of the button that closes the popup or sidebar. */
  readonly close: string
  /** The name of the edge that changes a sidebar's width. */
  readonly resize: string
  /** The name of the region that scrolls. */
  readonly conversation: string
  /** The name of the log of messages, inside the region `conversation`. */
  readonly messages: string
  /** The name of a message's author, for screen readers and in exported Markdown. */
  readonly user: string
  readonly assistant: string
  /** The name of the application as the author of a message. */
  readonly app: string
  /** The heading and the text before the first message. */
  readonly emptyTitle: string
  readonly emptyText: string
  /** The name of the list of suggestions. */
  readonly suggestions: string
  readonly jump: string
  /** The button above the messages that draws those before them. */
  readonly showEarlier: string
  /** The name of the toolbar at a message, then the texts of its actions. */
  readonly actions: string
  readonly copy: string
  readonly copied: string
  readonly notCopied: string
  readonly edit: string
  /** The button that cancels: an edit, a deletion, a call whose card could not be loaded. */
  readonly giveUp: string
  readonly regenerate: string
  /** The button that reads an answer aloud, and the name that it has meanwhile. */
  readonly readAloud: string
  readonly stopReading: string
  readonly good: string
  readonly bad: string
  /** The button that removes a waiting message from the queue. */
  readonly withdraw: string
  /** The name of the group that switches between the versions of a message, then its texts. */
  readonly versions: string
  readonly version: (at: number, count: number) => string
  readonly previousVersion: string
  readonly nextVersion: string
  /** The name of the conversation's menu, then its entries. */
  readonly more: string
  readonly copyConversation: string
  readonly saveConversation: string
  /** The usage in tokens, the percentage of the prompts that a cache held, and the cost in USD. */
  readonly tokens: (count: number) => string
  readonly cached: (percent: number) => string
  readonly cost: (usd: number) => string
  /** The rest of the person's limit, in US dollars or in tokens, and the most that there is. */
  readonly moneyLeft: (left: number, max: number) => string
  readonly tokensLeft: (left: number, max: number) => string
  /**
   * The same text with the time when all of it is there again, in milliseconds since the Unix
   * epoch.
   */
  readonly leftUntil: (left: string, at: number) => string
  /** The name of the list from which the person chooses the model. */
  readonly model: string
  /** The name of the list of the agent's abilities, and of the button that shows the list. */
  readonly abilities: string
  /** The text in place of an empty list of abilities. */
  readonly noAbilities: string
  /**
   * The name of the list of stored sessions, and of the button that shows the list. `sessionList`
   * replaces the other English texts of the list.
   */
  readonly sessions: string
  readonly sessionList: Partial<SessionStrings>
  /** The notice that the last run was cut short, and the button that resumes the run. */
  readonly interrupted: string
  readonly resume: string
  /** The notice about data that the storage does not keep, and the button that dismisses it. */
  readonly notStored: (what: StorageDegradation) => string
  readonly dismiss: string
  /** The reason why a tool is off, if the application gives none. */
  readonly notNow: string
  /** The heading of what the person allowed without being asked again. */
  readonly remembered: string
  /** The time until which nobody is asked, from a time of day. */
  readonly allowedUntil: (time: string) => string
  /** The button that takes such an approval back, its accessible name, and what is spoken after. */
  readonly takeBack: string
  readonly takeBackOf: (tool: string) => string
  readonly tookBack: string
  /** The name and the placeholder of the text field. */
  readonly message: string
  readonly placeholder: string
  readonly send: string
  /**
   * The name of the send button while the agent works. `steer` names the button whose message the
   * agent reads before its next step.
   */
  readonly queue: string
  readonly steer: string
  readonly stop: string
  /** The name of the list of completions for the text in the field. */
  readonly completions: string
  /** The names of the button that adds files, the button that dictates, and the list of files. */
  readonly attach: string
  readonly dictate: string
  readonly attachments: string
  /** The name of the button that removes a file. */
  readonly removeFile: (name: string) => string
  /**
   * The reasons why a file was refused: its kind, its size, or the number of files. `maxBytes` is
   * the limit in bytes.
   */
  readonly fileKind: (name: string) => string
  readonly fileSize: (name: string, maxBytes: number) => string
  readonly fileCount: (maxFiles: number) => string
  /** The label of a message that waits for its turn. */
  readonly queued: string
  /**
   * The status line while the agent works, while a tool runs, and between two tries. `done`,
   * `stopped` and `failed` are its texts at the end of a run.
   */
  readonly working: string
  readonly usingTool: (title: string) => string
  /** The text over the page while a tool of the scope with this label runs. */
  readonly workingOn: (label: string) => string
  /** The button over the page that opens the chat, while the agent waits for the person. */
  readonly answer: string
  readonly waiting: string
  /** The time left, beside `waiting`. The text changes each second and is not spoken. */
  readonly waitingFor: (seconds: number) => string
  /** The status line while the agent waits for the network. */
  readonly offline: string
  /** The status line while the agent waits for the person's answer. */
  readonly waitingForPerson: string
  readonly done: string
  readonly stopped: string
  readonly failed: string
  /** The heading of an error, above one of `problems`. */
  readonly errorTitle: string
  /** The text for an error that has no message. */
  readonly unknownError: string
  readonly retry: string
  /** The heading for a message that a guardrail refused, above the reason. The button is `edit`. */
  readonly notSent: string
  /** The heading for a refused answer, above the reason. The button is `tryAgain`. */
  readonly withheld: string
  readonly tryAgain: string
  /** The reason if a guardrail failed, or was stopped, before it accepted the message. */
  readonly notChecked: string
  /** The text while the chat itself is fetched. */
  readonly loading: string
  /**
   * The message in place of a part that could not be fetched. The buttons are `retry` and `reload`.
   */
  readonly notLoaded: string
  /**
   * The message if the code that formats answers could not be fetched. Answers are then shown as
   * they were written.
   */
  readonly notFormatted: string
  /** The button that reloads the page, beside `retry`. */
  readonly reload: string
  /** The sentence in place of the chat in a browser that is too old for the agent. */
  readonly tooOld: string
  readonly copyDetails: string

  /** The label of the folded reasoning: while the model writes it, and afterwards. */
  readonly thinking: string
  readonly reasoning: string
  /** The reasons why an answer ends early. */
  readonly cut: string
  readonly tooLong: string
  readonly filtered: string
  /** The button that shows the rest of a very long answer. */
  readonly showAll: string
  /** The heading of an answer's sources. */
  readonly sources: string
  /** The name of a mark in the text that leads to a source, from its number and title. */
  readonly citation: (nth: number, title: string) => string
  /** The names of a file and of an artifact without a name of their own. */
  readonly file: string
  readonly artifact: string
  /** The button that opens an artifact in a view of its own, then the buttons in that view. */
  readonly openArtifact: (name: string) => string
  readonly backToConversation: string
  readonly saveFile: string

  /** The states of a tool call, in words. */
  readonly toolPreparing: string
  readonly toolPending: string
  readonly toolRunning: string
  readonly toolAwaiting: string
  readonly toolSucceeded: string
  readonly toolFailed: string
  readonly toolDenied: string
  readonly toolCancelled: string
  /** The state of a call whose page ended before the call did. */
  readonly toolInterrupted: string
  /** The buttons that undo one call and a whole run, then the states of an undo on a card. */
  readonly undo: string
  readonly undoAll: string
  readonly undoing: string
  readonly undone: string
  readonly undoFailed: (reason: string) => string
  /** The texts about an undo in the conversation, from the names of the calls, or `steps`. */
  readonly undoneCalls: (calls: string) => string
  readonly notUndoneCalls: (calls: string) => string
  readonly leftCalls: (calls: string) => string
  /** The heading of a call's arguments in its card. `result` is the heading of the result. */
  readonly arguments: string
  /** The headings of arguments that a person changed: those that ran, then the model's. */
  readonly changedArguments: string
  readonly askedArguments: string
  readonly result: string
  /** The heading of the text that the model got about a call that did not succeed. */
  readonly toldModel: string
  /** The name of a tool's progress bar. */
  readonly progress: string
  /** The duration of a tool call, from milliseconds. */
  readonly duration: (ms: number) => string
  /** Texts of a tool's questions, in place of the English ones. */
  readonly ask: Partial<AskStrings>
  /** Texts of approval cards, in place of the English ones. */
  readonly approval: Partial<ApprovalStrings>
  /** Texts about runs that did not complete, in place of the English ones. */
  readonly problems: Partial<ProblemStrings>
  /** Texts about calls that did not succeed, in place of the English ones. */
  readonly failures: Partial<FailureStrings>
  /** Texts about callers from outside, in place of the English ones. */
  readonly outside: Partial<OutsideStrings>
  /** Texts about services that wait for a sign-in, in place of the English ones. */
  readonly signIns: Partial<SignInStrings>
  /** Texts of `Markdown`, in place of the English ones. */
  readonly markdown: Partial<MarkdownStrings>
}
