import type { Agent } from '@ambit/core'
import { type ReactElement, useEffect, useState } from 'react'
import { useCommitted } from '../agent/use-committed.ts'
import { LateSettler } from './late-settler.ts'
import type { Settling } from './settling.tsx'
import type { Until } from './until.ts'

export interface SettleProbesProps {
  agent: Agent
  until: Until | readonly Until[] | undefined
}

/**
 * Makes the agent wait, after tools, for the React root that this component is rendered in. The
 * code for that is loaded when the first run begins: a page without runs does not need it.
 */
export function SettleProbes({ agent, until = [] }: SettleProbesProps): ReactElement {
  const [probes, setProbes] = useState<ReactElement>()
  const untils = useCommitted(until)
  useEffect(() => {
    let isMounted = true
    let settling: Settling | undefined
    const settler = new LateSettler(async () => {
      const { createSettling } = await import('./settling.tsx')
      settling = createSettling(agent, () => [untils.current].flat())
      if (isMounted) setProbes(settling.probes)
      else settling.close()
      return settling.settler
    })
    const remove = agent.addSettler(settler)
    return () => {
      isMounted = false
      remove()
      settling?.close()
    }
  }, [agent, untils])
  return <>{probes}</>
}
