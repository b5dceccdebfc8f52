import { useAgent } from '@ambit/react'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { Connection } from '../mcp/connection.ts'
import type { McpAuth } from '../mcp/mcp-auth.ts'
import type { McpConnection, McpState } from '../mcp/mcp-connection.ts'
import type { McpOptions } from '../mcp/mcp-options.ts'

/** A connection with its current state. */
export interface McpView extends McpState {
  readonly connection: McpConnection
}

/**
 * Connects the agent of the nearest `AgentProvider` with an MCP server, while the component is
 * mounted. Renders again when the state changes. Functions among the options are the latest ones;
 * another value of any other option connects anew. Do not call `close` of its connection.
 *
 * Throws `AgentError` as `connectMcp` does. With a taken name, or an option that does not exist,
 * the agent goes on without the server instead, and the state says so.
 */
export function useMcp(options: McpOptions): McpView {
  const { agent } = useAgent()
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { client } = options
  const hasAuth = !!options.auth
  // Functions are not part of the text, so a new function connects nothing anew.
  const key = JSON.stringify({ ...options, client: undefined, auth: undefined })
  const connection = useMemo(() => {
    const given = JSON.parse(key) as McpOptions
    return new Connection(agent, {
      ...given,
      client,
      auth: hasAuth ? toLatest(() => latest.current.auth) : undefined,
      headers: () => latest.current.headers?.() ?? {},
      fetch: (...sent) => (latest.current.fetch ?? globalThis.fetch)(...sent),
      tools: (tool) => latest.current.tools?.(tool) ?? true,
      effect: (tool) => latest.current.effect?.(tool),
    })
  }, [agent, key, client, hasAuth])
  useEffect(() => {
    try {
      connection.open()
      return connection.close
    } catch (error) {
      return agent.scopes.leaveOut(`MCP server "${connection.name}"`, error)
    }
  }, [agent, connection])
  const state = useSyncExternalStore(connection.subscribe, connection.getState, connection.getState)
  return { ...state, connection }
}

/** Returns an `auth` that calls the one of the latest render. */
const toLatest = (get: () => McpAuth | undefined): McpAuth => ({
  headers: (url) => get()?.headers(url) ?? {},
  onUnauthorized: (refusal) => get()?.onUnauthorized(refusal) ?? false,
  signIn: async (refusal, signal) => get()?.signIn(refusal, signal),
})
