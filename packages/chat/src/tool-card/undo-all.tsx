import type { Agent, AssistantToolCall, CallRecord } from '@ambit/core'
import { type ReactElement, useSyncExternalStore } from 'react'
import { useChat } from '../chat-context.ts'
import { useActivity } from '../use-activity.ts'
import { englishCalls } from '../strings/call-strings.ts'
import { useWords } from '../strings/use-words.ts'

interface UndoAllProps {
  readonly calls: readonly AssistantToolCall[]
  /** The number of calls to undo from which on there is a button. Default 2. */
  readonly from?: number | undefined
  /** Called before the button undoes the run and disappears. Default: nothing. */
  readonly onUndo?: (() => void) | undefined
}

/**
 * Shows a button that undoes a run, beside the last of its calls that can be undone. Needs a run
 * that has ended.
 */
export function UndoAll({ calls, from = 2, onUndo }: UndoAllProps): ReactElement | null {
  const { agent } = useChat()
  const strings = useWords('calls', englishCalls)
  const runId = useRunToUndo(agent, calls, from)
  const running = useActivity(agent, (activity) => activity.runId, runId !== undefined)
  const count = useSyncExternalStore(
    agent.calls.subscribe,
    () => toUndo(agent, runId),
    () => 0,
  )
  if (runId === undefined || runId === running) return null
  const undo = (): void => {
    onUndo?.()
    void agent.undo(runId).result.catch(() => undefined)
  }
  return (
    <button type="button" className="ambit-small-button ambit-undo-all" onClick={undo}>
      {count > 1 ? strings.undoAll : strings.undo}
    </button>
  )
}

/** Counts the calls of a run that can be undone. */
const toUndo = (agent: Agent, runId: string | undefined): number =>
  undoable(agent).filter((call) => call.runId === runId).length

/** Returns the calls that can be undone, in the order of their ends. */
const undoable = ({ calls }: Agent): readonly CallRecord[] =>
  [...calls.getState().values()].filter(({ undo }) => undo?.status === 'possible')

/** Returns the run whose last call to undo is one of these calls, if it has at least `from`. */
function useRunToUndo(
  agent: Agent,
  calls: readonly AssistantToolCall[],
  from: number,
): string | undefined {
  const read = (): string | undefined => {
    const possible = undoable(agent)
    const own = possible.findLast(({ callId }) => calls.some(({ id }) => id === callId))
    if (!own || toUndo(agent, own.runId) < from) return undefined
    return possible.findLast(({ runId }) => runId === own.runId) === own ? own.runId : undefined
  }
  return useSyncExternalStore(agent.calls.subscribe, read, read)
}
