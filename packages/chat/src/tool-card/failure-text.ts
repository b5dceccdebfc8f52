import { type CallRecord, parseToolContent, type ToolMessage } from '@ambit/core'
import type { FailureStrings } from './failure-strings.ts'
import { idArgument } from './tool-title.ts'
import { valueText } from './value-text.ts'

/** The parts of an answer that tell why its call did not succeed. The message is for the model. */
interface Failure {
  /** An `ErrorCode`. */
  readonly code: string | undefined
  readonly kind: string | undefined
  readonly message: string | undefined
  readonly reason: string | undefined
  readonly detail: string | undefined
  readonly issues: unknown
  readonly timeoutMs: unknown
}

/**
 * Returns the reason why a call did not succeed, for people. The text of an error that the
 * application threw is shown as it was written. So is that of a rule of its schema, and no other
 * text. A call that was ended early is described as one that was not run, or that may have
 * taken effect. `late` is how its handler has ended since. Undefined if there is nothing to add to
 * the state of the call.
 */
export function failureText(
  answer: ToolMessage,
  strings: FailureStrings,
  late?: CallRecord['late'],
): string | undefined {
  const text = textOf(answer, failureOf(answer), strings, late)
  return text === undefined ? undefined : valueText(text)
}

function textOf(
  answer: ToolMessage,
  failure: Failure,
  strings: FailureStrings,
  late: CallRecord['late'],
): string | undefined {
  const { status } = answer
  if (mayHaveRun(answer)) {
    const why = whyEnded(failure, strings)
    return late ? strings.endedLate(why, late) : strings.mayHaveRun(why)
  }
  const { kind, reason, detail, issues } = failure
  switch (status) {
    case 'ok':
      return undefined
    case 'denied':
      return whyDenied(failure, strings)
    case 'disabled':
      if (kind === 'gone') return strings.gone
      // The model knows a row by its id, a user does not.
      return strings.off(kind === 'off' ? detail : reason)
    case 'stale':
      return strings.stale
    case 'unknown':
      return strings.unknown
    case 'invalid':
      return isOfRow(issues) ? strings.gone : (sentencesOf(issues) ?? strings.invalid)
    case 'cancelled':
      return strings.notRun(whyEnded(failure, strings))
    case 'error':
      return whyFailed(failure, strings)
    default:
      return undefined
  }
}

/** Whether a call was ended while it ran, so that nobody knows if it took effect. */
export const mayHaveRun = ({ status }: ToolMessage): boolean =>
  status === 'interrupted' || status === 'timeout'

/** Whether the user denied a call without a reason. */
export const isRefused = (answer: ToolMessage): boolean =>
  answer.status === 'denied' && failureOf(answer).kind === 'no'

function whyDenied({ kind, reason }: Failure, strings: FailureStrings): string {
  switch (kind) {
    case 'no':
      return strings.refused(undefined)
    case 'no_because':
      return strings.refused(reason)
    case 'unanswered':
      return strings.notApproved
    case 'changed':
      return strings.changed
    case 'policy':
    case 'unclear':
      return strings.notAllowed(undefined)
    default:
      return strings.notAllowed(reason)
  }
}

/** Returns the sentence that says why a call was ended early; undefined if there is none. */
function whyEnded({ code, kind, timeoutMs }: Failure, strings: FailureStrings): string | undefined {
  if (code === 'timeout') {
    return strings.tooSlow(typeof timeoutMs === 'number' ? timeoutMs : undefined)
  }
  switch (kind) {
    case 'not_started':
      return strings.pageClosedBefore
    case 'outcome_unknown':
      return strings.pageClosed
    case 'cut':
      return strings.cut
    case 'scope_ended':
      return strings.gone
    case 'changed':
      return strings.changed
    case 'user':
      return strings.stopped
    case 'budget':
      return strings.limit
    case 'deadline':
    case 'timeout':
      return strings.tooSlow(undefined)
    default:
      return undefined
  }
}

function whyFailed({ code, kind, message, reason }: Failure, strings: FailureStrings): string {
  if (code === 'declined') return strings.notAnswered(reason)
  if (code === 'limit') return strings.limit
  const isOfApp = code === undefined || code === 'handler'
  if (!isOfApp || kind !== undefined || message === undefined) return strings.failed
  // The model also gets the class of an error that a handler threw.
  return message.replace(/^[A-Z]\w*(?:Error|Exception): /, '')
}

/**
 * Returns the messages of the application's own rules, such as a `refine` of zod; undefined if
 * another rule refused the arguments. Those messages are of a library.
 */
export function sentencesOf(issues: unknown): string | undefined {
  if (!Array.isArray(issues)) return undefined
  const own = issues.map((issue: unknown) =>
    memberOf(issue, 'code') === 'custom' ? memberOf(issue, 'message') : undefined,
  )
  const isOwn = own.every((message) => typeof message === 'string' && message !== noMessage)
  return isOwn && own.length > 0 ? [...new Set(own)].join(' ') : undefined
}

/** The message of zod for a rule that has none. */
const noMessage = 'Invalid input'

/** Whether the arguments did not fit because they name a row that is not there. */
const isOfRow = (issues: unknown): boolean =>
  Array.isArray(issues) &&
  issues.some((issue: unknown) => {
    const path = memberOf(issue, 'path')
    return Array.isArray(path) && path.length === 1 && path[0] === idArgument
  })

function failureOf(answer: ToolMessage): Failure {
  const content = parseToolContent(answer)
  const error = memberOf(content, 'error')
  const textAt = (key: string): string | undefined => {
    const text = memberOf(error, key)
    return typeof text === 'string' ? text : undefined
  }
  return {
    code: textAt('code'),
    kind: textAt('kind'),
    message: typeof error === 'string' ? error : textAt('message'),
    reason: textAt('reason'),
    detail: textAt('detail'),
    issues: memberOf(error, 'issues'),
    timeoutMs: memberOf(error, 'timeoutMs'),
  }
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return Reflect.get(value, key)
}
