import type { Agent } from '@ambit/core'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { AgentContext } from './agent-context.ts'
import { ScopeContext } from '../tools/scope-context.ts'
import { SettleProbes } from '../settle/settle-probes.tsx'
import type { Until } from '../settle/until.ts'

/** What `AgentProvider` takes. */
export interface AgentProviderProps {
  /**
   * An agent, or a function that makes one, which is called once for each provider: on a server a
   * module-level agent would be shared by all its visitors. An agent made here is the provider's
   * own: its runs are cancelled when the provider unmounts.
   */
  agent: Agent | (() => Agent)
  /**
   * What the page may wait for outside React: `settleOnReactRouter(router)`, `settleOnQueries(client)`
   * or anything else that says when it is pending. Default: none.
   */
  until?: Until | readonly Until[] | undefined
  children?: ReactNode
}

/**
 * Gives the hooks below it their agent, and has the agent wait, after tools and before its next
 * request, until React has committed what they changed, in transitions and deferred values too. What
 * React does not tell is named by `until` and by `<AgentPending/>`.
 *
 * Place it above the Suspense boundaries of what the agent works on, and call `send` in a form action
 * without awaiting it: React holds back every transition until an action is over.
 */
export function AgentProvider({ agent, until, children }: AgentProviderProps): ReactElement {
  // Not a state: StrictMode asks twice for what a state begins with, and nobody would end the second agent.
  const made = useRef<Agent>(undefined)
  const provided = typeof agent === 'function' ? (made.current ??= agent()) : agent
  useCancelOnUnmount(typeof agent === 'function' ? provided : undefined)
  return (
    <AgentContext.Provider value={provided}>
      <ScopeContext.Provider value={undefined}>{children}</ScopeContext.Provider>
      <SettleProbes agent={provided} until={until} />
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
        agent?.sessions.close()
      })
    }
  }, [agent])
}
