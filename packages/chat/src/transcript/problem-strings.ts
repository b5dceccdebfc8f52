import { englishLate } from '../strings/shell-strings.ts'
import { formatTime } from '../units.ts'

const fileReasons = {
  too_large: 'this is too large for the assistant.',
  kind: 'the assistant does not take files of this kind.',
  rejected: 'the assistant did not accept this.',
}
const fileAdvice = 'Edit your message, or go on without it.'

const own = {
  /** The heading of an error, above one of the others. */
  errorTitle: 'Something went wrong',
  /** The text for an error that has no message. */
  unknownError: 'No reason was given.',
  /** The heading for a message that a guardrail refused, above the reason. The button is `edit`. */
  notSent: 'Your message was not sent',
  /** The heading for a refused answer, above the reason. The button is `tryAgain`. */
  withheld: 'An answer was withheld',
  tryAgain: 'Try again',
  /** The reason if a guardrail failed, or was stopped, before it accepted the message. */
  notChecked: 'It could not be checked.',
  copyDetails: 'Copy details',
  /** The texts for a run that reached a limit, each with the limit. The button is `goOn`. */
  steps: (limit: number): string =>
    limit === 1 ? 'I stopped after one step.' : `I stopped after ${limit} steps.`,
  calls: (limit: number): string =>
    limit === 1 ? 'I stopped after one action.' : `I stopped after ${limit} actions.`,
  time: (limitMs: number): string => `I stopped after ${formatTime(limitMs, 'long')}.`,
  repeated: (limit: number): string =>
    `I stopped, because I did the same thing ${limit} times over.`,
  /** The text for a run that reached a limit of tokens, of money, or one of the application. */
  spent: 'I stopped, because this took as much as one request may.',
  /** The text if a budget is used up that holds for more than one run. Nothing can go on. */
  allSpent: 'The limit of this page is used up.',
  goOn: 'Continue',
  /** The line under the title of `Copilot` while there is no network. */
  offline: 'You are offline.',
  /** The text if there is no connection. */
  network: 'The assistant could not be reached. Check your connection, then try again.',
  /** The text if the model or the proxy has too much to do. */
  busy: 'The assistant has too much to do. Try again in a moment.',
  /** The text if the proxy cannot reach the server of the model. */
  unreachable: "The model's server cannot be reached. Try again in a moment.",
  tooSlow: 'The assistant took too long. Try again.',
  /** The text if the run ended because nobody decided about a call in time. */
  undecided: 'Nobody decided in time, so I stopped. Try again.',
  /** The text for an answer that broke off, or came empty. */
  cut: 'The answer broke off. Try again.',
  /** The text if the user has to sign in again. */
  signedOut: 'You are not signed in. Sign in, then try again.',
  /** The text for something that only those who run the page can mend. */
  setup: 'The assistant is not set up for this. Those who run this page can mend it.',
  /** The text if what may be used for now is used up. */
  usedUp: 'Your allowance is used up for now.',
  tooLong: 'This conversation is too long. Begin a new one, or send fewer files.',
  /** The text if none of the models of `chooseModel` can answer. */
  noModel: 'No model can answer now. “Models” in the menu says why.',
  /** The heading for files that were refused, above the reason. The button is `goOnWithout`. */
  filesNotSent: 'A file was not sent',
  /**
   * The reason for files that were refused. `kind`: the model does not take such files. `rejected`:
   * the model, or something on the way to it, did not accept them.
   */
  filesRefused: (names: string, reason: 'too_large' | 'kind' | 'rejected'): string =>
    `${names}: ${fileReasons[reason]} ${fileAdvice}`,
  goOnWithout: 'Go on without it',
  /** The text if a part of the page could not be fetched. */
  notLoaded: 'A part could not be loaded. Check your connection, or reload.',
  /** The text for a model that failed on its side, and for everything else. */
  failed: 'The assistant failed to answer. Try again.',
  other: 'This did not work. Try again.',
  /** The label of the technical text, folded. */
  details: 'Details',
}

/**
 * The texts about a run that did not complete, by what the user can do, and about parts that
 * could not be fetched.
 */
export type ProblemStrings = Readonly<typeof englishLate & typeof own>

export const englishProblems: ProblemStrings = { ...englishLate, ...own }
