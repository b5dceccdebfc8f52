import type { Agent } from '@ambit/core'
import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react'
import { useCommitted } from '../agent/use-committed.ts'
import { Listeners } from '../agent/use-store.ts'
import { LateSettler } from './late-settler.ts'
import type { Settling } from './settling.tsx'
import type { Until } from './until.ts'

export interface SettleProbesProps {
  agent: Agent
  until: Until | readonly Until[] | undefined
}

/**
 * The probes of one provider, once their code is there. A store, because React commits its change
 * at once, even in a test's `act`.
 */
class ShownProbes {
  readonly #listeners = new Listeners()
  #probes: ReactElement | undefined

  readonly subscribe: Listeners['subscribe'] = this.#listeners.subscribe
  readonly get = (): ReactElement | undefined => this.#probes

  show(probes: ReactElement): void {
    this.#probes = probes
    this.#listeners.announce()
  }
}

const none = (): undefined => undefined

/**
 * Makes the agent wait, after calls, for the React root that this component is rendered in. The
 * code for that is loaded when the first run begins: a page without runs does not need it. Without
 * the code, the agent waits for urgent updates only.
 */
export function SettleProbes({ agent, until = [] }: SettleProbesProps): ReactElement {
  const [shown] = useState(() => new ShownProbes())
  const probes = useSyncExternalStore(shown.subscribe, shown.get, none)
  const [onCommit, setOnCommit] = useState<() => void>()
  const untils = useCommitted(until)
  useEffect(() => onCommit?.(), [onCommit])
  useEffect(() => {
    let isMounted = true
    let settling: Settling | undefined
    const load = async () => {
      const { createSettling } = await import('./settling.tsx')
      settling = createSettling(agent, () => [untils.current].flat())
      if (isMounted) shown.show(settling.probes)
      else settling.close()
      return settling.settler
    }
    const commit = (): Promise<void> => new Promise((resolve) => setOnCommit(() => resolve))
    const remove = agent.addSettler(new LateSettler(load, commit))
    return () => {
      isMounted = false
      remove()
      settling?.close()
    }
  }, [agent, untils, shown])
  return <>{probes}</>
}
