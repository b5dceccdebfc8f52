import type { CallUndo, UndoResult } from '@ambit/core'
import { useProvidedAgent } from './agent-context.ts'
import { useStore } from './use-store.ts'

/** The result of `useUndo`. */
export interface UseUndoResult {
  /** True if there is something to undo now. */
  readonly canUndo: boolean
  /**
   * The state of the call's undo. Undefined for a run, for a call that has not ended, and for a
   * call that registered no undo.
   */
  readonly call: CallUndo | undefined
  /**
   * Undoes the call or the run. Never rejects: resolves with undefined if the undo was cancelled or
   * could not start.
   */
  readonly undo: () => Promise<UndoResult | undefined>
}

/**
 * Returns the undo of a call or, with the id of a run, of all calls of the run. Changes of other
 * calls do not re-render the component.
 */
export function useUndo(id: string): UseUndoResult {
  const agent = useProvidedAgent('useUndo')
  const canUndo = useStore(agent.undos, () => agent.undos.canUndo(id))
  const call = useStore(agent.undos, ({ calls }) => calls.get(id))
  return { canUndo, call, undo: () => agent.undo(id).result.catch(() => undefined) }
}
