import type { AnyTool, Availability, Scope } from '@ambit/core'
import { useMemo } from 'react'
import { useProvidedAgent } from '../agent/agent-context.ts'
import { useStore } from '../agent/use-store.ts'

/** A registered scope and its tools, each as it is now. */
export interface ScopeView {
  readonly scope: Scope
  readonly availability: Availability
  readonly tools: readonly { readonly tool: AnyTool; readonly availability: Availability }[]
}

/**
 * What the agent can do now, in a stable order: read again when anything is registered, goes, or
 * announces a change.
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
    // oxlint-disable-next-line react/exhaustive-deps -- the version is what says to look again
    [scopes, version],
  )
}
