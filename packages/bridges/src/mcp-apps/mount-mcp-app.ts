import { checkOptions } from '@ambit/core'
import type { McpAppHandlers, McpAppOptions, MountedMcpApp } from './app-options.ts'
import { orNone, withPolicy } from './app-policy.ts'
import { mcpAppSandbox } from './sandbox-page.ts'
import { createMinuteLimit } from '../outside/minute-limit.ts'

/** A message of JSON-RPC, of which nothing is checked. */
interface Message {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: string
  readonly params?: unknown
}

/** The longest wait for an app that is asked to end, and for a sandbox to start. */
const waitMs = { end: 500, start: 10_000 }

/**
 * Shows the app of an MCP server in an element. Its frame reaches neither the page nor any origin
 * that the server has not declared. Speaks MCP Apps 2026-01-26.
 */
export function mountMcpApp(container: HTMLElement, options: McpAppOptions): MountedMcpApp {
  checkOptions('`mountMcpApp`', options, {
    callTool: '',
    html: '',
    maxHeightPx: '',
    onContext: '',
    onFail: '',
    onMessage: '',
    onOpenLink: '',
    origins: '',
    readResource: '',
    sandboxUrl: '',
    theme: '=light =dark',
    title: '',
    tool: '',
  })
  const { html, origins = {}, sandboxUrl, title, maxHeightPx = 600, onFail } = options
  const page = sandboxUrl === undefined ? undefined : new URL(sandboxUrl, document.baseURI)
  /** The origin of the sandbox, if that is another one than the page's. */
  const apart = page && page.origin !== location.origin ? page.origin : undefined
  const frame = document.createElement('iframe')
  frame.title = title
  frame.referrerPolicy = 'no-referrer'
  // With the page's own origin and `allow-same-origin`, the frame could remove its own sandbox.
  frame.setAttribute('sandbox', apart ? 'allow-scripts allow-same-origin' : 'allow-scripts')
  frame.style.cssText = 'border:0;width:100%;height:150px;display:block'
  if (page) frame.src = page.href
  else frame.srcdoc = mcpAppSandbox

  const running = new Map<unknown, AbortController>()
  const limit = createAppLimit()
  let height: number | undefined
  /** The messages that wait until the app is ready. */
  let waiting: object[] | undefined = []
  let hasStarted = false
  const ended = Promise.withResolvers<void>()

  const send = (message: object): void =>
    frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, apart ?? '*')
  const notify = (name: string, params: object): void => {
    const message = toNotice(name, params)
    if (waiting) waiting.push(message)
    else send(message)
  }

  const fail = (id: unknown, thrown: unknown): void => {
    const { code = -32_603, message } = thrown as Error & { code?: number }
    send({ id, error: { code, message } })
  }

  const serve = async (id: unknown, method: string, params: unknown): Promise<void> => {
    const mayAsk = limit(method, running.size)
    if (mayAsk !== true) return void (mayAsk && fail(id, mayAsk))
    const request = new AbortController()
    running.set(id, request)
    try {
      const size = { width: container.clientWidth, maxHeight: maxHeightPx }
      send({ id, result: await answerApp(method, params, { ...options, size }, request.signal) })
    } catch (thrown) {
      fail(id, thrown)
    } finally {
      running.delete(id)
    }
  }

  const resize = (): void => {
    frame.style.height = `${height}px`
    height = undefined
  }

  const hear = (method: string, params: Record<string, unknown>): void => {
    const name = method.replace('ui/notifications/', '')
    if (name === 'sandbox-proxy-ready' && !hasStarted) {
      hasStarted = true
      const frameSources = orNone(origins.frameDomains)
      const ready = {
        html: withPolicy(html, origins),
        sandbox: 'allow-scripts',
        title,
        frameSources,
      }
      send(toNotice('sandbox-resource-ready', ready))
    } else if (name === 'initialized') {
      for (const message of waiting ?? []) send(message)
      waiting = undefined
    } else if (name === 'size-changed') {
      // Each change lays the page out anew, so there is one for each frame of the screen.
      const wanted = Math.min(Number(params['height']), maxHeightPx)
      if (!(wanted >= 0)) return
      if (height === undefined) requestAnimationFrame(resize)
      height = wanted
    } else if (name === 'notifications/cancelled') running.get(params['requestId'])?.abort()
  }

  const receive = ({ source, origin, data }: MessageEvent<Message | null>): void => {
    if (source !== frame.contentWindow || (apart && origin !== apart)) return
    if (data?.jsonrpc !== '2.0') return
    const { id, method, params } = data
    if (typeof method !== 'string') ended.resolve()
    else if (id === undefined) hear(method, Object(params) as Record<string, unknown>)
    else void serve(id, method, params)
  }
  addEventListener('message', receive)
  const timer = setTimeout(() => hasStarted || onFail?.(), waitMs.start)
  container.append(frame)
  return {
    sendInput: (args) => notify('tool-input', { arguments: args }),
    sendResult: (result) => notify('tool-result', result),
    sendCancelled: (reason) => notify('tool-cancelled', { reason }),
    unmount: async () => {
      clearTimeout(timer)
      for (const request of running.values()) request.abort()
      if (!waiting) {
        send({ id: 'end', method: 'ui/resource-teardown', params: {} })
        await Promise.race([ended.promise, new Promise((end) => setTimeout(end, waitMs.end))])
      }
      removeEventListener('message', receive)
      frame.remove()
    },
  }
}

const toNotice = (name: string, params: object): object => ({
  method: `ui/notifications/${name}`,
  params,
})

/** The parts that a request is answered from. */
interface Answering extends McpAppHandlers, Pick<McpAppOptions, 'tool' | 'theme'> {
  readonly size: { readonly width: number; readonly maxHeight: number }
}

/** Resolves with the result of a request of an app. Rejects for an unknown one, and with
 * what a handler throws. */
async function answerApp(
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

/** The most requests of one kind in any minute: of one app, and of all apps of the page. */
const mostOfApp = 30
const mostOfPage = 120
/** The most refusals that one app is told in any minute. */
const mostRefusals = 300

/** The requests that an app may make. All others count as one kind. */
const known = /^(tools\/call|resources\/read|ui\/(message|open-link|update-model-context))$/

/** Returns a function that takes one of `most` uses of a kind in any minute. */
function createKinds(most: number): (kind: string) => boolean {
  const kinds = new Map<string, () => boolean>()
  return (kind) => {
    const mayAsk = kinds.get(kind) ?? createMinuteLimit(most)
    kinds.set(kind, mayAsk)
    return mayAsk()
  }
}

const ofPage = createKinds(mostOfPage)

/**
 * Returns a function that takes a request of one app. It returns true if the app may make it now,
 * else the error to answer with, or false to answer nothing.
 */
export function createAppLimit(): (method: string, running: number) => boolean | Error {
  const ofApp = createKinds(mostOfApp)
  const mayRefuse = createMinuteLimit(mostRefusals)
  return (method, running) => {
    const kind = known.test(method) ? method : ''
    return (
      (running < mostOfApp && ofApp(kind) && ofPage(kind)) ||
      (mayRefuse() && new Error(`An app may ask this at most ${mostOfApp} times a minute.`))
    )
  }
}
