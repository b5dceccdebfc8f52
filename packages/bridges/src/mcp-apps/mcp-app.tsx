import { useCall } from '@ambit/react'
import { type ReactElement, useMemo, useSyncExternalStore } from 'react'
import type { McpConnection } from '../mcp/mcp-connection.ts'
import { AppFrame } from './app-frame.tsx'
import { appUriOf } from './app-of-tool.ts'
import { textOfResult, toAppResult } from './app-result.ts'
import { AppText } from './app-text.tsx'
import { englishApp } from './mcp-app-strings.ts'
import type { McpAppView } from './mcp-app-view.ts'
import { useAppPage } from './use-app-page.ts'

/** The props of `McpApp`. */
export interface McpAppProps extends McpAppView {
  readonly connection: McpConnection
  /** The id of the call that the app shows. */
  readonly callId: string
}

/**
 * Shows one call by the app of its MCP server, in a border with the server's name. The app appears
 * once the call runs. If it cannot be shown, the result is shown as text.
 *
 * A stored conversation shows the app again, from the stored result. What the app tells the model
 * is third-party text. It opens no link and sends no message without the user.
 */
export function McpApp({ connection, callId, ...view }: McpAppProps): ReactElement | null {
  const call = useCall(callId)
  const { subscribe, getState } = connection
  const { tools, status } = useSyncExternalStore(subscribe, getState, getState)
  const tool = tools.find(({ name }) => name === call?.tool)
  const uri = tool && appUriOf(tool)
  const page = useAppPage(connection, uri, status === 'ready')
  const found = call?.state === 'succeeded' ? call.result : undefined
  const hasResult = call?.state === 'succeeded'
  const result = useMemo(
    () => (hasResult ? (connection.resultOf(callId) ?? toAppResult(found)) : undefined),
    [connection, callId, hasResult, found],
  )
  if (!call) return null
  const label = view.label ?? connection.name
  const words = { ...englishApp, ...view.strings }
  const isShown = hasResult || call.state === 'running'
  const isGone = page === null || (!page && status !== 'ready' && status !== 'connecting')
  return (
    <section
      className="ambit-app"
      aria-label={words.from(label)}
      style={{ border: '2px solid GrayText', borderRadius: 6, overflow: 'hidden' }}
    >
      <header style={{ padding: '4px 8px', borderBottom: '1px solid GrayText' }}>
        {words.from(label)}
      </header>
      {call.error && <p style={{ padding: 8, margin: 0 }}>{call.error.message}</p>}
      {isShown && page && tool && (
        <AppFrame
          key={callId}
          connection={connection}
          callId={callId}
          page={page}
          tool={tool.definition}
          label={label}
          words={words}
          view={view}
          args={call.args}
          result={result}
        />
      )}
      {isShown && !page && !isGone && <p style={{ padding: 8, margin: 0 }}>{words.loading}</p>}
      {isGone && result && <AppText words={words} text={textOfResult(result)} />}
    </section>
  )
}
