import type { ReactElement, ReactNode } from 'react'
import { ScopeContext } from './scope-context.ts'
import { useScopeSlot, type UseScopeOptions } from './use-scope.ts'

/** What `ScopeProvider` takes: the options of the scope. */
export interface ScopeProviderProps extends UseScopeOptions {
  children?: ReactNode
}

/** Registers a scope, as `useScope` does, for the tools of the components below. */
export function ScopeProvider({ children, ...scope }: ScopeProviderProps): ReactElement {
  return <ScopeContext.Provider value={useScopeSlot(scope)}>{children}</ScopeContext.Provider>
}
