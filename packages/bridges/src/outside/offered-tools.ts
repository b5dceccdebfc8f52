import {
  type Agent,
  type AnyTool,
  isExposed,
  type OutsideSource,
  type RegisteredTool,
  type Scope,
} from '@ambit/core'

/** Returns false for tools that a caller from outside is not offered. */
export type IsOffered = (tool: AnyTool, scope: Scope) => boolean

/**
 * Returns the tools that callers of a kind are offered now: those exposed to them that are on. None
 * while the user has stopped callers from outside.
 */
export function offeredTools(
  { scopes }: Agent,
  source: OutsideSource,
  isOffered: IsOffered = () => true,
): RegisteredTool[] {
  if (!scopes.getState().allowsOutside) return []
  return scopes.tools.filter((registered) => {
    const { tool, scope } = registered
    const isWanted = isExposed(source, tool, scope) && isOffered(tool, scope)
    return isWanted && scopes.isToolOn(registered).enabled
  })
}
