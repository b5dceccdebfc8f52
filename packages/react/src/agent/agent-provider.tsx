import { type Agent, checkOptions } from '@ambit/core'
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react'
import { AgentContext, InPlace } from './agent-context.ts'
import { SettleProbes } from '../settle/settle-probes.tsx'
import type { Until } from '../settle/until.ts'

/** The props of `AgentProvider`. */
export interface AgentProviderProps {
  /**
   * An agent, or a function that creates one. The function is called once for each provider. On a
   * server, use a function: all visitors would share a module-level agent. The provider owns the
   * agent that the function creates, and cancels the agent's runs when it unmounts.
   */
  agent: Agent | (() => Agent)
  /**
   * Sources outside React that the page may wait for: `reactRouter(router)`,
   * `queries(client)` or any other object that reports when it is pending. Default: none.
   */
  until?: Until | readonly Until[] | undefined
  children?: ReactNode
}

/**
 * Provides an agent to the hooks below. After each call, the next call and the next request wait
 * until React has committed the changes, also those in transitions and deferred values. Name other
 * sources, which React does not know, with `until` or `<PageBusy/>`.
 *
 * Place the provider above the Suspense boundaries of the page that the agent works on. In a form
 * action, call `chat` without awaiting it: React holds back every transition until the action ends.
 */
export function AgentProvider(props: AgentProviderProps): ReactElement {
  checkOptions<AgentProviderProps>('<AgentProvider>', props, { agent: '', children: '', until: '' })
  const { agent, until, children } = props
  // A state would not do: StrictMode calls its initializer twice, and the second agent would leak.
  const made = useRef<Agent>(undefined)
  const provided = typeof agent === 'function' ? (made.current ??= agent()) : agent
  useCancelOnUnmount(typeof agent === 'function' ? provided : undefined)
  return (
    <AgentContext.Provider value={provided}>
      <SettleProbes agent={provided} until={until}>
        <InPlace>{children}</InPlace>
      </SettleProbes>
    </AgentContext.Provider>
  )
}

function useCancelOnUnmount(agent: Agent | undefined): void {
  const owned = useRef<Agent>(undefined)
  useEffect(() => {
    owned.current = agent
    return () => {
      owned.current = undefined
      // StrictMode and Fast Refresh unmount and mount at once. That does not end the agent. The
      // handler that closed this part of the page returns before the next task.
      setTimeout(() => {
        if (owned.current === agent) return
        agent?.cancel({ kind: 'scope_ended', message: 'its part of the page was closed' })
        agent?.sessions.close()
      })
    }
  }, [agent])
}
