import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { matchesGlob } from 'node:path'
import { openTunnel, passUpgrade } from './tunnel.ts'

/** What a story can match an address with: `**` is any path. */
export type Pattern = string | RegExp

interface Route {
  abort(): void
  continue(): void
  fulfill(answer: { readonly status: number; readonly body?: string }): void
}

interface Rule {
  readonly pattern: Pattern
  readonly handle: (route: Route) => unknown
}

/** The requests that pass: `request`, then `response` or `requestfailed`. */
interface Events {
  readonly request: [SeenRequest]
  readonly response: [SeenResponse]
  readonly requestfailed: [SeenRequest]
}

export interface SeenRequest {
  url(): string
}

export interface SeenResponse extends SeenRequest {
  status(): number
  json(): Promise<unknown>
}

/**
 * A proxy between a browser and the servers of a story. It sees the requests, and can hold, answer
 * or abort them, as Playwright's routes do.
 */
export class Traffic extends EventEmitter<Events> implements AsyncDisposable {
  readonly #server = createServer((request, response) => this.#pass(request, response))
  #rules: Rule[] = []

  private constructor() {
    super()
    this.setMaxListeners(0)
    // A WebSocket is passed on unseen.
    this.#server.on('connect', openTunnel).on('upgrade', passUpgrade)
  }

  static async start(): Promise<Traffic> {
    const traffic = new Traffic()
    traffic.#server.listen(0, '127.0.0.1')
    await once(traffic.#server, 'listening')
    return traffic
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  route(pattern: Pattern, handle: Rule['handle']): void {
    this.#rules.unshift({ pattern, handle })
  }

  unroute(pattern: Pattern): void {
    this.#rules = this.#rules.filter((rule) => rule.pattern !== pattern)
  }

  /** Forgets the routes and the listeners of a story. */
  reset(): void {
    this.#rules = []
    this.removeAllListeners()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const url = request.url ?? ''
    const seen = { url: () => url }
    this.emit('request', seen)
    const abort = () => {
      this.emit('requestfailed', seen)
      response.destroy()
    }
    const rule = this.#rules.find(({ pattern }) => matchesAddress(pattern, url))
    const route = {
      abort,
      continue: () => this.#forward(request, response, abort),
      fulfill: ({ status, body = '' }: { status: number; body?: string }) =>
        void response.writeHead(status).end(body),
    }
    if (rule === undefined) route.continue()
    else void rule.handle(route)
  }

  #forward(request: IncomingMessage, response: ServerResponse, abort: () => void): void {
    const url = request.url ?? ''
    const { method, headers } = request
    const onward = ask(url, { method, headers }, (answer) => {
      const body: Buffer[] = []
      answer.on('data', (chunk: Buffer) => void body.push(chunk))
      const all = once(answer, 'end').then(() => String(Buffer.concat(body)))
      all.catch(() => undefined)
      this.emit('response', {
        url: () => url,
        status: () => answer.statusCode ?? 0,
        json: async () => JSON.parse(await all) as unknown,
      })
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    onward.on('error', abort)
    // The page has gone, or has stopped reading.
    response.on('close', () => {
      if (!response.writableFinished) onward.destroy(new Error('The page stopped the request.'))
    })
    request.pipe(onward)
  }
}

export function matchesAddress(pattern: Pattern, url: string): boolean {
  if (pattern instanceof RegExp) return pattern.test(url)
  return matchesGlob(url.replace('://', '/'), pattern.replace('?', '\\?'))
}
