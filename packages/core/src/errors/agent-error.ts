// The reasons: decisions/0076.
import type { CancelReason } from '../cancellation.ts'
import type { AgentEvent } from '../events.ts'
import type { Message } from '../messages/message.ts'
import type { TraceEntry } from '../messages/trace.ts'
import type { Usage } from '../model/usage.ts'
import type { StorageErrorKind } from '../storage.ts'
import type { DenialKind, ValidationIssue } from './errors.ts'
import type { BudgetExcess } from './limit-errors.ts'
import type { ModelFailure } from './model-error.ts'

/**
 * The details of an error, by its code.
 *
 * - `validation`: the arguments of a call do not fit
 * - `disabled`: a tool was off at the moment of its call
 * - `unknown_tool`: no tool has the name of a call
 * - `denied`: a user, a policy or a plug-in refused a call
 * - `declined`: the user did not answer the question of a tool
 * - `handler`: the handler of a tool threw; `cause` is what it threw
 * - `serialization`: a value cannot be written as JSON, because its own code threw
 * - `model`: a model failed, or could not be reached
 * - `output`: the answer does not fit `output`
 * - `guardrail`: a guardrail refused a message
 * - `timeout`: something took longer than allowed
 * - `limit`: a limit or budget does not allow the next step
 * - `cancelled`: a run, a call or a wait was cancelled
 * - `busy`: the session is in use, or another one was opened meanwhile
 * - `storage`: something was not stored
 * - `load`: a part of Ambit could not be loaded: the page is offline or outdated, or the part threw
 * - `platform`: the browser is too old, or the environment lacks what Ambit needs
 * - `mcp`: a request to an MCP server failed
 * - `misuse`: what the application gave or asked for cannot be; the message says what to do
 */
export interface ErrorDetails {
  readonly validation: { readonly tool: string; readonly issues: readonly ValidationIssue[] }
  readonly disabled: {
    readonly tool: string
    readonly reason?: string | undefined
    readonly kind?: 'gone' | 'off' | 'changed' | undefined
    readonly detail?: string | undefined
  }
  readonly unknown_tool: { readonly tool: string }
  readonly denied: {
    readonly tool: string
    readonly reason: string
    readonly kind?: DenialKind | undefined
  }
  readonly declined: { readonly tool: string; readonly reason?: string | undefined }
  /** The kind is `no_text` if the message has no words of the application. */
  readonly handler: {
    readonly tool: string
    readonly callId: string
    readonly kind?: 'no_text' | undefined
  }
  readonly serialization: Empty
  readonly model: ModelFailure
  readonly output: { readonly issues: readonly ValidationIssue[] }
  readonly guardrail: {
    readonly guardrail: string
    readonly phase: 'input' | 'output'
    readonly reason: string
  }
  readonly timeout: { readonly timeoutMs: number }
  readonly limit: Readonly<BudgetExcess>
  /** The kind is the `code` of the reason, or else its `kind`. */
  readonly cancelled: {
    readonly reason: CancelReason
    readonly kind: NonNullable<CancelReason['code']> | CancelReason['kind']
  }
  readonly busy: Empty
  readonly storage: { readonly kind: StorageErrorKind }
  readonly load: Empty
  readonly platform: Empty
  readonly mcp: Empty & { readonly kind: string }
  /** A plug-in threw something that is not an `AgentError`: the error's `cause`. */
  readonly plugin: { readonly plugin: string }
  readonly misuse: Empty
}

type Empty = Readonly<Record<string, unknown>>

/** What went wrong, in one word. See {@link ErrorDetails}. */
export type ErrorCode = keyof ErrorDetails

/** The options of an `AgentError`. Without a code, the error is a `misuse`. */
export type AgentErrorOptions<Code extends ErrorCode> = ErrorOptions &
  (
    | { readonly code?: undefined; readonly details?: undefined }
    | ({ readonly code: Code } & (Empty extends ErrorDetails[Code]
        ? { readonly details?: ErrorDetails[Code] | undefined }
        : { readonly details: ErrorDetails[Code] }))
  )

