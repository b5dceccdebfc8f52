import type { EventHandler, EventType } from '@ambit/core'
import { useProvidedAgent } from './agent-context.ts'
import { useCommitted } from './use-committed.ts'
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.ts'

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
