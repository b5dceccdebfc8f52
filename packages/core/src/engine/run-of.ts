import type { RunCore } from './run-core.ts'
import type { CancelReason } from '../cancel-reason.ts'
import type { ToolContext } from '../tools/tool-context.ts'
import type { Cancellation } from '../cancellation.ts'

/** Where a tool's context keeps its run. */
export const runOfContext: unique symbol = Symbol('run')

/** The run a context belongs to, so that runs started with it as `parent` join that. */
export const runOf = (context: object | undefined): RunCore | undefined =>
  context && runOfContext in context ? (context[runOfContext] as RunCore) : undefined

/** Where a tool's context keeps what cancels its call. */
export const cancellationOfContext: unique symbol = Symbol('cancellation')

/**
 * Ends one call by the context its handler was given, as when the part of the page that it works on goes: its signal aborts, the model is told
 * that it was cancelled, and the run goes on. Where the context is that of `runAgent`'s body, the run is cancelled.
 */
export function cancelCall(context: ToolContext, reason: CancelReason): void {
  if (cancellationOfContext in context) {
    ;(context[cancellationOfContext] as Cancellation).cancel(Object.freeze(reason))
  }
}
