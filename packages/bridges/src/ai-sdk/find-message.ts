import type { AgentChats } from './agent-chats.ts'

/** Returns the id in the history of a chat's message. Undefined for one that the history lacks. */
export function findMessage({ agent, ids }: AgentChats, id: string): string | undefined {
  const own = ids.get(id) ?? id
  return agent.history.has(own) ? own : undefined
}
