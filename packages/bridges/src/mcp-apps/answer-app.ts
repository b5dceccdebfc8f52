import type { McpAppHandlers, McpAppOptions } from './app-options.ts'

/** The parts that a request is answered from. */
interface Answering extends McpAppHandlers, Pick<McpAppOptions, 'tool' | 'theme'> {
  readonly size: { readonly width: number; readonly maxHeight: number }
}

/** Resolves with the result of a request of an app. Rejects for an unknown one, and with
 * what a handler throws. */
export async function answerApp(
  method: string,
  params: unknown,
  app: Answering,
  signal: AbortSignal,
): Promise<object> {
  const given = Object(params) as Record<string, unknown>
  const { callTool, readResource, onMessage, onContext, onOpenLink } = app
  switch (method) {
    case 'ping': {
      return {}
    }
    case 'ui/initialize': {
      return initialized(app)
    }
    case 'ui/request-display-mode': {
      return { mode: 'inline' }
    }
    case 'tools/call': {
      const args = Object(given['arguments']) as Record<string, unknown>
      return await callTool(String(given['name']), args, signal)
    }
    case 'resources/read': {
      if (!readResource) break
      return { contents: await readResource(String(given['uri']), signal) }
    }
    case 'ui/message': {
      if (!onMessage) break
      const text = textOf(given)
      return taken(text !== '' && (await onMessage(text)))
    }
    case 'ui/update-model-context': {
      if (!onContext) break
      onContext(textOf(given))
      return {}
    }
    case 'ui/open-link': {
      if (!onOpenLink) break
      const url = toLink(given['url'])
      return taken(url !== undefined && (await onOpenLink(url)))
    }
  }
  throw Object.assign(new Error('Method not found'), { code: -32_601 })
}

const taken = (isTaken: boolean): object => (isTaken ? {} : { isError: true })

function initialized(app: Answering): object {
  const { tool, readResource, onMessage, onContext, onOpenLink, size } = app
  const isDark = matchMedia('(prefers-color-scheme:dark)').matches
  return {
    protocolVersion: '2026-01-26',
    hostInfo: { name: 'ambit', version: '1' },
    hostCapabilities: {
      serverTools: {},
      ...(readResource && { serverResources: {} }),
      ...(onMessage && { message: { text: {} } }),
      ...(onContext && { updateModelContext: { text: {}, structuredContent: {} } }),
      ...(onOpenLink && { openLinks: {} }),
    },
    hostContext: {
      toolInfo: { tool },
      theme: app.theme ?? (isDark ? 'dark' : 'light'),
      displayMode: 'inline',
      containerDimensions: size,
      locale: navigator.language,
    },
  }
}

/** The most bytes of a text that an app gives the page. */
const maxBytes = 4_096

/** Returns the text of an app's content, and its data as JSON, cut. */
function textOf({ content, structuredContent }: Record<string, unknown>): string {
  const parts = Array.isArray(content) ? content : []
  const texts = parts.map((part: unknown) => (Object(part) as { text?: unknown }).text)
  if (structuredContent !== undefined) texts.push(JSON.stringify(structuredContent))
  const text = texts.filter((one) => typeof one === 'string').join('\n')
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(maxBytes)).read)
}

/** Returns an https address without a name or password. Undefined for any other. */
function toLink(given: unknown): string | undefined {
  const text = String(given)
  const url = URL.canParse(text) ? new URL(text) : undefined
  // A name or password, which stands before an @, could pose as the host.
  return url?.href.startsWith(`https://${url.host}/`) ? url.href : undefined
}
