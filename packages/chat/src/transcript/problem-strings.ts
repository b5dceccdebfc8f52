import { englishLate } from '../strings/shell-strings.ts'
import { formatTime } from '../units.ts'

/**
 * The texts about a run that did not complete, by what the user can do, and about parts that
 * could not be fetched.
 */
export interface ProblemStrings {
  /** The heading of an error, above one of the others. */
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
  /**
   * The message in place of a part that could not be fetched. The buttons are `retry` and `reload`.
   */
  readonly partNotLoaded: string
  /** The button that reloads the page, beside `retry`. */
  readonly reload: string
  /** The sentence in place of the chat in a browser that is too old for the agent. */
  readonly tooOld: string
  readonly copyDetails: string
  /** The texts for a run that reached a limit, each with the limit. The button is `goOn`. */
  readonly steps: (limit: number) => string
  readonly calls: (limit: number) => string
  readonly time: (limitMs: number) => string
  readonly repeated: (limit: number) => string
  /** The text for a run that reached a limit of tokens, of money, or one of the application. */
  readonly spent: string
  /** The text if a budget is used up that holds for more than one run. Nothing can go on. */
  readonly allSpent: string
  readonly goOn: string
  /** The line under the title of `Copilot` while there is no network. */
  readonly offline: string
  /** The text if there is no connection. */
  readonly network: string
  /** The text if the model or the proxy has too much to do. */
  readonly busy: string
  /** The text if the proxy cannot reach the server of the model. */
  readonly unreachable: string
  readonly tooSlow: string
  /** The text if the run ended because nobody decided about a call in time. */
  readonly undecided: string
  /** The text for an answer that broke off, or came empty. */
  readonly cut: string
  /** The text if the user has to sign in again. */
  readonly signedOut: string
  /** The text for something that only those who run the page can mend. */
  readonly setup: string
  /** The text if what may be used for now is used up. */
  readonly usedUp: string
  readonly tooLong: string
  /** The text if none of the models of `chooseModel` can answer. */
  readonly noModel: string
  /** The heading for files that were refused, above the reason. The button is `goOnWithout`. */
  readonly filesNotSent: string
  /**
   * The reason for files that were refused. `kind`: the model does not take such files. `rejected`:
   * the model, or something on the way to it, did not accept them.
   */
  readonly filesRefused: (names: string, reason: 'too_large' | 'kind' | 'rejected') => string
  readonly goOnWithout: string
  /** The text if a part of the page could not be fetched. */
  readonly notLoaded: string
  /** The text for a model that failed on its side, and for everything else. */
  readonly failed: string
  readonly other: string
  /** The label of the technical text, folded. */
  readonly details: string
}

const fileReasons = {
  too_large: 'this is too large for the assistant.',
  kind: 'the assistant does not take files of this kind.',
  rejected: 'the assistant did not accept this.',
}
const fileAdvice = 'Edit your message, or go on without it.'

export const englishProblems: ProblemStrings = {
  ...englishLate,
  errorTitle: 'Something went wrong',
  unknownError: 'No reason was given.',
  notSent: 'Your message was not sent',
  withheld: 'An answer was withheld',
  tryAgain: 'Try again',
  notChecked: 'It could not be checked.',
  copyDetails: 'Copy details',
  steps: (limit) => (limit === 1 ? 'I stopped after one step.' : `I stopped after ${limit} steps.`),
  calls: (limit) =>
    limit === 1 ? 'I stopped after one action.' : `I stopped after ${limit} actions.`,
  time: (limitMs) => `I stopped after ${formatTime(limitMs, 'long')}.`,
  repeated: (limit) => `I stopped, because I did the same thing ${limit} times over.`,
  spent: 'I stopped, because this took as much as one request may.',
  allSpent: 'The limit of this page is used up.',
  goOn: 'Continue',
  offline: 'You are offline.',
  network: 'The assistant could not be reached. Check your connection, then try again.',
  busy: 'The assistant has too much to do. Try again in a moment.',
  unreachable: "The model's server cannot be reached. Try again in a moment.",
  tooSlow: 'The assistant took too long. Try again.',
  undecided: 'Nobody decided in time, so I stopped. Try again.',
  cut: 'The answer broke off. Try again.',
  signedOut: 'You are not signed in. Sign in, then try again.',
  setup: 'The assistant is not set up for this. Those who run this page can mend it.',
  usedUp: 'Your allowance is used up for now.',
  tooLong: 'This conversation is too long. Begin a new one, or send fewer files.',
  noModel: 'No model can answer now. “Models” in the menu says why.',
  filesNotSent: 'A file was not sent',
  filesRefused: (names, reason) => `${names}: ${fileReasons[reason]} ${fileAdvice}`,
  goOnWithout: 'Go on without it',
  notLoaded: 'A part could not be loaded. Check your connection, or reload.',
  failed: 'The assistant failed to answer. Try again.',
  other: 'This did not work. Try again.',
  details: 'Details',
}
