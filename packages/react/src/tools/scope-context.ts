import { type Context, createContext } from 'react'
import type { ScopeRegistration } from './scope-registration.ts'

/** The scope of the nearest `AgentScope`; undefined without one. */
export const ScopeContext: Context<ScopeRegistration | undefined> = createContext<
  ScopeRegistration | undefined
>(undefined)
