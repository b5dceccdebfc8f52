import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createProxy } from '../../src/create-proxy.ts'
import { nodeListener } from '../../src/node/node-listener.ts'
import type { ProxyOptions } from '../../src/proxy-options.ts'
import { sessions } from '../../src/sessions/sessions.ts'
import type { SessionStore } from '../../src/sessions/store.ts'

export type Fetch = typeof globalThis.fetch

/** A server process: it has the database in common with the others, and nothing else. */
export class SessionServer {
  readonly #store: SessionStore
  readonly #options: Partial<ProxyOptions>
  #server: Server | undefined
  #port = 0

  constructor(store: SessionStore, options: Partial<ProxyOptions> = {}) {
    this.#store = store
    this.#options = options
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    const proxy = createProxy({
      // In an app: the user of the server's own session, which the cookie names.
      authorize: ({ headers }) => /^user=(.+)$/.exec(headers.get('cookie') ?? '')?.[1],
      use: [sessions({ store: this.#store, lease: '60s' })],
      log: () => undefined,
      ...this.#options,
    })
    const server = createServer(nodeListener(proxy))
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  /** Kills the server: requests that go on are cut. */
  async kill(): Promise<void> {
    const server = this.#server
    const closed = new Promise((resolve) => server?.close(resolve))
    server?.closeAllConnections()
    await closed
  }
}

/** The place of the proxies for pages. `balanced` sends each request to one of them. */
export const baseURL = 'http://proxies/api/agent'

/** Returns the `fetch` of a browser in which somebody is signed in, before some servers. */
export function signedIn(user: string | undefined, servers: readonly SessionServer[]): Fetch {
  let count = 0
  return (input, init) => {
    const server = servers[count++ % servers.length]
    const url = String(input).replace('http://proxies', server?.origin ?? '')
    const headers = new Headers(init?.headers)
    // As a browser does.
    headers.set('origin', server?.origin ?? '')
    if (user !== undefined) headers.set('cookie', `user=${user}`)
    return fetch(url, { ...init, headers })
  }
}

/** Returns a `fetch` over a network that loses requests and answers, at fixed places. */
export function lossy(fetch: Fetch, latencyMs: number = 0): Fetch {
  let count = 0
  return async (input, init) => {
    if (String(input).includes('/events')) return fetch(input, init)
    const nth = ++count
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs))
    if (nth % 7 === 3) throw new TypeError('The request was lost.')
    if (nth % 11 === 6) return new Response('busy', { status: 503 })
    const response = await fetch(input, init)
    if (nth % 5 !== 2) return response
    await response.arrayBuffer()
    throw new TypeError('The answer was lost.')
  }
}
