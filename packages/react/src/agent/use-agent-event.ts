import type { EventHandler, EventType } from '@ambit/core'
import { orLeaveOut } from '../tools/or-leave-out.ts'
import { useAgentIfProvided } from './agent-context.ts'
import { useCommitted, useIsomorphicLayoutEffect } from './use-committed.ts'

/**
 * Observes the events of one type, or all with `*`, of every run of the agent while the component
 * is mounted. `handler` is that of the latest committed render. It needs no dependency array,
 * and a re-render subscribes nothing. An error that it throws is reported and changes nothing. An
 * event that does not exist is left out, as `useTool` tells.
 */
export function useAgentEvent<T extends EventType>(type: T | '*', handler: EventHandler<T>): void {
  const agent = useAgentIfProvided('useAgentEvent')
  const committed = useCommitted(handler)
  useIsomorphicLayoutEffect(
    () =>
      agent &&
      orLeaveOut(agent, `event "${type}"`, () =>
        agent.on<T>(type, (event) => committed.current(event)),
      ),
    [agent, type, committed],
  )
}
