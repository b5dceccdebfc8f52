import type { AnyTool, Availability, Scope, ScopeRegistry } from '@ambit/core'
import { useMemo } from 'react'
import { useProvidedAgent } from '../agent/agent-context.ts'
import { useStore } from '../agent/use-store.ts'

/** A registered scope and its tools, with their availability now. */
export interface ScopeView {
  readonly scope: Scope
  readonly availability: Availability
  readonly tools: readonly { readonly tool: AnyTool; readonly availability: Availability }[]
}

/**
 * Returns the registered scopes and tools, in a stable order. Reads them again when one is
 * registered, removed, or announces a change.
 */
export function useScopes(): readonly ScopeView[] {
  const { scopes } = useProvidedAgent('useScopes')
  const version = useStore(scopes, (state) => state.version)
  return useMemo(() => viewsAt(scopes, version), [scopes, version])
}

/**
 * Reads the registry. The version is an argument because React Compiler reads again only for what
 * the code uses.
 */
const viewsAt = (scopes: ScopeRegistry, _version: number): readonly ScopeView[] =>
  scopes.scopes.map((scope) => ({
    scope,
    availability: scopes.isOn(scope),
    tools: Array.from(scopes.toolsOf(scope), (registered) => ({
      tool: registered.tool,
      availability: scopes.isToolOn(registered),
    })),
  }))
