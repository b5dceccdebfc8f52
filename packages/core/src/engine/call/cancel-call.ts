import type { CancelReason } from '../../values/cancel-reason.ts'
import type { ToolContext } from '../../values/tool-context.ts'
import type { Cancellation } from '../run/cancellation.ts'

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
