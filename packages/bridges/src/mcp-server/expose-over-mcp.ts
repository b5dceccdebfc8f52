import { type Agent, checkOptions } from '@ambit/core'
import type { ExposeOverMcpOptions } from './expose-options.ts'
import { McpSession } from './mcp-session.ts'
import { type McpTransport, openWire } from './wire.ts'

/**
 * Offers the agent's tools that are on, and the contexts of its scopes, to one MCP client at the
 * other end of a transport. Speaks MCP of 2026-07-28, and of 2025-11-25, 2025-06-18 and 2025-03-26.
 * Calls run under the rules for callers from outside, with the source `mcp`.
 *
 * Returns a function that ends the calls and closes the transport. If the other side closes it, the
 * calls end too.
 *
 * @throws AgentError for another transport, and for a limit that is not a number above 0.
 */
export function exposeOverMcp(
  agent: Agent,
  transport: McpTransport,
  options: ExposeOverMcpOptions = {},
): () => void {
  checkOptions('`exposeOverMcp`', options, {
    allow: ':function',
    callsPerMinute: '',
    contexts: ':boolean :function',
    instructions: ':string',
    maxResourceChars: '',
    maxResultChars: '',
    name: ':string',
    resources: ':function',
    tools: ':function',
  })
  // First, so that a wrong limit leaves the transport alone.
  const session = new McpSession(agent, (message) => wire.send(message), options)
  const wire = openWire(transport, {
    onMessage: (message) => session.receive(message),
    onGarbage: (why) => session.refuse(why),
    onClose: () => end(),
  })
  const unfollow = followLists(agent, session)
  const end = (): void => {
    unfollow()
    session.end()
    wire.close()
  }
  return end
}

/** Tells a client of each change of the lists. Returns a function that ends that. */
function followLists(agent: Agent, session: McpSession): () => void {
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
