import { type Agent, type AnyTool, isExposed, type OutsideSource, type Scope } from '@ambit/core'

/** Returns false for tools that a caller from outside is not offered. */
export type IsOffered = (tool: AnyTool, scope: Scope) => boolean

/**
 * Returns the tools that callers of a kind are offered now: those exposed to them that are on. None
 * while the person has stopped callers from outside.
 */
export function offeredTools(agent: Agent, source: OutsideSource, isOffered: IsOffered): AnyTool[] {
  const { scopes, outside } = agent
  if (outside.getState().isStopped) return []
  return scopes.tools.flatMap((registered) => {
    const { tool, scope } = registered
    const isWanted = isExposed(source, tool, scope) && isOffered(tool, scope)
    return isWanted && scopes.isToolOn(registered).enabled ? tool : []
  })
}
