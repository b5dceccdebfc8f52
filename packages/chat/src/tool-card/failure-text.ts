import { parseToolContent, type ToolMessage } from '@ambit/core'
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
 * application threw is shown as the application wrote it; no other text of an error is. Undefined
 * if there is nothing to add to the state of the call.
 */
export function failureText(answer: ToolMessage, strings: FailureStrings): string | undefined {
  const text = textOf(answer.status, failureOf(answer), strings)
  return text === undefined ? undefined : valueText(text)
}

function textOf(
  status: ToolMessage['status'],
  failure: Failure,
  strings: FailureStrings,
): string | undefined {
  const { kind, reason, detail, issues, timeoutMs } = failure
  switch (status) {
    case 'ok':
      return undefined
    case 'denied':
      return whyDenied(failure, strings)
    case 'disabled':
      if (kind === 'gone') return strings.gone
      if (kind === 'changed') return strings.changed
      // The model knows a row by its id, a person does not.
      return strings.off(kind === 'off' ? detail : reason)
    case 'unknown':
      return strings.unknown
    case 'invalid':
      return isOfRow(issues) ? strings.gone : strings.invalid
    case 'timeout':
      return strings.tooSlow(typeof timeoutMs === 'number' ? timeoutMs : undefined)
    case 'interrupted':
      return kind === 'not_started' ? strings.neverStarted : strings.interrupted
    case 'cancelled':
      return whyCancelled(failure, strings)
    case 'error':
      return whyFailed(failure, strings)
  }
}

/** Whether a call was cut short while it ran, so that nobody knows if it took effect. */
export const mayHaveRun = (answer: ToolMessage): boolean =>
  answer.status === 'interrupted' && failureOf(answer).kind !== 'not_started'

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
    case 'unclear':
      return strings.notAllowed(undefined)
    default:
      return strings.notAllowed(reason)
  }
}

function whyCancelled({ kind }: Failure, strings: FailureStrings): string | undefined {
  switch (kind) {
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
