import type { McpConnection, McpTool } from '../mcp/mcp-connection.ts'
import type { McpResourceContent } from '../mcp/mcp-definitions.ts'
import { toObject } from '../mcp/mcp-wire.ts'
import type { McpAppOrigins } from './app-policy.ts'

/** The page of an app, as its server sent it. */
export interface AppPage {
  readonly html: string
  readonly origins: McpAppOrigins
}

/** Returns the address of the app that shows the calls of a tool. Undefined if there is none. */
export function appUriOf({ definition }: McpTool): string | undefined {
  const { _meta: meta } = definition
  const { resourceUri } = toObject(toObject(meta)['ui'])
  // The key of the revisions before 2026-01-26.
  const uri = resourceUri ?? toObject(meta)['ui/resourceUri']
  return typeof uri === 'string' && uri.startsWith('ui://') ? uri : undefined
}

const mediaType = /^text\/html\s*;\s*profile=["']?mcp-app["']?$/i

/** Resolves with the page of an app. Rejects if the server does not give it. */
export async function readAppPage(
  connection: Pick<McpConnection, 'readResource'>,
  uri: string,
  signal: AbortSignal,
): Promise<AppPage> {
  const contents = await connection.readResource(uri, signal)
  const page = contents.find(({ mimeType }) => mediaType.test(mimeType ?? ''))
  if (!page) throw new Error('The server gave no page of an app.')
  const { _meta: meta } = page
  return { html: htmlOf(page), origins: toObject(toObject(toObject(meta)['ui'])['csp']) }
}

function htmlOf({ text, blob = '' }: McpResourceContent): string {
  if (text !== undefined) return text
  return new TextDecoder().decode(Uint8Array.from(atob(blob), (one) => one.codePointAt(0) ?? 0))
}
