import { checkOptions } from '@ambit/core'
import type { Agent } from '@ambit/core'
import type { ExposeOverMcpOptions } from './expose-options.ts'
import { followLists } from './follow-lists.ts'
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
