import { useAgentIfProvided } from '../agent/agent-context.ts'
import { useIsomorphicLayoutEffect } from '../agent/use-committed.ts'
import { markersOf } from './pending-markers.ts'

/** The props of `AgentPending`. */
export interface AgentPendingProps {
  /** True if the page is pending: `<AgentPending when={isPending} />`. Default: true. */
  when?: boolean | undefined
}

/**
 * Marks the page as pending while it is mounted. After a call, the next call and the next request
 * wait until it unmounts. Renders nothing.
 *
 * Place it in the fallback of a Suspense boundary, which the agent cannot distinguish from content.
 * Or place it, with `when`, in a component that knows that it is loading.
 */
export function AgentPending({ when = true }: AgentPendingProps): null {
  const agent = useAgentIfProvided('AgentPending')
  useIsomorphicLayoutEffect(
    () => (agent && when ? markersOf(agent).add() : undefined),
    [agent, when],
  )
  return null
}
