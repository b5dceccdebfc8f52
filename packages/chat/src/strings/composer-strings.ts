import { formatBytes } from '../units.ts'
import { englishField } from './shell-strings.ts'

/** The texts of the field: what is written, sent, attached, and waits for its turn. */
export interface ComposerStrings {
  /** The button that removes a waiting message from the queue. */
  readonly withdraw: string
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
  /** The names of the list of quotes, and of the button that removes a quote. */
  readonly quotes: string
  readonly removeQuote: (text: string) => string
  /** The name of the button that removes a file. */
  readonly removeFile: (name: string) => string
  /**
   * The reasons why a file was refused: its kind, its size, or the number of files. `maxBytes` is
   * the limit in bytes.
   */
  readonly fileKind: (name: string) => string
  readonly fileSize: (name: string, maxBytes: number) => string
  readonly fileCount: (maxFiles: number) => string
  /** The reasons why a file was refused: it is empty, or too large with the other files. */
  readonly fileEmpty: (name: string) => string
  readonly filesSize: (name: string, maxBytes: number) => string
  /** The label of a message that waits for its turn. */
  readonly queued: string
}

export const englishComposer: ComposerStrings = {
  ...englishField,
  withdraw: 'Do not send',
  queue: 'Send next',
  steer: 'Send now',
  stop: 'Stop',
  completions: 'Suggestions for what you write',
  attach: 'Add files',
  dictate: 'Dictate',
  attachments: 'Files to send',
  quotes: 'Quotes to send',
  removeQuote: (text) => `Remove the quote “${text}”`,
  removeFile: (name) => `Remove ${name}`,
  fileKind: (name) => `${name} was not added: files of this kind cannot be sent.`,
  fileSize: (name, maxBytes) =>
    `${name} was not added: it is larger than ${formatBytes(maxBytes)}.`,
  fileEmpty: (name) => `${name} was not added: it is empty.`,
  filesSize: (name, maxBytes) =>
    `${name} was not added: the files of one message have at most ${formatBytes(maxBytes)} together.`,
  fileCount: (maxFiles) =>
    maxFiles === 1
      ? 'Only one file goes with a message.'
      : `At most ${maxFiles} files go with one message.`,
}
