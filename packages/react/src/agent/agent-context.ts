import { type Agent, AgentError } from '@ambit/core'
import {
  type Context,
  createContext,
  createElement,
  type Dispatch,
  type ReactElement,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useState,
} from 'react'
import type { ScopeRegistration } from '../tools/scope-registration.ts'

/** The agent of the nearest provider; undefined without one. */
export const AgentContext: Context<Agent | undefined> = createContext<Agent | undefined>(undefined)

/** Changes what is rendered below an `AgentScope` or `AgentProvider`, after its children. */
export type Outlet = Dispatch<SetStateAction<readonly ReactNode[]>>

/** The place of a component: what the nearest `AgentScope` or `AgentProvider` gives it. */
interface Place {
  /** The scope of the nearest `AgentScope`; undefined without one. */
  readonly scope?: ScopeRegistration | undefined
  readonly outlet?: Outlet | undefined
}

export const PlaceContext: Context<Place> = createContext<Place>({})

interface InPlaceProps {
  readonly scope?: ScopeRegistration
  readonly children: ReactNode
}

/** Gives the components below their place. */
export function InPlace({ scope, children }: InPlaceProps): ReactElement {
  const [shown, outlet] = useState<readonly ReactNode[]>([])
  const [value] = useState({ scope, outlet })
  return createElement(PlaceContext.Provider, { value }, children, shown)
}

/**
 * Returns the agent of the nearest provider and observes nothing: the component never re-renders
 * because of it. Throws `AgentError`, which names `hook`, if there is no provider.
 */
export function useProvidedAgent(hook: string = 'useProvidedAgent'): Agent {
  const agent = useContext(AgentContext)
  if (agent) return agent
  throw new AgentError(`${outside(hook)}.${howToProvide()}`)
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
    console.error(`[ambit] ${outside(hook)}, so it does nothing.${howToProvide()}`)
  }, [hook, isMissing])
  return agent
}

const outside = (hook: string): string => `${hook} is used outside an <AgentProvider>`

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Returns what to do, in development. */
function howToProvide(): string {
  try {
    // Bundlers replace this value, and leave the words out of production.
    if (process.env.NODE_ENV !== 'production')
      return ' Render <AgentProvider agent={…}> around what the agent works on. If there is one, it is of a second copy of `ambit`, which a package has bundled: make `ambit` a peer dependency of that package.'
  } catch {
    // A page without a bundler has no `process`.
  }
  return ''
}
