import { type Context, createContext } from 'react'
import type { ScopeSlot } from './scope-registration.ts'

/** The nearest ScopeProvider's scope. */
export const ScopeContext: Context<ScopeSlot | undefined> = createContext<ScopeSlot | undefined>(
  undefined,
)
