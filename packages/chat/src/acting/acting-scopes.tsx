import { useAgent } from '@ambit/react'
import { useEffect } from 'react'

/**
 * Marks the elements that carry `data-ambit-scope` with the name of a scope, for as long as a tool of that scope runs, with `data-ambit-acting`:
 * the person sees where on the page the agent acts. Draws nothing itself; the widget's styles give the mark an outline.
 */
export function ActingScopes(): null {
  const { agent } = useAgent()
  useEffect(() => {
    const marked = new Map<string, Element[]>()
    const follow = (): void => {
      const names = new Set<string>()
      for (const { tool, status } of agent.activity.getState().calls.values()) {
        const scope = status === 'running' && agent.scopes.find(tool)?.scope.name
        if (scope) names.add(scope)
      }
      for (const [name, elements] of marked) {
        if (names.has(name)) continue
        for (const element of elements) element.removeAttribute('data-ambit-acting')
        marked.delete(name)
      }
      for (const name of names) {
        if (marked.has(name)) continue
        const elements = document.querySelectorAll(`[data-ambit-scope="${CSS.escape(name)}"]`)
        for (const element of elements) element.setAttribute('data-ambit-acting', '')
        marked.set(name, [...elements])
      }
    }
    follow()
    const unsubscribe = agent.activity.subscribe(follow)
    return () => {
      unsubscribe()
      for (const element of [...marked.values()].flat()) {
        element.removeAttribute('data-ambit-acting')
      }
    }
  }, [agent])
  return null
}
