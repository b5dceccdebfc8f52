import { AgentError } from '../errors/agent-error.ts'
import { AskDeclinedError, GuardrailError, OutputSchemaError } from '../errors/answer-errors.ts'
import { addToJson, errorBrand, type ErrorJson } from '../errors/error-json.ts'
import { BudgetExceededError, TimeoutError } from '../errors/limit-errors.ts'
import { ModelError } from '../errors/model-error.ts'
import { AgentBusyError, CancellationError } from '../errors/run-errors.ts'
import {
  DisabledToolError,
  SerializationError,
  ToolDeniedError,
  ToolHandlerError,
  ToolValidationError,
  UnknownToolError,
} from '../errors/tool-errors.ts'
import type { CancelReason } from '../cancel-reason.ts'
import { LoadError } from '../lazily.ts'
import { StorageError } from '../storage/storage.ts'

/** The prototypes of Ambit's own errors, by name. */
const prototypes = new Map(
  [
    AgentBusyError,
    AgentError,
    AskDeclinedError,
    BudgetExceededError,
    CancellationError,
    DisabledToolError,
    GuardrailError,
    LoadError,
    ModelError,
    OutputSchemaError,
    SerializationError,
    StorageError,
    TimeoutError,
    ToolDeniedError,
    ToolHandlerError,
    ToolValidationError,
    UnknownToolError,
  ].map(({ prototype }) => [prototype.name, prototype as AgentError] as const),
)

/**
 * Returns the error of a stored event, or any stored error, as an `Error` again, with its name,
 * message, code and other fields. One of Ambit's own is recognised by the `isInstance` of its
 * class. Returns an `Error` unchanged.
 */
export function errorOf(stored: unknown): Error {
  if (stored instanceof Error) return stored
  const { name, message, brand, cause, ...fields } = (stored ?? {}) as Partial<ErrorJson>
  const options = cause === undefined ? undefined : { cause: errorOf(cause) }
  const isOwn = brand === errorBrand
  const error = new (isOwn ? AgentError : Error)(String(message ?? stored), options)
  const prototype = isOwn && prototypes.get(String(name))
  if (prototype) Object.setPrototypeOf(error, prototype)
  else if (name !== undefined && name !== error.name) {
    Object.defineProperty(error, 'name', { value: name, configurable: true, writable: true })
  }
  addToJson(error)
  const { reason } = fields
  const isReason = typeof reason === 'object' && reason !== null
  return Object.assign(error, fields, isReason && { reason: reasonOf(reason as CancelReason) })
}

/** Returns the reason of a stored cancel, whose cause is an `Error` again. */
export function reasonOf(reason: CancelReason): CancelReason {
  const { cause } = reason
  if (typeof cause !== 'object' || cause === null || cause instanceof Error) return reason
  return 'message' in cause ? { ...reason, cause: errorOf(cause) } : reason
}
