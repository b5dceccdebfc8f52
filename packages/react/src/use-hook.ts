import type { HookName, Hooks } from '@ambit/core'
import { useProvidedAgent } from './agent-context.ts'
import { useCommitted } from './use-committed.ts'
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.ts'

/**
 * Intercepts the agent's loop while the component is mounted, as `agent.addHook` does: awaited, may
 * change what it is given, and ends the run by throwing. `hook` is the one of the latest committed
 * render; a re-render registers nothing.
 */
export function useHook<Name extends HookName>(name: Name, hook: Hooks[Name]): void {
  const agent = useProvidedAgent('useHook')
  const committed = useCommitted<(at: never) => unknown>(hook)
  useIsomorphicLayoutEffect(
    () => agent.addHook(name, ((at: never) => committed.current(at)) as Hooks[Name]),
    [agent, name, committed],
  )
}