/** An error as JSON has it. It has no stack, no body of a response, and no data of a run. */
export interface ErrorJson {
  readonly name: string
  readonly message: string
  /** The word `ambit.error`, if the error is one of Ambit's own. */
  readonly brand?: string | undefined
  /** An {@link ErrorCode}, if the error is one of Ambit's own. */
  readonly code?: string | number | undefined
  readonly cause?: { readonly name: string; readonly message: string } | undefined
  /** The details of an error of Ambit's own, such as `tool`, `reason` or `isRetryable`. */
  readonly [field: string]: unknown
}

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
    const { code, isRetryable, details } = thrown as Readonly<Record<string, unknown>>
    const facts = { code, ...Object(isOwn ? details : { isRetryable }) } as Record<string, unknown>
    for (const [field, value] of Object.entries(facts)) {
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
 * The class of every error that Ambit makes. `code` says what went wrong, and `details` has the
 * facts, by the code: see {@link ErrorDetails}. A subclass has its details as fields, too.
 *
 * An error that ended a run carries {@link RunEvidence}. In other errors these fields are
 * undefined.
 */
export class AgentError<Code extends ErrorCode = ErrorCode>
  extends Error
  implements Partial<RunEvidence>
{
  declare readonly code: Code
  declare readonly details: ErrorDetails[Code]
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

  constructor(message: string, options: AgentErrorOptions<Code> = {}) {
    super(message, options)
    const { code = 'misuse', details = {} } = options
    Object.assign(this, new.target !== AgentError && details, { code, details })
  }

  /**
   * Returns the error as JSON has it: name, message, code, details, and the name and message of its
   * cause. Leaves out the stack and the data of the run. `errorOf` of `ambit/code` reads it
   * back.
   */
  toJSON(): ErrorJson {
    return toErrorJson(this)
  }

  /**
   * Whether a value is an error of Ambit and, if a code is given, has that code. Errors have a
   * brand made with `Symbol.for`. An error of another copy of the package in the page is therefore
   * one too, which `instanceof` does not see. Never throws.
   */
  static is(value: unknown): value is AgentError
  static is<Code extends ErrorCode>(value: unknown, code: Code): value is AgentError<Code>
  static is(value: unknown, code?: ErrorCode): boolean {
    try {
      if (typeof value !== 'object' || value === null || !(brand in value)) return false
      return code === undefined || Reflect.get(value, 'code') === code
    } catch {
      // A Proxy may throw at any read.
      return false
    }
  }
}

/** Returns the sentence about a call that was ended, for the model. */
export const outcomeOf = (began: boolean): string =>
  began
    ? 'It was stopped while it ran, and may have taken effect. Check before doing it again.'
    : 'It was not run.'

/** The error of a cancelled run, call or wait. */
export class CancellationError extends AgentError<'cancelled'> {
  declare readonly reason: CancelReason
  /** The `code` of the reason, or else its `kind`. */
  declare readonly kind: ErrorDetails['cancelled']['kind']
  override get name(): string {
    return 'CancellationError'
  }
  /**
   * Creates the error. `began` says for a call whether its handler had started, and the message
   * then tells that. Default: the message tells only the reason.
   */
  constructor(reason: CancelReason, began?: boolean) {
    const { kind, message, code = kind } = reason
    const why = `Cancelled${kind === 'manual' ? '' : ` (${kind})`}${message ? `: ${message}` : '.'}`
    super(began === undefined ? why : `${why.replace(/(?<![.!?])$/, '.')} ${outcomeOf(began)}`, {
      code: 'cancelled',
      details: { reason, kind: code },
    })
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
export function callIsolated<Now, Before>(
  observer: (now: Now, before: Before) => unknown,
  now: Now,
  before: Before,
  message: string,
): void {
  try {
    const returned = observer(now, before)
    if (!isThenable(returned)) return
    returned.then(undefined, (thrown) => reportThrown(observer, message, thrown))
  } catch (thrown) {
    reportThrown(observer, message, thrown)
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
