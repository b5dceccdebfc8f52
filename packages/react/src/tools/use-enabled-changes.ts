import type { Agent, Availability, Enabled } from '@ambit/core'
import { useEffect, useRef } from 'react'
import { useIsomorphicLayoutEffect } from '../use-isomorphic-layout-effect.ts'

/**
 * Tells observers of the agent's scopes when an `enabled` came to something else than at the commit before, and passes on the changes
 * that one of the form `{ get, subscribe }` announces.
 */
export function useEnabledChanges(
  agent: Agent,
  enabled: Enabled | undefined,
  slot: { readonly availability: Availability | undefined },
): void {
  const last = useRef<Availability>(undefined)
  useIsomorphicLayoutEffect(() => {
    const now = enabled && slot.availability
    if (now && last.current && !isSame(now, last.current)) agent.scopes.refresh()
    last.current = now
  })
  const source = typeof enabled === 'object' ? enabled : undefined
  const subscribe = source?.subscribe
  useEffect(() => {
    return subscribe?.call(source, agent.scopes.refresh)
    // oxlint-disable-next-line react/exhaustive-deps -- an object written in place is new each time, its `subscribe` is not
  }, [agent, subscribe])
}

const isSame = (a: Availability, b: Availability): boolean =>
  a.enabled === b.enabled && reasonOf(a) === reasonOf(b)

const reasonOf = (availability: Availability): string | undefined =>
  availability.enabled ? undefined : availability.reason
