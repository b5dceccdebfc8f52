import type { Agent } from '@ambit/core'
import type { McpSession } from './mcp-session.ts'

/** Tells a client of each change of the lists. Returns a function that ends that. */
export function followLists(agent: Agent, session: McpSession): () => void {
  let isQueued = false
  let isOver = false
  let known = textsOf(session)
  // Components register one after another, so the lists are looked at once all of them have.
  const look = (): void => {
    if (isQueued) return
    isQueued = true
    queueMicrotask(() => {
      isQueued = false
      if (isOver) return
      const before = known
      known = textsOf(session)
      if (known.tools !== before.tools) session.tell('tools')
      if (known.resources !== before.resources) session.tell('resources')
    })
  }
  const end = agent.scopes.subscribe(look)
  return () => {
    isOver = true
    end()
  }
}

const textsOf = (session: McpSession): { tools: string; resources: string } => ({
  tools: JSON.stringify(session.listTools()),
  resources: JSON.stringify(session.listResources()),
})
