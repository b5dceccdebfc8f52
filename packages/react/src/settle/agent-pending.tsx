import { useProvidedAgent } from '../agent/agent-context.ts'
import { useIsomorphicLayoutEffect } from '../agent/use-committed.ts'
import { markersOf } from './pending-markers.ts'

/** What `AgentPending` takes. */
export interface AgentPendingProps {
  /** Whether it counts: `<AgentPending when={isPending} />`. Default true. */
  when?: boolean | undefined
}

/**
 * Says that the page is not ready for as long as it is mounted: after tools, the agent waits for it
 * to go before it looks at the page. Renders nothing. Its place is in the fallback of a Suspense
 * boundary, which the agent cannot tell from content, or, with `when`, beside anything that knows
 * that it is loading.
 */
export function AgentPending({ when = true }: AgentPendingProps): null {
  const agent = useProvidedAgent('AgentPending')
  useIsomorphicLayoutEffect(() => (when ? markersOf(agent).add() : undefined), [agent, when])
  return null
}
