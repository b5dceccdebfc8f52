import { formatDuration } from '../units.ts'

const after = (why: string | undefined, text: string): string =>
  why === undefined ? text : `${why} ${text}`

const withReason = (text: string, reason: string | undefined): string =>
  reason === undefined ? `${text}.` : `${text}: ${reason}`

export const englishFailures = {
  /** The text for a call that the user refused, from the comment they gave. */
  refused: (comment: string | undefined): string => withReason('You said no', comment),
  /** The text for a call that something else refused, such as a rule, from the reason. */
  notAllowed: (reason: string | undefined): string => withReason('It was not allowed', reason),
  /** The text for a call that needed an approval which nobody gave in time. */
  notApproved: 'Nobody allowed it in time.',
  /** The text for a call whose question the user declined, from the reason they gave. */
  notAnswered: (reason: string | undefined): string =>
    withReason('You did not answer its question', reason),
  /** The text for a call that was not run, from the sentence that says why. */
  notRun: (why: string | undefined): string => after(why, 'It was not run.'),
  /** The text for a call that was ended while it ran, from the sentence that says why. */
  mayHaveRun: (why: string | undefined): string => after(why, 'It may have taken effect.'),
  /** The same for a call whose handler has ended since: if it returned or threw. */
  endedLate: (why: string | undefined, how: 'returned' | 'threw'): string =>
    after(
      why,
      how === 'returned'
        ? 'It went on to its end all the same.'
        : 'It ended with an error after that. It may have taken effect.',
    ),
  /** The sentence that says that the page was closed while a call ran. */
  pageClosed: 'The page was closed while it ran.',
  /** The sentence that says that the page was closed before a call began. */
  pageClosedBefore: 'The page was closed before it began.',
  /** The sentence that says that the message which asked for the call was cut. */
  cut: 'The answer ended too early.',
  /** The text for a tool that is off, from the reason. */
  off: (reason: string | undefined): string => withReason('It is not available now', reason),
  /** The text for a tool that is not on the page. */
  unknown: 'This page cannot do that.',
  /** The text for arguments that do not fit. */
  invalid: 'The request did not fit this page.',
  /** The text for a row, or its tool, that has left the page. */
  gone: 'What it was for is no longer on the page.',
  /** The text for a call of something that changed while the user was asked. */
  changed: 'What it was for changed while it waited for you.',
  /** The text for a call that did not run, as the page was not what the model was shown. */
  stale: 'The page had changed, so it did not run.',
  /** The sentence that says that a call took too long, from the limit in milliseconds. */
  tooSlow: (limitMs: number | undefined): string =>
    limitMs === undefined ? 'It took too long.' : `It took longer than ${formatDuration(limitMs)}.`,
  /** The sentence that says that the user stopped a call. */
  stopped: 'You stopped it.',
  /** The sentence that says that a limit was reached. */
  limit: 'A limit was reached.',
  /** The text for a call whose error has no words for people. */
  failed: 'It did not work.',
}

/** The texts about a call that did not succeed. An error of the application has its own text. */
export type FailureStrings = Readonly<typeof englishFailures>
