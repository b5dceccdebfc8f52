import type { Agent, AssistantToolCall } from '@ambit/core'
import { type ReactElement, useSyncExternalStore } from 'react'
import { useChat } from '../chat-context.ts'
import { useActivity } from '../use-activity.ts'

/** Takes back what a run did, after its last card that can be undone, where there are two of them or more and the run has ended. */
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

/** The run that the calls end, if it has more than one call to undo. */
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
