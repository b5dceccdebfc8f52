import type { CallUndo, UndoResult } from '@ambit/core'
import { useProvidedAgent } from './agent-context.ts'
import { useStore } from './use-store.ts'

/** What `useUndo` returns. */
export interface UseUndoResult {
  /** Whether there is something to take back now. */
  readonly canUndo: boolean
  /** How far the undo of the call is; undefined for a run, and for a call that has not ended or registered none. */
  readonly call: CallUndo | undefined
  /** Takes it back. Never rejects: resolves with undefined where that was cancelled, or could not begin. */
  readonly undo: () => Promise<UndoResult | undefined>
}

/** What can be taken back of a call, or with the id of a run of all its calls. Changes of other calls do not re-render it. */
export function useUndo(id: string): UseUndoResult {
  const agent = useProvidedAgent('useUndo')
  const canUndo = useStore(agent.undos, () => agent.undos.canUndo(id))
  const call = useStore(agent.undos, ({ calls }) => calls.get(id))
  return { canUndo, call, undo: () => agent.undo(id).result.catch(() => undefined) }
}
