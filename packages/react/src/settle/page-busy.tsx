import { checkOptions } from '@ambit/core'
import { useAgentIfProvided } from '../agent/agent-context.ts'
import { useIsomorphicLayoutEffect } from '../agent/use-committed.ts'
import { markersOf } from './pending-markers.ts'

/** The props of `PageBusy`. */
export interface PageBusyProps {
  /** True if the page is pending: `<PageBusy when={isPending} />`. Default: true. */
  when?: boolean | undefined
}

/**
 * Marks the page as pending while it is mounted. After a call, the next call and the next request
 * wait until it unmounts. Renders nothing.
 *
 * Place it in the fallback of a Suspense boundary, which the agent cannot distinguish from content.
 * Or place it, with `when`, in a component that knows that it is loading.
 */
export function PageBusy(props: PageBusyProps): null {
  checkOptions<PageBusyProps>('<PageBusy>', props, { when: 'busy isBusy' })
  const { when = true } = props
  const agent = useAgentIfProvided('PageBusy')
  useIsomorphicLayoutEffect(
    () => (agent && when ? markersOf(agent).add() : undefined),
    [agent, when],
  )
  return null
}
