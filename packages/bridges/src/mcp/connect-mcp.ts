import type { Agent } from '@ambit/core'
import { Connection } from './connection.ts'
import type { McpConnection } from './mcp-connection.ts'
import type { McpOptions } from './mcp-options.ts'

/**
 * Connects an agent with an MCP server. The server's tools become tools of the agent, in a scope of
 * their own, which is on while the connection is ready. Speaks MCP of 2026-07-28, and of
 * 2025-11-25, 2025-06-18 and 2025-03-26.
 *
 * A server that fails is tried again, after 1 s at first and after 60 s at most. All words of the
 * server are third-party text, and so are its results. What the server does never throws: the state
 * has the reason.
 *
 * The code that speaks with servers is a chunk of its own, which this function begins to load.
 *
 * Throws `AgentError` for a bad or taken name, for an option that does not exist, and unless one of
 * `url` and `client` is given.
 *
 * @example
 * const tickets = connectMcp(agent, { name: 'tickets', url: '/api/agent/mcp/tickets' })
 */
export function connectMcp(agent: Agent, options: McpOptions): McpConnection {
  const connection = new Connection(agent, options)
  connection.open()
  return connection
}
