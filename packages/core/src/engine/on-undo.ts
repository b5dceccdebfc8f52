import type { UndoableCall } from '../state/undos.ts'
import type { Undo } from '../tools/tool-context.ts'
import type { RunCore } from './run-core.ts'

/** The data of a call that its undo needs. */
interface EndingCall {
  readonly run: RunCore
  readonly callId: string
  readonly tool: string
  readonly iteration: number
  readonly isUntrusted?: boolean | undefined
  undo?: UndoableCall | undefined
  hasEnded?: true | undefined
}

/**
 * Registers an undo function of a call. Does nothing in a run that belongs to no agent, because
 * nobody could ask for the undo.
 */
export function onUndo(call: EndingCall, undo: Undo): void {
  const { run, callId, tool, iteration, isUntrusted } = call
  const { session } = rootOf(run)
  const runIds = runIdsOf(run)
  call.undo ??= run.undos?.open({ callId, tool, iteration, session, runIds, isUntrusted })
  call.undo?.add(undo)
  // A cancelled handler may go on, and register an undo after its call has ended.
  if (call.hasEnded) call.undo?.finish()
}

/** Marks a call as ended, so that it can be undone from now on. */
export function endUndo(call: EndingCall): void {
  call.hasEnded = true
  call.undo?.finish()
}

/** Returns the outermost run around a run. */
export const rootOf = (run: RunCore): RunCore => (run.parent ? rootOf(run.parent) : run)

/** Returns the ids of a run and of the runs around it, the innermost first. */
export const runIdsOf = ({ id, parent }: Pick<RunCore, 'id' | 'parent'>): string[] => [
  id,
  ...(parent ? runIdsOf(parent) : []),
]
