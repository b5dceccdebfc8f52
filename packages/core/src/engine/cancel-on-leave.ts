import { rootOf } from './on-undo.ts'
import type { RunCore } from './run-core.ts'

/**
 * Cancels a run that waits for a person, and the runs around it, once its session is left. Nobody
 * could answer there. The returned function ends this.
 */
export function cancelOnLeave(run: RunCore): () => void {
  const root = rootOf(run)
  return root.session.left?.onCancel((reason) => root.cancel(reason)) ?? (() => undefined)
}
