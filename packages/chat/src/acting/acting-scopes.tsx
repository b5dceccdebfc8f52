import { useEffect } from 'react'
import { useChat } from '../chat-context.ts'
import { ActingMarks } from './acting-marks.ts'

/**
 * Marks page elements with `data-ambit-acting` while a tool of their scope runs, so that the person
 * sees where the agent acts. The scope of an element is the name in its `data-ambit-scope`. A mark
 * stays long enough to be seen. Renders nothing; the widget's styles outline the marked elements.
 */
export function ActingScopes(): null {
  const { agent } = useChat()
  useEffect(() => {
    const marks = new ActingMarks()
    const follow = (): void => {
      const names = new Set<string>()
      for (const { tool, status, answer } of agent.activity.getState().calls.values()) {
        const scope = status === 'running' && !answer && agent.scopes.find(tool)?.scope.name
        if (scope) names.add(scope)
      }
      marks.show(names)
    }
    follow()
    // A component may bring both a scope and its elements to the page, even while a tool runs.
    const stops = [agent.activity.subscribe(follow), agent.scopes.subscribe(() => marks.refresh())]
    return () => {
      for (const stop of stops) stop()
      marks.clear()
    }
  }, [agent])
  return null
}
