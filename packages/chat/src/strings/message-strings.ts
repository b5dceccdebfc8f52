export const englishMessages = {
  /** The name of a message's author, for screen readers and in exported Markdown. */
  user: 'You',
  assistant: 'Assistant',
  /** The name of the application as the author of a message. */
  app: 'From the page',
  /** The name of the toolbar at a message, then the texts of its actions. */
  actions: 'Message',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'It could not be copied',
  edit: 'Edit message',
  /** The button that cancels an edit. */
  giveUp: 'Cancel',
  regenerate: 'Answer again',
  /** The warning before another version, from the names of the calls that it leaves in effect. */
  leftCalls: (calls: string): string => `Already done, or at least begun: ${calls}.`,
  /** The button that undoes these calls before. */
  undoFirst: 'Undo these first',
  /** The button that reads an answer aloud, and the name that it has meanwhile. */
  readAloud: 'Read aloud',
  stopReading: 'Stop reading',
  good: 'Good answer',
  bad: 'Bad answer',
  /** The name of the group that switches between the versions of a message, then its texts. */
  versions: 'Versions',
  version: (at: number, count: number): string => `${at}/${count}`,
  previousVersion: 'Previous version',
  nextVersion: 'Next version',
  /**
   * The message if the code that formats answers could not be fetched. Answers are then shown as
   * they were written.
   */
  notFormatted: 'The formatting of answers could not be loaded.',
  /** The label of the folded reasoning: while the model writes it, and afterwards. */
  thinking: 'Thinking',
  reasoning: 'Reasoning',
  /** What is said below a message whose run failed, once another message follows. */
  unanswered: 'No answer came.',
  /** The reasons why an answer ends early. */
  cut: 'Stopped before the end',
  tooLong: 'The answer reached its length limit',
  filtered: 'The provider withheld the rest',
  /** The button that shows the rest of a very long answer. */
  showAll: 'Show all of it',
  /** The heading of an answer's sources. */
  sources: 'Sources',
  /** The name of a mark in the text that leads to a source, from its number and title. */
  citation: (nth: number, title: string): string => `Source ${nth}: ${title}`,
  /** The names of a file and of an artifact without a name of their own. */
  file: 'File',
  /** What is said below a file of a message that is not sent to the model any more. */
  fileNotSent: (name: string): string => `Not sent to the assistant: ${name}`,
  artifact: 'Result',
  /** The button that opens an artifact in a view of its own, then the buttons in that view. */
  openArtifact: (name: string): string => `Open “${name}”`,
  backToConversation: 'Back to the conversation',
  saveFile: 'Save as a file',
}

/** The texts at messages: their authors, actions and versions, reasoning, sources, artifacts. */
export type MessageStrings = Readonly<typeof englishMessages>
