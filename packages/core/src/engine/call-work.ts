import type { JsonObject } from '../json/json.ts'
import type { Parameters } from '../schema/parameters.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { Availability } from '../tools/availability.ts'
import type { AssistantToolCall } from '../messages/message.ts'
import type { AnyTool } from '../tools/tool.ts'
import type { ToolContext } from '../tools/tool-context.ts'
import type { AttemptPolicy } from './attempt.ts'
import type { CallInfo } from './call-context.ts'
import type { OutsideTurn } from './call-turns.ts'
import type { Cancellation } from '../cancellation.ts'
import { CancellationError } from '../errors/run-errors.ts'
import type { CancelReason } from '../cancel-reason.ts'

/**
 * The wrapper of an error that must end the run, whatever the error mode: of a hook, a spent budget
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
    Partial<Pick<AnyTool, 'title' | 'description' | 'effect' | 'untrusted'>>,
    Partial<Pick<AnyTool, 'requiresApproval' | 'remember' | 'preview' | 'binds'>>,
    Partial<Pick<AnyTool, 'subjectOf' | 'onResume'>> {
  readonly handler: (args: never, ctx: ToolContext) => unknown
  readonly charges: Readonly<Record<string, number>>
  /** The check of the arguments. Without a check, the arguments are passed as they are. */
  readonly validate?: Parameters<unknown>['validate'] | undefined
  readonly jsonSchema?: Parameters<unknown>['jsonSchema'] | undefined
}

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
  /** The call to run. A hook may replace it. */
  call: AssistantToolCall
  /** The arguments that a person put in place of the model's. */
  changed?: Readonly<Record<string, unknown>> | undefined
  /** The model's arguments, if a person changed them before an earlier page ended. */
  replaced?: JsonObject | undefined
  readonly cancellation: Cancellation
  readonly find: (name: string) => Found | undefined
  /** The executable that was run. The page may have unregistered its tool since then. */
  executable?: Executable | undefined
  /** The amounts that the call was charged, by budget key; undefined until it is charged. */
  charged?: Readonly<Record<string, number>> | undefined
  /** The time at which the handler was started, in milliseconds since the Unix epoch. */
  startedAt?: number | undefined
  /** The changes that lenient validation made. */
  readonly warnings: string[]
  /**
   * True if the call has reached an untrusted tool, also if a hook has sent it on to another one.
   * True also if the reason of an untrusted scope stopped it.
   */
  isUntrusted?: true | undefined
  /** The turn of a call from outside. Absent for all others. */
  turn?: OutsideTurn | undefined
  /** True once the application has given the outcome of the call. Then the call has run. */
  isGiven?: true | undefined
}

/**
 * Awaits a hook. Rejects with `Fatal`, which ends the run, if the hook throws. Stops waiting and
 * rejects with `CancellationError` if the call is cancelled.
 */
export async function interceptor<T>(
  { cancellation }: { readonly cancellation: Cancellation },
  hook: () => T | Promise<T>,
): Promise<T> {
  try {
    const value = hook()
    return value instanceof Promise ? await cancellation.race(value) : value
  } catch (error) {
    throw cancellation.reason ? new CancellationError(cancellation.reason) : new Fatal(error)
  }
}
