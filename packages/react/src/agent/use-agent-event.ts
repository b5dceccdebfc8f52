import type { EventHandler, EventType, HookName, Hooks } from '@ambit/core'
import { useAgentIfProvided } from './agent-context.ts'
import { orLeaveOut } from '../tools/or-leave-out.ts'
import { useCommitted, useIsomorphicLayoutEffect } from './use-committed.ts'

/**
 * Observes the events of one type, or all with `*`, of every run of the agent while the component
 * is mounted. `handler` is that of the latest committed render. It needs no list of dependencies,
 * and a re-render subscribes nothing. An error that it throws is reported and changes nothing.
 */
export function useAgentEvent<T extends EventType>(type: T | '*', handler: EventHandler<T>): void {
  const agent = useAgentIfProvided('useAgentEvent')
  const committed = useCommitted(handler)
  useIsomorphicLayoutEffect(
    () => agent?.on<T>(type, (event) => committed.current(event)),
    [agent, type, committed],
  )
}

/**
 * Intercepts the agent's loop while the component is mounted, as `agent.addHook` does: the loop
 * awaits the hook. The hook may change its input, and ends the run by throwing. `hook` is that of
 * the latest committed render. A re-render registers nothing.
 */
export function useHook<Name extends HookName>(name: Name, hook: Hooks[Name]): void {
  const agent = useAgentIfProvided('useHook')
  const committed = useCommitted<(at: never) => unknown>(hook)
  useIsomorphicLayoutEffect(() => {
    if (!agent) return undefined
    const latest = ((at: never) => committed.current(at)) as Hooks[Name]
    return orLeaveOut(agent, `hook "${name}"`, () => agent.addHook(name, latest))
  }, [agent, name, committed])
}
