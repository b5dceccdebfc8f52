import type { EventHandler, EventType } from '@ambit/core'
import { useAgentIfProvided } from './agent-context.ts'
import { useCommitted, useIsomorphicLayoutEffect } from './use-committed.ts'

/**
 * Observes the events of one type, or all with `*`, of every run of the agent while the component
 * is mounted. `handler` is that of the latest committed render. It needs no dependency array,
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
