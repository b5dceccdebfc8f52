import type { CancelReason } from '../cancellation.ts'
import type { AgentEvent } from '../events.ts'
import type { Message } from '../messages/message.ts'
import type { TraceEntry } from '../messages/trace.ts'
import type { Usage } from '../model/usage.ts'

/** An error as JSON has it. It has no stack, no body of a response, and no data of a run. */
export interface ErrorJson {
  readonly name: string
  readonly message: string
  /** The word `ambit.error`, if the error is one of Ambit's own. */
  readonly brand?: string | undefined
  readonly code?: string | number | undefined
  readonly cause?: { readonly name: string; readonly message: string } | undefined
  /** The other fields of an error of Ambit's own, such as `tool`, `reason` or `isRetryable`. */
  readonly [field: string]: unknown
}

/** The fields of Ambit's own errors. */
const ownFields = [
  'code',
  'isRetryable',
  'status',
  'retryAfterMs',
  'tool',
  'callId',
  'issues',
  'reason',
  'detail',
  'timeoutMs',
  'budgetKey',
  'limit',
  'spent',
  'attempted',
  'isShared',
  'unit',
  'guardrail',
  'phase',
] as const

/** The word with which the JSON of Ambit's own errors is marked. */
export const errorBrand = 'ambit.error'

/** The mark of Ambit's own errors. */
const brand: unique symbol = Symbol.for(errorBrand)

/**
 * Returns a thrown value as JSON has it. An error that is not Ambit's own keeps its name, message,
 * cause and `isRetryable`, and a `code` that is text or a number. Never throws.
 */
export function toErrorJson(thrown: unknown): ErrorJson {
  try {
    if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) {
      return { name: 'Error', message: String(thrown) }
    }
    const isOwn = brand in thrown
    const json: Record<string, unknown> = { ...nameOf(thrown), ...(isOwn && { brand: errorBrand }) }
    for (const field of isOwn ? ownFields : (['code', 'isRetryable'] as const)) {
      const value: unknown = Reflect.get(thrown, field)
      if (field === 'reason' && typeof value === 'object') json[field] = toReasonJson(value)
      else if (field === 'issues' || ['string', 'number', 'boolean'].includes(typeof value)) {
        json[field] = value
      }
    }
    if ('cause' in thrown && thrown.cause !== undefined) json['cause'] = nameOf(thrown.cause)
    return json as ErrorJson
  } catch {
    return { name: 'Error', message: 'An object was thrown that cannot be read.' }
  }
}

/**
 * Gives an error a `toJSON`, if it has none and can be changed. Loggers do not print the property.
 */
export function addToJson(error: Error): void {
  if ('toJSON' in error || !Object.isExtensible(error)) return
  Object.defineProperty(error, 'toJSON', { value: () => toErrorJson(error), configurable: true })
}

/** Returns the reason of a cancel as JSON has it. */
export function toReasonJson(reason: unknown): unknown {
  const { cause, ...rest } = reason as CancelReason
  return typeof cause === 'object' && cause !== null ? { ...rest, cause: nameOf(cause) } : reason
}

function nameOf(thrown: unknown): { name: string; message: string } {
  if (typeof thrown !== 'object' || thrown === null) {
    return { name: 'Error', message: String(thrown) }
  }
  const { name = 'Error', message = 'An object was thrown.' } = thrown as Record<string, unknown>
  return { name: String(name), message: String(message) }
}

/** The record of a run, which the run attaches to the error that it rejects with. */
export interface RunEvidence {
  runId: string
  /** The trace: one entry per tool call, in the order of the calls. */
  trace: readonly TraceEntry[]
  /** The observed events, without deltas. */
  events: readonly AgentEvent[]
  /** The messages that this run added. */
  messages: readonly Message[]
  usage: Usage
  /** The latest text of the model, if there was any. */
  content?: string | undefined
}

/**
 * The base class of every error that Ambit makes. Errors have a brand made with `Symbol.for`.
 * `isInstance` therefore also matches an error of another copy of the package in the same page,
 * which `instanceof` does not.
 *
 * An error that ended a run carries {@link RunEvidence}. In other errors these fields are
 * undefined.
 */
export class AgentError extends Error implements Partial<RunEvidence> {
  declare runId?: string
  declare trace?: readonly TraceEntry[]
  declare events?: readonly AgentEvent[]
  declare messages?: readonly Message[]
  declare usage?: Usage
  declare content?: string | undefined

