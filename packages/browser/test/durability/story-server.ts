import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build, defaultClientConditions } from 'vite'

/** An event that the server saw or that a page reported. */
export interface LogEntry {
  /** The kind of event. The server adds `invoke` and `ok` itself; pages report the others. */
  readonly type: string
  readonly sid: string
  readonly page: string
  readonly at: number
  readonly [detail: string]: unknown
}

/**
 * The server that serves the pages, does the work of their tools, and keeps the log that the checks
 * read.
 */
export interface StoryServer {
  readonly url: string
  readonly log: LogEntry[]
  /** Calls the listener with every entry until the returned function is called. */
  onEntry(listener: (entry: LogEntry) => void): () => void
  close(): Promise<void>
}

/**
 * Starts the server. `page`: the source file of the pages, beside this one. `before` is awaited
 * before each answer, and returns true if it gives the answer itself.
 */
export async function startStoryServer(
  page = 'story.page.ts',
  before: (path: string, response: ServerResponse) => unknown = () => undefined,
): Promise<StoryServer> {
  const files = await bundle(page)
  const log: LogEntry[] = []
  const listeners = new Set<(entry: LogEntry) => void>()
  /**
   * The work by idempotency key. A key is reserved when a request begins, not when it ends: a
   * second request waits for the first.
   */
  const byKey = new Map<string, Promise<string>>()
  const add = (entry: Omit<LogEntry, 'at'>): void => {
    const stamped = { ...entry, at: performance.now() } as LogEntry
    log.push(stamped)
    for (const listener of listeners) listener(stamped)
  }
  const apply = async (asked: Applying): Promise<string> => {
    const { sid, page, callId, name } = asked
    add({ type: 'invoke', sid, page, callId, name })
    await new Promise((resolve) => setTimeout(resolve, asked.delayMs))
    add({ type: 'ok', sid, page, callId, name })
    return `${name} ${callId}`
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://story')
    if ((await before(url.pathname, response)) === true) return
    // For its own server, an opaque origin is another origin.
    response.setHeader('access-control-allow-origin', '*')
    if (url.searchParams.has('opaque')) {
      response.setHeader('content-security-policy', 'sandbox allow-scripts')
    }
    const file = files.get(url.pathname)
    if (file !== undefined) {
      const type = url.pathname.includes('.') ? 'text/javascript' : 'text/html'
      response.setHeader('content-type', type)
      response.end(file)
    } else if (url.pathname === '/apply') {
      const asked = JSON.parse(await read(request)) as Applying
      const known = asked.key === undefined ? undefined : byKey.get(asked.key)
      const applying = known ?? apply(asked)
      if (asked.key !== undefined) byKey.set(asked.key, applying)
      response.end(await applying)
    } else if (url.pathname === '/lookup') {
      const callId = url.searchParams.get('callId')
      const entry = log.find((other) => other.type === 'invoke' && other['callId'] === callId)
      response.end(entry ? `write ${callId}` : '')
    } else if (url.pathname.startsWith('/log/')) {
      const reported = JSON.parse(await read(request)) as { sid: string; page: string }
      add({ ...reported, type: url.pathname.slice('/log/'.length) })
      response.end()
    } else {
      response.statusCode = 404
      response.end()
    }
  }
  const server = createServer((request, response) => {
    // A page that was killed needs no answer.
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    log,
    onEntry: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

interface Applying {
  readonly sid: string
  readonly page: string
  readonly name: string
  readonly callId: string
  readonly key?: string
  readonly delayMs: number
}

async function read(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

/** Builds the page, and returns its files by path. */
async function bundle(page: string): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['ambit-source', ...defaultClientConditions] },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      target: 'esnext',
      rollupOptions: {
        input: fileURLToPath(new URL(page, import.meta.url)),
        output: { entryFileNames: 'entry.js' },
      },
    },
  })
  const files = new Map([
    ['/away', '<!doctype html><title>Away</title>'],
    ['/', '<!doctype html><title>Story</title><script type="module" src="/entry.js"></script>'],
  ])
  for (const { output } of [built].flat() as { output: { fileName: string; code?: string }[] }[]) {
    for (const { fileName, code } of output) if (code) files.set(`/${fileName}`, code)
  }
  return files
}
