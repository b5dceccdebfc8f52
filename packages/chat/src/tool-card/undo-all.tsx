import type { Agent, AssistantToolCall } from '@ambit/core'
import { type ReactElement, useSyncExternalStore } from 'react'
import { useChat } from '../chat-context.ts'
import { useActivity } from '../use-activity.ts'

/**
 * Shows a button that undoes a run, after the last card of the run that can be undone. Needs a run
 * that has ended, with at least two calls that can be undone.
 */
export function UndoAll({
  calls,
}: {
  readonly calls: readonly AssistantToolCall[]
}): ReactElement | null {
  const { strings, agent } = useChat()
  const running = useActivity(agent, ({ runId }) => runId)
  const runId = useRunToUndo(agent, calls)
  if (runId === undefined || runId === running) return null
  return (
    <button
      type="button"
      className="ambit-undo-button ambit-undo-all"
      onClick={() => void agent.undo(runId).result.catch(() => undefined)}
    >
      {strings.undoAll}
    </button>
  )
}

/** Returns the run whose last call to undo is one of these calls, if the run has more than one. */
function useRunToUndo({ undos }: Agent, calls: readonly AssistantToolCall[]): string | undefined {
  const read = (): string | undefined => {
    const possible = [...undos.getState().calls.values()].filter(
      ({ status }) => status === 'possible',
    )
    const own = possible.findLast(({ callId }) => calls.some(({ id }) => id === callId))
    const ofRun = possible.filter(({ runId }) => runId === own?.runId)
    return ofRun.length > 1 && ofRun.at(-1) === own ? own?.runId : undefined
  }
  return useSyncExternalStore(undos.subscribe, read, read)
}
