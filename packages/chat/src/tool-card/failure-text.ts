import { parseToolContent, type ToolMessage } from '@ambit/core'
import type { FailureStrings } from './failure-strings.ts'
import { idArgument } from './tool-title.ts'
import { valueText } from './value-text.ts'

/** The parts of an answer that tell why its call did not succeed. The message is for the model. */
interface Failure {
  readonly name: unknown
  readonly message: string
  readonly reason: string | undefined
  readonly issues: unknown
  readonly timeoutMs: unknown
}

/**
 * Returns the reason why a call did not succeed, for people. The text of an error that the
 * application threw is shown as the application wrote it. Undefined if there is nothing to add to
 * the state of the call.
 */
export function failureText(answer: ToolMessage, strings: FailureStrings): string | undefined {
  const failure = failureOf(answer)
  const text = textOf(answer, failure, strings)
  return text === undefined ? undefined : valueText(text)
}

function textOf(
  { status }: ToolMessage,
  failure: Failure,
  strings: FailureStrings,
): string | undefined {
  const { message, reason, issues, timeoutMs } = failure
  switch (status) {
    case 'ok':
      return undefined
    case 'denied':
      return whyDenied(failure, strings)
    case 'disabled':
      if (reason?.endsWith('is no longer on the page')) return strings.gone
      // The model knows a row by its id, a person does not.
      return strings.off(reason?.replace(/^the instance ".*?" is off(?:: )?/, '') || undefined)
    case 'unknown':
      return strings.unknown
    case 'invalid':
      return isOfRow(issues) ? strings.gone : strings.invalid
    case 'timeout':
      return strings.tooSlow(typeof timeoutMs === 'number' ? timeoutMs : undefined)
    case 'interrupted':
      return message.endsWith('it did not run') ? strings.neverStarted : strings.interrupted
    case 'cancelled':
      if (message.startsWith('Cancelled (scope_ended)')) {
        return message.endsWith('so the approval does not hold') ? strings.changed : strings.gone
      }
      return message.startsWith('Cancelled (user)') ? strings.stopped : undefined
    case 'error':
      return whyFailed(failure, strings)
  }
}

const saidNo = 'the person said no'

function whyDenied({ message, reason = message }: Failure, strings: FailureStrings): string {
  if (reason === saidNo) return strings.refused(undefined)
  if (message.endsWith(`: ${saidNo}: ${reason}`)) return strings.refused(reason)
  if (reason.startsWith('nobody answered within ')) return strings.notApproved
  return strings.notAllowed(reason)
}

function whyFailed({ name, message, reason }: Failure, strings: FailureStrings): string {
  if (name === 'AskDeclinedError') return strings.notAnswered(reason)
  // The model also gets the class of an error that a handler threw.
  return name === 'ToolHandlerError'
    ? message.replace(/^[A-Z]\w*(?:Error|Exception): /, '')
    : message
}

/** Tells if the arguments did not fit because they name a row that is not there. */
const isOfRow = (issues: unknown): boolean =>
  Array.isArray(issues) &&
  issues.some((issue: unknown) => {
    const path = memberOf(issue, 'path')
    return Array.isArray(path) && path.length === 1 && path[0] === idArgument
  })

function failureOf(answer: ToolMessage): Failure {
  const content = parseToolContent(answer)
  const error = memberOf(content, 'error') ?? content
  const message = memberOf(error, 'message')
  const reason = memberOf(error, 'reason')
  return {
    name: memberOf(error, 'name'),
    message: typeof message === 'string' ? message : valueText(error),
    reason: typeof reason === 'string' ? reason : undefined,
    issues: memberOf(error, 'issues'),
    timeoutMs: memberOf(error, 'timeoutMs'),
  }
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return Reflect.get(value, key)
}
