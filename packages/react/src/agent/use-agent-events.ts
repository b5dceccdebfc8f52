import type { EventHandler, EventType, HookName, Hooks } from '@ambit/core'
import { useProvidedAgent } from './agent-context.ts'
import { useCommitted, useIsomorphicLayoutEffect } from './use-committed.ts'

/**
 * Observes the events of one type, or with `*` all of them, of every run of the agent while the
 * component is mounted. `handler` is the one of the latest committed render; nothing that it reads
 * has to be listed, and a re-render subscribes nothing. What it throws is reported and changes
 * nothing.
 */
export function useAgentEvents<T extends EventType>(type: T | '*', handler: EventHandler<T>): void {
  const agent = useProvidedAgent('useAgentEvents')
  const committed = useCommitted(handler)
  useIsomorphicLayoutEffect(
    () => agent.on<T>(type, (event) => committed.current(event)),
    [agent, type, committed],
  )
}

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
