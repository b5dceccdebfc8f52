import type { Parameters } from '../schema/parameters.ts'
import type { RegisteredTool } from '../tools/scope-registry.ts'
import type { Availability } from '../tools/availability.ts'
import type { AssistantToolCall } from '../messages/message.ts'
import type { AnyTool } from '../tools/tool.ts'
import type { ToolContext } from '../tools/tool-context.ts'
import type { AttemptPolicy } from './attempt.ts'
import type { CallInfo } from './call-context.ts'
import type { Cancellation } from '../cancellation.ts'
import { CancellationError } from '../errors/run-errors.ts'
import type { CancelReason } from '../cancel-reason.ts'

/** What must end the run, whatever the error mode: a hook that threw, or a budget that is spent. */
export class Fatal {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/** What the executor needs of a tool: a `Tool`, or a function that code calls under the same rules. */
export interface Executable
  extends
    AttemptPolicy,
    Partial<Pick<AnyTool, 'cacheTtlMs' | 'mode' | 'sandbox' | 'toModelOutput'>>,
    Partial<Pick<AnyTool, 'title' | 'description' | 'effect' | 'untrusted'>>,
    Partial<Pick<AnyTool, 'requiresApproval' | 'preview' | 'lastingSchema' | 'subjectOf'>> {
  readonly handler: (args: never, ctx: ToolContext) => unknown
  readonly charges: Readonly<Record<string, number>>
  /** Left out, the arguments are passed as they are. */
  readonly validate?: Parameters<unknown>['validate'] | undefined
  readonly jsonSchema?: Parameters<unknown>['jsonSchema'] | undefined
}

/** A tool as the executor found it. */
export interface Found {
  readonly executable: Executable
  /** Its place in the registry, where it has one. */
  readonly registered?: RegisteredTool | undefined
  /** Where the tool can go: ends the call with it, until the returned function is called. */
  readonly cancelWithTool?: ((call: Cancellation) => () => void) | undefined
  readonly isOn: () => Availability
}

/** One call on its way through the executor. */
export interface CallWork extends CallInfo {
  /** Replaced when a hook changes it. */
  call: AssistantToolCall
  /** What a person put in the place of the model's arguments. */
  changed?: Readonly<Record<string, unknown>> | undefined
  readonly cancellation: Cancellation
  readonly find: (name: string) => Found | undefined
  /** What was run, as it was then: the page may have taken it away since. */
  executable?: Executable | undefined
  /** When the handler was started. */
  startedAt?: number | undefined
  /** What lenient validation changed. */
  readonly warnings: string[]
}

/** Awaits a hook, which ends the run when it throws and stops being waited for when the call is cancelled. */
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

/** Why the calls of a tool end with the tool. */
export const scopeEnded = (scopeName: string): CancelReason => ({
  kind: 'scope_ended',
  message: `what provided it ("${scopeName}") is no longer on the page`,
})
