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
      const { textOf } = await import('./app-words.ts')
      const text = textOf(given)
      return taken(text !== '' && (await onMessage(text)))
    }
    case 'ui/update-model-context': {
      if (!onContext) break
      const { textOf } = await import('./app-words.ts')
      onContext(textOf(given))
      return {}
    }
    case 'ui/open-link': {
      if (!onOpenLink) break
      const { toLink } = await import('./app-words.ts')
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
