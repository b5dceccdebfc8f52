import { AgentError } from '../errors/agent-error.ts'
import { CancellationError } from '../errors/run-errors.ts'
import { TimeoutError } from '../errors/limit-errors.ts'
import {
  DisabledToolError,
  ToolDeniedError,
  ToolValidationError,
  UnknownToolError,
} from '../errors/tool-errors.ts'
import type { ToolStatus } from '../messages/message.ts'

type ErrorStatus = Exclude<ToolStatus, 'ok' | 'interrupted'>

/**
 * The error class for each status of an answer. A new status does not compile without its error
 * class.
 */
const errors: Readonly<Record<ErrorStatus, { isInstance(value: unknown): boolean }>> = {
  invalid: ToolValidationError,
  unknown: UnknownToolError,
  disabled: DisabledToolError,
  denied: ToolDeniedError,
  timeout: TimeoutError,
  cancelled: CancellationError,
  // The base class of all the others, so it must be the last.
  error: AgentError,
}

/** Returns the status of the answer to a call that ended with an error. */
export function statusOfError(error: Error): ToolStatus {
  const kinds = Object.keys(errors) as ErrorStatus[]
  return kinds.find((status) => errors[status].isInstance(error)) ?? 'error'
}
