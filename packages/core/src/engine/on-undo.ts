import type { UndoableCall } from '../state/undos.ts'
import type { Undo } from '../tools/tool-context.ts'
import type { RunCore } from './run-core.ts'

/** What undo needs to know of a call. */
interface EndingCall {
  readonly run: RunCore
  readonly callId: string
  readonly tool: string
  readonly iteration: number
  undo?: UndoableCall | undefined
  hasEnded?: true | undefined
}

/** Keeps how to take a call back. In a run of no agent's nobody can ask for it, and nothing is kept. */
export function onUndo(call: EndingCall, undo: Undo): void {
  const { run, callId, tool, iteration } = call
  const { id: sessionId } = rootOf(run).session
  call.undo ??= run.undos?.open({ callId, tool, iteration, sessionId, runIds: runIdsOf(run) })
  call.undo?.add(undo)
  // A handler that was cancelled may go on, and do something that can be taken back.
  if (call.hasEnded) call.undo?.finish()
}

/** From now on the call can be undone. */
export function endUndo(call: EndingCall): void {
  call.hasEnded = true
  call.undo?.finish()
}

const rootOf = (run: RunCore): RunCore => (run.parent ? rootOf(run.parent) : run)

/** The ids of a run and of those it is part of, the innermost first. */
export const runIdsOf = ({ id, parent }: Pick<RunCore, 'id' | 'parent'>): string[] => [
  id,
  ...(parent ? runIdsOf(parent) : []),
]
