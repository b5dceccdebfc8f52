import { formatDuration } from '../units.ts'

/** The texts about a call that did not succeed. An error of the application has its own text. */
export interface FailureStrings {
  /** The text for a call that the person refused, from the comment they gave. */
  readonly refused: (comment: string | undefined) => string
  /** The text for a call that something else refused, such as a rule, from the reason. */
  readonly notAllowed: (reason: string | undefined) => string
  /** The text for a call that needed an approval which nobody gave in time. */
  readonly notApproved: string
  /** The text for a call whose question the person declined, from the reason they gave. */
  readonly notAnswered: (reason: string | undefined) => string
  /** The text for a call that the page ended while it ran. */
  readonly interrupted: string
  /** The text for a call that had not begun when the page ended. */
  readonly neverStarted: string
  /** The text for a tool that is off, from the reason. */
  readonly off: (reason: string | undefined) => string
  /** The text for a tool that is not on the page. */
  readonly unknown: string
  /** The text for arguments that do not fit. */
  readonly invalid: string
  /** The text for a row, or its tool, that has left the page. */
  readonly gone: string
  /** The text for a call of something that changed while the person was asked. */
  readonly changed: string
  /** The text for a call that took too long, from the limit in milliseconds. */
  readonly tooSlow: (limitMs: number | undefined) => string
  /** The text for a call that the person stopped. */
  readonly stopped: string
  /** The text for a call that was not made, because a limit was reached. */
  readonly limit: string
  /** The text for a call whose error has no words for people. */
  readonly failed: string
}

const withReason = (text: string, reason: string | undefined): string =>
  reason === undefined ? `${text}.` : `${text}: ${reason}`

export const englishFailures: FailureStrings = {
  refused: (comment) => withReason('You said no', comment),
  notAllowed: (reason) => withReason('It was not allowed', reason),
  notApproved: 'Nobody allowed it in time.',
  notAnswered: (reason) => withReason('You did not answer its question', reason),
  interrupted: 'The page was closed while it ran. It may have taken effect.',
  neverStarted: 'The page was closed before it began. It did not run.',
  off: (reason) => withReason('It is not available now', reason),
  unknown: 'This page cannot do that.',
  invalid: 'The request did not fit this page.',
  gone: 'What it was for is no longer on the page.',
  changed: 'What it was for changed while it waited for you.',
  tooSlow: (limitMs) =>
    limitMs === undefined
      ? 'It took too long.'
      : `It took longer than ${formatDuration(limitMs)}, and was stopped.`,
  stopped: 'You stopped it.',
  limit: 'A limit was reached before it could be done.',
  failed: 'It did not work.',
}
