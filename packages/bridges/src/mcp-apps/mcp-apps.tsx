import { type ToolRenderer, useRenderers } from '@ambit/react'
import { useMemo, useSyncExternalStore } from 'react'
import type { McpConnection } from '../mcp/mcp-connection.ts'
import { appUriOf } from './app-of-tool.ts'
import { McpApp } from './mcp-app.tsx'
import type { McpAppView } from './mcp-app-view.ts'

/** The props of `McpApps`. */
export interface McpAppsProps extends McpAppView {
  readonly connection: McpConnection
}

/**
 * Shows the calls of an MCP server's tools by their apps, in place of cards, wherever the
 * conversation is shown. Renders nothing itself. Mount it below the `AgentProvider`.
 */
export function McpApps(props: McpAppsProps): null {
  const { connection, label, sandboxUrl, theme, maxHeightPx, compose, strings } = props
  const { subscribe, getState } = connection
  const { tools } = useSyncExternalStore(subscribe, getState, getState)
  const names = tools.flatMap((tool) => (appUriOf(tool) === undefined ? [] : [tool.name])).join()
  const renderers = useMemo(() => {
    const view = { label, sandboxUrl, theme, maxHeightPx, compose, strings }
    const render: ToolRenderer = ({ callId }) => (
      <McpApp {...view} connection={connection} callId={callId} />
    )
    const all = names.split(',').filter(Boolean)
    return Object.fromEntries(all.map((name) => [name, render]))
  }, [connection, names, label, sandboxUrl, theme, maxHeightPx, compose, strings])
  useRenderers(renderers)
  return null
}
