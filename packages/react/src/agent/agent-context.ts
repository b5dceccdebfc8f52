import { type Agent, AgentError } from '@ambit/core'
import { type Context, createContext, useContext, useEffect } from 'react'

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

const reported = new Set<string>()

/**
 * Returns the agent of the nearest provider, for a hook that only adds something to it. Without a
 * provider, the component works as if it had no such hook: the console is told once.
 */
export function useAgentIfProvided(hook: string): Agent | undefined {
  const agent = useContext(AgentContext)
  const isMissing = agent === undefined
  useEffect(() => {
    if (!isMissing || reported.has(hook)) return
    reported.add(hook)
    console.error(
      `[ambit] ${hook} is used outside an <AgentProvider>, so it does nothing. Render <AgentProvider agent={…}> around what the agent works on.`,
    )
  }, [hook, isMissing])
  return agent
}
