import type { AnyTool, Availability, Scope } from '@ambit/core'
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
  return useMemo(
    () =>
      scopes.scopes.map((scope) => ({
        scope,
        availability: scopes.isOn(scope),
        tools: Array.from(scopes.toolsOf(scope), (registered) => ({
          tool: registered.tool,
          availability: scopes.isToolOn(registered),
        })),
      })),
    // oxlint-disable-next-line react/exhaustive-deps -- a new version means: read again
    [scopes, version],
  )
}
