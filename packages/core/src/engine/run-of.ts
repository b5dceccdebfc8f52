import { callAround } from './call-around.ts'
import type { RunCore } from './run-core.ts'
import type { CancelReason } from '../cancel-reason.ts'
import type { ToolContext } from '../tools/tool-context.ts'
import type { Cancellation } from '../cancellation.ts'

/**
 * Returns the run that a context belongs to. Runs that are started with the context as `parent`
 * become part of that run.
 */
export const runOf = (context: object | undefined): RunCore | undefined =>
  callAround(context)?.run as RunCore | undefined

/** The key under which a tool's context keeps the cancellation of its call. */
export const cancellationOfContext: unique symbol = Symbol('cancellation')

/**
 * Cancels the call whose handler got this context, for example when the part of the page that the
 * call works on is gone. The call's signal aborts, the model is told that the call was cancelled,
 * and the run goes on. The context of `runAgent`'s body cancels the whole run.
 */
export function cancelCall(context: ToolContext, reason: CancelReason): void {
  if (cancellationOfContext in context) {
    ;(context[cancellationOfContext] as Cancellation).cancel(Object.freeze(reason))
  }
}
