import type { CancelReason } from '../cancel-reason.ts'
import type { RunCore } from './run-core.ts'

/** The call of a handler. */
interface Giver {
  readonly run: Pick<RunCore, 'cancellation' | 'cancel'>
  readonly callId: string
}

/** The reasons that handlers gave, each with the call of its handler. */
const givers = new WeakMap<CancelReason, Giver>()

/** Cancels the run of a call for its handler. The first reason of a run stays. */
export function cancelByHandler(call: Giver, reason: CancelReason | undefined): void {
  const { run } = call
  const isFirst = !run.cancellation.reason
  run.cancel(reason)
  if (isFirst && run.cancellation.reason) givers.set(run.cancellation.reason, call)
}

/**
 * Returns the reason that the model is told for a cancelled call. The words of a handler may be
 * third-party text, so they are told only as the answer to its own call.
 */
export function toldReason(reason: CancelReason, callId: string): CancelReason {
  const giver = givers.get(reason)
  return giver === undefined || giver.callId === callId ? reason : byAnotherCall
}

const byAnotherCall: CancelReason = { kind: 'manual', message: 'another call cancelled the run' }
