import { useEffect } from 'react'
import { useChat } from '../chat-context.ts'
import { ActingMarks } from './acting-marks.ts'

/**
 * Marks the elements that carry `data-ambit-scope` with the name of a scope, while a tool of that scope runs and long enough to be seen, with
 * `data-ambit-acting`: the person sees where on the page the agent acts. Draws nothing itself; the widget's styles give the mark an outline.
 */
export function ActingScopes(): null {
  const { agent } = useChat()
  useEffect(() => {
    const marks = new ActingMarks()
    const follow = (): void => {
      const names = new Set<string>()
      for (const { tool, status } of agent.activity.getState().calls.values()) {
        const scope = status === 'running' && agent.scopes.find(tool)?.scope.name
        if (scope) names.add(scope)
      }
      marks.show(names)
    }
    follow()
    // What a scope belongs to comes to the page with it, also while its tool runs.
    const stops = [agent.activity.subscribe(follow), agent.scopes.subscribe(() => marks.refresh())]
    return () => {
      for (const stop of stops) stop()
      marks.clear()
    }
  }, [agent])
  return null
}
