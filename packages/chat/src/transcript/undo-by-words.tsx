import { Scope, undoTool } from '@ambit/core'
import { useEffect } from 'react'
import { useMessageOptions, useChat } from '../chat-context.ts'

/**
 * Lets the model undo what it did, once there was something to undo. The tool then stays, and is
 * off while there is nothing: a tool that comes and goes would change each request. Renders
 * nothing.
 */
export function UndoByWords(): null {
  const { agent } = useChat()
  const { undoTool: isOn = true } = useMessageOptions()
  useEffect(() => {
    if (!isOn || agent.scopes.find('undo_last')) return undefined
    const scope = new Scope({ name: 'undo_by_words', label: 'Undo', tools: [undoTool(agent)] })
    let leave: (() => void) | undefined
    const registerOnce = (): void => {
      const { status } = agent.getState()
      if (leave || status !== 'idle' || agent.scopes.find('undo_last')) return
      const isPossible = [...agent.calls.getState().values()].some(
        ({ undo }) => undo?.status === 'possible',
      )
      if (isPossible) leave = agent.scopes.register(scope)
    }
    registerOnce()
    const stop = agent.subscribe(registerOnce)
    return () => {
      stop()
      leave?.()
    }
  }, [agent, isOn])
  return null
}
