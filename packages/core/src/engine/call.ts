import type { Cancellation, CancelReason } from '../cancellation.ts'
import { AgentError, describeThrown, type ErrorCode } from '../errors/agent-error.ts'
import { ToolValidationError } from '../errors/errors.ts'
import { cloneJson, isJsonObject, type JsonObject } from '../json/json.ts'
import { isWritableJson } from '../json/json-text.ts'
import type { AssistantToolCall, ToolStatus } from '../messages/message.ts'
import { unwritableArguments } from '../model/response.ts'
import { coerce } from '../schema/coerce.ts'
import type { Parameters, Validated } from '../schema/parameters.ts'
import type { Availability } from '../tools/availability.ts'
import type { ToolContext } from '../tools/context.ts'
import type { Effect } from '../tools/effects.ts'
import type { Offer } from '../tools/offer.ts'
import type { RegisteredTool } from '../tools/registry.ts'
import type { AnyTool } from '../tools/tool.ts'
import type { CallInfo } from './context.ts'
import type { AttemptPolicy } from './execute.ts'

/**
 * The wrapper of an error that must end the run, whatever the error mode: of a plug-in, a budget
 * or the journal.
 */
export class Fatal {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/**
 * The parts of a tool that the executor needs. The tool is a `Tool`, or a function that code calls
 * under the same rules.
 */
export interface Executable
  extends
    AttemptPolicy,
    Partial<Pick<AnyTool, 'cacheTtlMs' | 'cacheKey' | 'mode' | 'sandbox' | 'toModelOutput'>>,
    Partial<Pick<AnyTool, 'title' | 'description' | 'effect' | 'effectOf' | 'untrusted'>>,
    Partial<Pick<AnyTool, 'validateOutput'>>,
    Partial<Pick<AnyTool, 'requiresApproval' | 'remember' | 'preview' | 'binds' | 'sentenceOf'>>,
    Partial<Pick<AnyTool, 'subject' | 'subjectOf' | 'onResume' | 'undo'>> {
  readonly handler: (args: never, ctx: ToolContext) => unknown
  readonly charges: Readonly<Record<string, number>>
  /** The check of the arguments. Without a check, the arguments are passed as they are. */
  readonly validate?: Parameters<unknown>['validate'] | undefined
  readonly jsonSchema?: Parameters<unknown>['jsonSchema'] | undefined
}

/** The charge of a call that was not charged. */
export const noCharge: Readonly<Record<string, number>> = Object.freeze({})

/** A tool, as the executor found it. */
export interface Found {
  readonly executable: Executable
  /** The tool's entry in the registry, if it has one. */
  readonly registered?: RegisteredTool | undefined
  /**
   * Calls the listener when the tool is unregistered, until the returned function is called. Absent
   * if the tool cannot be unregistered.
   */
  readonly onToolGone?: ((listener: (reason: CancelReason) => void) => () => void) | undefined
  readonly isOn: () => Availability
}

/** The state of one call in the executor. */
export interface CallWork extends CallInfo {
  /** The call to run. A plug-in may replace it. */
  call: AssistantToolCall
  /** True if a plug-in gave the arguments. It may still change them. */
  isHeld?: true | undefined
  /** The changes of plug-ins to the text of the result for the model, in order. */
  toModel?: ((json: string) => string | PromiseLike<string>)[] | undefined
  /** The handler that a plug-in gave in place of the tool's. */
  handler?: Executable['handler'] | undefined
  /** The arguments that a user put in place of the model's. */
  changed?: Readonly<Record<string, unknown>> | undefined
  /** The model's arguments, if a plug-in changed them. */
  asked?: JsonObject | undefined
  /** The arguments before those of a user, which the user gave before an earlier page ended. */
  replaced?: JsonObject | undefined
  /** The effect of the call; undefined for a function that code calls. */
  effect?: Effect | undefined
  /** The tool of the call, as it was offered; undefined if it was not. */
  offer?: Offer | undefined
  readonly cancellation: Cancellation
  readonly find: (name: string) => Found | undefined
  /** The executable that was run. The page may have unregistered its tool since then. */
  executable?: Executable | undefined
  /**
   * The amounts that the call was charged, by the key of the limit; undefined until it is charged.
   */
  charged?: Readonly<Record<string, number>> | undefined
  /** The time at which the handler was started, in milliseconds since the Unix epoch. */
  startedAt?: number | undefined
  /** The changes that lenient validation made. */
  readonly warnings: string[]
  /**
   * True if the call has reached an untrusted tool, also if a plug-in has sent it on to another
   * one. True also if the reason of an untrusted scope stopped it.
   */
  isUntrusted?: true | undefined
  /** The turn of a call from outside. Absent for all others. */
  turn?: CallTurn | undefined
  /** True once the application has given the outcome of the call. Then the call has run. */
  isGiven?: true | undefined
}

/** The turn of a call. The call gives it up while it waits for its approval. */
export interface CallTurn {
  /** Resolves at the turn, once the page shows what the calls before it changed. */
  take(): Promise<void>
  /** Lets others go on. Does nothing without a turn. */
  leave(): void
}

/** The parts of a call that the check of its arguments needs. */
type Checked = Pick<CallWork, 'call' | 'run' | 'cancellation' | 'warnings'>

/**
 * Returns the arguments as the handler gets them; a promise only if the schema checks
 * asynchronously. Throws `ToolValidationError`, or rejects with it.
 */
export function checkArguments(work: Checked, executable: Executable): unknown {
  const { call, run } = work
  const { validate: check, jsonSchema } = executable
  if (!check) return call.arguments
  const noArguments = call.raw === '' && Object.keys(jsonSchema?.properties ?? {}).length === 0
  if (call.raw !== undefined && !noArguments) {
    throw new ToolValidationError(call.name, [{ message: describeRaw(call.raw) }])
  }
  if (!isWritableJson(call.arguments)) throw new ToolValidationError(call.name, [tooDeep])
  const { arguments: mode } = run.config.calls
  const given = cloneJson(call.arguments)
  if (mode === 'unchecked') return given
  let isLast = mode !== 'lenient'
  const read = (checked: Validated<unknown>): unknown => {
    if ('value' in checked) return checked.value
    if (isLast) throw new ToolValidationError(call.name, checked.issues)
    // Only what the schema refuses is corrected, so that no right value becomes a wrong one.
    isLast = true
    const note = (change: string): unknown => work.warnings.push(change)
    const again = check(coerce(cloneJson(call.arguments), jsonSchema, note))
    return again instanceof Promise ? work.cancellation.race(again).then(read) : read(again)
  }
  const refuse = (thrown: unknown): never => {
    if (AgentError.is(thrown)) throw thrown
    throw new ToolValidationError(call.name, [{ message: describeThrown(thrown) }])
  }
  try {
    const checked = check(given)
    if (!(checked instanceof Promise)) return read(checked)
    return work.cancellation.race(checked).then(read).catch(refuse)
  } catch (thrown) {
    return refuse(thrown)
  }
}

const tooDeep = {
  message: 'The arguments are nested deeper than 100 levels, or are not JSON. Give flatter data.',
}

/** Describes arguments of which only the text was kept. */
function describeRaw(raw: string): string {
  if (raw === unwritableArguments) return tooDeep.message
  try {
    if (isJsonObject(JSON.parse(raw))) return tooDeep.message
  } catch {
    // The text is not JSON.
  }
  return 'The arguments are not a JSON object.'
}

/** The statuses of an answer that have an error code of their own. All other codes are `error`. */
const statuses: Partial<Record<ErrorCode, ToolStatus>> = {
  validation: 'invalid',
  unknown_tool: 'unknown',
  disabled: 'disabled',
  denied: 'denied',
  timeout: 'timeout',
  cancelled: 'cancelled',
}

/**
 * Returns the status of the answer to a call that ended with an error. `began` is true if its
 * handler had started: only then the model learns that it took too long or was interrupted.
 */
export function statusOfError(error: Error, began: boolean): ToolStatus {
  if (AgentError.is(error, 'disabled') && error.details.kind === 'changed') return 'stale'
  const status = (AgentError.is(error) && statuses[error.code]) || 'error'
  if (status === 'timeout' && !began) return 'error'
  return status === 'cancelled' && began ? 'interrupted' : status
}
