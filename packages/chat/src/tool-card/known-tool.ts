import type { Agent, AnyTool } from '@ambit/core'

/** The facts about a tool that its calls show. */
export type KnownTool = Pick<AnyTool, 'title' | 'effect' | 'jsonSchema'>

/** The facts of each agent's tools as they were last seen, by name. */
const seen = new WeakMap<Agent, Map<string, KnownTool>>()

/**
 * Returns what is shown about a tool: as it is registered, or else as it was last seen here.
 * Undefined for a tool that this page never had, such as one from before a reload.
 */
export function knownTool(agent: Agent, name: string): KnownTool | undefined {
  const tools = seen.get(agent) ?? new Map<string, KnownTool>()
  const tool = agent.scopes.find(name)?.tool
  if (!tool) return tools.get(name)
  // A copy: the tool itself holds on to the component that it came from.
  const { title, effect, jsonSchema } = tool
  seen.set(agent, tools.set(name, { title, effect, jsonSchema }))
  return tool
}
