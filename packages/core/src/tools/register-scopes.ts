import type { Scope } from './scope.ts'
import { ScopeRegistry } from './scope-registry.ts'

/** Registers the scopes of one run. Throws `AgentError` for names that are taken. */
export function registerScopes(scopes: readonly Scope[]): {
  registry: ScopeRegistry
  dispose: () => void
} {
  const registry = new ScopeRegistry()
  const disposers = scopes.map((scope) => registry.register(scope))
  return { registry, dispose: () => disposers.forEach((dispose) => dispose()) }
}