  static {
    Object.defineProperty(this.prototype, brand, { value: true })
  }

  override get name(): string {
    return 'AgentError'
  }

  /**
   * Returns the error as JSON has it: name, message, the fields of its class, and the name and
   * message of its cause. Leaves out the stack and the data of the run. `errorOf` of
   * `@ambit/core/code` reads it back.
   */
  toJSON(): ErrorJson {
    return toErrorJson(this)
  }

  /**
   * Whether a value is an instance of this class or of a subclass, also across duplicated bundles.
   */
  static isInstance<T>(
    this: { prototype: T } & (abstract new (...args: never[]) => T),
    value: unknown,
  ): value is T {
    try {
      if (typeof value !== 'object' || value === null || !(brand in value)) return false
      // The prototype of each class has the name of its class.
      const { name } = this.prototype as Error
      let at: unknown = Object.getPrototypeOf(value)
      while (at && (at as Error).name !== name) at = Object.getPrototypeOf(at)
      return Boolean(at)
    } catch {
      // A Proxy may throw at any read.
      return false
    }
  }
}

/** The error of a cancelled run, call or wait. */
export class CancellationError extends AgentError {
  readonly reason: CancelReason
  /** The `code` of the reason, or else its `kind`. */
  readonly code: NonNullable<CancelReason['code']> | CancelReason['kind']
  override get name(): string {
    return 'CancellationError'
  }
  constructor(reason: CancelReason) {
    const { kind, message, code = kind } = reason
    super(`Cancelled${kind === 'manual' ? '' : ` (${kind})`}${message ? `: ${message}` : '.'}`)
    this.reason = reason
    this.code = code
  }
}

/**
 * The error of a request that conflicts with the session's running chat. Either `onBusy` is
 * `reject`, or the request would move the history's head during that chat.
 */
export class AgentBusyError extends AgentError {
  override get name(): string {
    return 'AgentBusyError'
  }
}

/** Describes any thrown value in a sentence. Reads only `name` and `message`, and never throws. */
export function describeThrown(thrown: unknown): string {
  try {
    if (thrown === undefined || thrown === null) return `${String(thrown)} was thrown.`
    if (typeof thrown === 'string') return thrown || 'An empty text was thrown.'
    if (typeof thrown === 'function') return 'A function was thrown.'
    if (typeof thrown !== 'object') return String(thrown as number | bigint | boolean | symbol)
    const { name, message } = thrown as { name?: unknown; message?: unknown }
    const kind = typeof name === 'string' && name !== 'Error' ? name : ''
    // An object as text is mostly `[object Object]`, and its fields may hold anything.
    if (typeof message === 'string' && message) return kind ? `${kind}: ${message}` : message
    return `${kind || 'An object'} was thrown without a message.`
  } catch {
    return 'An object was thrown that cannot be read.'
  }
}

/** The functions of the application whose first error was reported. */
const reported = new WeakSet<object>()

/** Reports an error of the application's own code, as `report` does, once for each `source`. */
export function reportThrown(source: unknown, message: string, thrown: unknown): void {
  const key = Object(source) as object
  if (reported.has(key)) return
  reported.add(key)
  report(message, thrown)
}

/**
 * Reports an error of the application's own code: on the console, and in a page as an uncaught
 * error. The application's monitoring of errors thus gets it. Never throws.
 */
export function report(message: string, thrown: unknown): void {
  quietly(() => console.error(`[ambit] ${message}`, thrown))
  const { document, reportError } = globalThis as {
    document?: unknown
    reportError?: (error: unknown) => void
  }
  // Outside of a page, an uncaught error may end the process.
  if (document && reportError) quietly(() => reportError(thrown))
}

/**
 * Calls a function of the application that only observes. An error, or the rejection of a returned
 * promise, is reported as `reportThrown` does, and changes nothing.
 */
export function callIsolated<Given extends unknown[]>(
  observer: (...given: Given) => unknown,
  given: Given,
  message: () => string,
): void {
  const fail = (thrown: unknown): void => reportThrown(observer, message(), thrown)
  try {
    const returned = observer(...given)
    if (isThenable(returned)) returned.then(undefined, fail)
  } catch (thrown) {
    fail(thrown)
  }
}

/** Returns true if a value is a promise, or another value that `await` would wait for. */
export const isThenable = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function'

/** Calls a function whose error nobody can be told of: an application may replace the console. */
function quietly(tell: () => void): void {
  try {
    tell()
  } catch {
    // The run must go on.
  }
}
