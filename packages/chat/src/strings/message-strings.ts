/** The texts at messages: their authors, actions and versions, reasoning, sources, artifacts. */
export interface MessageStrings {
  /** The name of a message's author, for screen readers and in exported Markdown. */
  readonly user: string
  readonly assistant: string
  /** The name of the application as the author of a message. */
  readonly app: string
  /** The name of the toolbar at a message, then the texts of its actions. */
  readonly actions: string
  readonly copy: string
  readonly copied: string
  readonly notCopied: string
  readonly edit: string
  /** The button that cancels an edit. */
  readonly giveUp: string
  readonly regenerate: string
  /** The warning before another version, from the names of the calls that it leaves in effect. */
  readonly leftCalls: (calls: string) => string
  /** The button that undoes these calls before. */
  readonly undoFirst: string
  /** The button that reads an answer aloud, and the name that it has meanwhile. */
  readonly readAloud: string
  readonly stopReading: string
  readonly good: string
  readonly bad: string
  /** The name of the group that switches between the versions of a message, then its texts. */
  readonly versions: string
  readonly version: (at: number, count: number) => string
  readonly previousVersion: string
  readonly nextVersion: string
  /**
   * The message if the code that formats answers could not be fetched. Answers are then shown as
   * they were written.
   */
  readonly notFormatted: string
  /** The label of the folded reasoning: while the model writes it, and afterwards. */
  readonly thinking: string
  readonly reasoning: string
  /** What is said below a message whose run failed, once another message follows. */
  readonly unanswered: string
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
  /** What is said below a file of a message that is not sent to the model any more. */
  readonly fileNotSent: (name: string) => string
  readonly artifact: string
  /** The button that opens an artifact in a view of its own, then the buttons in that view. */
  readonly openArtifact: (name: string) => string
  readonly backToConversation: string
  readonly saveFile: string
}

export const englishMessages: MessageStrings = {
  user: 'You',
  assistant: 'Assistant',
  app: 'From the page',
  actions: 'Message',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'It could not be copied',
  edit: 'Edit message',
  giveUp: 'Cancel',
  regenerate: 'Answer again',
  leftCalls: (calls) => `Already done, or at least begun: ${calls}.`,
  undoFirst: 'Undo these first',
  readAloud: 'Read aloud',
  stopReading: 'Stop reading',
  good: 'Good answer',
  bad: 'Bad answer',
  versions: 'Versions',
  version: (at, count) => `${at}/${count}`,
  previousVersion: 'Previous version',
  nextVersion: 'Next version',
  notFormatted: 'The formatting of answers could not be loaded.',
  thinking: 'Thinking',
  reasoning: 'Reasoning',
  unanswered: 'No answer came.',
  cut: 'Stopped before the end',
  tooLong: 'The answer reached its length limit',
  filtered: 'The provider withheld the rest',
  showAll: 'Show all of it',
  sources: 'Sources',
  citation: (nth, title) => `Source ${nth}: ${title}`,
  file: 'File',
  fileNotSent: (name) => `Not sent to the assistant: ${name}`,
  artifact: 'Result',
  openArtifact: (name) => `Open “${name}”`,
  backToConversation: 'Back to the conversation',
  saveFile: 'Save as a file',
}
