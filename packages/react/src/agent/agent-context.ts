import { type Agent, AgentError } from '@ambit/core'
import { type Context, createContext, useContext } from 'react'

export const AgentContext: Context<Agent | undefined> = createContext<Agent | undefined>(undefined)

/** The nearest provider's agent. Throws `AgentError`, naming the hook, where there is none. */
export function useProvidedAgent(hook: string): Agent {
  const agent = useContext(AgentContext)
  if (agent) return agent
  throw new AgentError(
    `${hook} is used outside an <AgentProvider>. Render <AgentProvider agent={…}> around what the agent works on.`,
  )
}
