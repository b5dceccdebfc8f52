import type { Agent, AnyTool, Scope } from '@ambit/core'

/** Returns false for tools that a caller from outside is not offered. */
export type IsOffered = (tool: AnyTool, scope: Scope) => boolean

/**
 * Returns the tools that callers from outside are offered now: exposed ones that are on. None while
 * the person has stopped such callers.
 */
export function offeredTools(agent: Agent, isOffered: IsOffered): AnyTool[] {
  const { scopes, outside } = agent
  if (outside.getState().isStopped) return []
  return scopes.tools.flatMap((registered) => {
    const { tool, scope } = registered
    const isWanted = tool.expose && scope.expose && isOffered(tool, scope)
    return isWanted && scopes.isToolOn(registered).enabled ? tool : []
  })
}
