import { type Agent, AgentError } from '@ambit/core'
import { type Context, createContext, useContext } from 'react'

/** The agent of the nearest provider; undefined without one. */
export const AgentContext: Context<Agent | undefined> = createContext<Agent | undefined>(undefined)

/**
 * Returns the agent of the nearest provider and observes nothing: the component never re-renders
 * because of it. Throws `AgentError`, which names `hook`, if there is no provider.
 */
export function useProvidedAgent(hook: string = 'useProvidedAgent'): Agent {
  const agent = useContext(AgentContext)
  if (agent) return agent
  throw new AgentError(
    `${hook} is used outside an <AgentProvider>. Render <AgentProvider agent={…}> around what the agent works on.`,
  )
}
