import { formatDuration } from '../units.ts'

/** The texts about a call that did not succeed. An error of the application has its own text. */
export interface FailureStrings {
  /** The text for a call that the user refused, from the comment they gave. */
  readonly refused: (comment: string | undefined) => string
  /** The text for a call that something else refused, such as a rule, from the reason. */
  readonly notAllowed: (reason: string | undefined) => string
  /** The text for a call that needed an approval which nobody gave in time. */
  readonly notApproved: string
  /** The text for a call whose question the user declined, from the reason they gave. */
  readonly notAnswered: (reason: string | undefined) => string
  /** The text for a call that was not run, from the sentence that says why. */
  readonly notRun: (why: string | undefined) => string
  /** The text for a call that was ended while it ran, from the sentence that says why. */
  readonly mayHaveRun: (why: string | undefined) => string
  /** The same for a call whose handler has ended since: if it returned or threw. */
  readonly endedLate: (why: string | undefined, how: 'returned' | 'threw') => string
  /** The sentence that says that the page was closed while a call ran. */
  readonly pageClosed: string
  /** The sentence that says that the page was closed before a call began. */
  readonly pageClosedBefore: string
  /** The sentence that says that the message which asked for the call was cut. */
  readonly cut: string
  /** The text for a tool that is off, from the reason. */
  readonly off: (reason: string | undefined) => string
  /** The text for a tool that is not on the page. */
  readonly unknown: string
  /** The text for arguments that do not fit. */
  readonly invalid: string
  /** The text for a row, or its tool, that has left the page. */
  readonly gone: string
  /** The text for a call of something that changed while the user was asked. */
  readonly changed: string
  /** The text for a call that did not run, as the page was not what the model was shown. */
  readonly stale: string
  /** The sentence that says that a call took too long, from the limit in milliseconds. */
  readonly tooSlow: (limitMs: number | undefined) => string
  /** The sentence that says that the user stopped a call. */
  readonly stopped: string
  /** The sentence that says that a limit was reached. */
  readonly limit: string
  /** The text for a call whose error has no words for people. */
  readonly failed: string
}

const after = (why: string | undefined, text: string): string =>
  why === undefined ? text : `${why} ${text}`

const withReason = (text: string, reason: string | undefined): string =>
  reason === undefined ? `${text}.` : `${text}: ${reason}`

export const englishFailures: FailureStrings = {
  refused: (comment) => withReason('You said no', comment),
  notAllowed: (reason) => withReason('It was not allowed', reason),
  notApproved: 'Nobody allowed it in time.',
  notAnswered: (reason) => withReason('You did not answer its question', reason),
  notRun: (why) => after(why, 'It was not run.'),
  mayHaveRun: (why) => after(why, 'It may have taken effect.'),
  endedLate: (why, how) =>
    after(
      why,
      how === 'returned'
        ? 'It went on to its end all the same.'
        : 'It ended with an error after that. It may have taken effect.',
    ),
  pageClosed: 'The page was closed while it ran.',
  pageClosedBefore: 'The page was closed before it began.',
  cut: 'The answer ended too early.',
  off: (reason) => withReason('It is not available now', reason),
  unknown: 'This page cannot do that.',
  invalid: 'The request did not fit this page.',
  gone: 'What it was for is no longer on the page.',
  changed: 'What it was for changed while it waited for you.',
  stale: 'The page had changed, so it did not run.',
  tooSlow: (limitMs) =>
    limitMs === undefined ? 'It took too long.' : `It took longer than ${formatDuration(limitMs)}.`,
  stopped: 'You stopped it.',
  limit: 'A limit was reached.',
  failed: 'It did not work.',
}
