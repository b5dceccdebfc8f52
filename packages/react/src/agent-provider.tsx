import type { Agent } from '@ambit/core'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { AgentContext } from './agent-context.ts'
import { ScopeContext } from './scope-context.ts'

export interface AgentProviderProps {
  /**
   * An agent, or a function that makes one, which is called once for each provider: on a server a
   * module-level agent would be shared by all its visitors. An agent made here is the provider's
   * own: its runs are cancelled when the provider unmounts.
   */
  agent: Agent | (() => Agent)
  children?: ReactNode
}

/**
 * Gives the hooks below it their agent. Place it above the Suspense boundaries of what the agent
 * works on.
 */
export function AgentProvider({ agent, children }: AgentProviderProps): ReactElement {
  const [first] = useState(agent)
  useCancelOnUnmount(typeof agent === 'function' ? first : undefined)
  return (
    <AgentContext.Provider value={typeof agent === 'function' ? first : agent}>
      <ScopeContext.Provider value={undefined}>{children}</ScopeContext.Provider>
    </AgentContext.Provider>
  )
}

function useCancelOnUnmount(agent: Agent | undefined): void {
  const owned = useRef<Agent>(undefined)
  useEffect(() => {
    owned.current = agent
    return () => {
      owned.current = undefined
      // StrictMode and Fast Refresh unmount and mount again at once, and that is no reason to stop.
      queueMicrotask(() => {
        if (owned.current === agent) return
        agent?.cancelAll({ kind: 'scope_ended', message: 'its part of the page was closed' })
      })
    }
  }, [agent])
}
