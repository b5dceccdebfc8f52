import { rootOf } from './on-undo.ts'
import type { RunCore } from './run-core.ts'

/**
 * Cancels a run that waits for a person, with the runs around it, once its session is not the open
 * one: nobody sees there what it waits for. The returned function ends this.
 */
export function cancelOnLeave(run: RunCore): () => void {
  const root = rootOf(run)
  return root.session.left?.onCancel((reason) => root.cancel(reason)) ?? (() => undefined)
}
