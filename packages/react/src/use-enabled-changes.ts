import type { Agent, Enabled } from '@ambit/core'
import { useEffect } from 'react'

/** Passes on the changes that an `enabled` of the form `{ get, subscribe }` announces. */
export function useEnabledChanges(agent: Agent, enabled: Enabled | undefined): void {
  const source = typeof enabled === 'object' ? enabled : undefined
  const subscribe = source?.subscribe
  useEffect(() => {
    return subscribe?.call(source, agent.scopes.refresh)
    // oxlint-disable-next-line react/exhaustive-deps -- an object written in place is new each time, its `subscribe` is not
  }, [agent, subscribe])
}
