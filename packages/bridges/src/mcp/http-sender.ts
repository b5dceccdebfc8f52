import type { HeaderValues } from './header-values.ts'
import { type AnswerEnd, exchange, type StreamPlace } from './http-exchange.ts'
import type { McpAuth } from './mcp-auth.ts'
import { McpError } from './mcp-error.ts'
import { type McpObject, toObject } from './mcp-wire.ts'
import { toHeaderValue } from './header-value.ts'

/** The options for speaking with a server by HTTP. */
export interface HttpWireOptions {
  readonly url: string
  /** The name of the server for people. */
  readonly label: string
  /** The longest silence of the server in an answer. */
  readonly timeoutMs: number
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly headers?: (() => HeaderValues | PromiseLike<HeaderValues>) | undefined
  readonly auth?: McpAuth | undefined
  /** The abilities of this page, for the server. */
  readonly capabilities: McpObject
  /** Gets the method of each notification, such as one of a changed list. */
  readonly onNotice: (method: string) => void
}

/** One message, or a request without one. */
export interface Sending {
  readonly message?: McpObject | undefined
  readonly method?: string
  readonly signal?: AbortSignal | undefined
  readonly take: (message: McpObject) => boolean
  readonly timeoutMs?: number
  readonly isWaiting?: (() => boolean) | undefined
  /** Called once a successful answer has begun. */
  readonly onOpen?: (() => void) | undefined
  /** Headers of its own. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The place in the stream of an answer to go on from. */
  readonly place?: StreamPlace | undefined
}

/** The revision of the protocol that has no sessions. */
export const modern = '2026-07-28'

const named = ['tools/call', 'resources/read', 'prompts/get']

/** Sends messages to a server, with the headers of its revision of the protocol. */
export class HttpSender {
  readonly options: HttpWireOptions
  version: string = modern
  session: string | undefined

  constructor(options: HttpWireOptions) {
    this.options = options
  }

  /**
   * Sends a message. After a refusal for want of rights, asks `auth` once.
   *
   * @throws McpError, or the reason of the signal.
   */
  async send(given: Sending, isAgain = false): Promise<AnswerEnd> {
    const { message, headers: more, place = {}, ...rest } = given
    // Another session may begin while the headers are waited for.
    const { session, version } = this
    const { url, label, auth, timeoutMs, fetch = globalThis.fetch } = this.options
    const headers = new Headers(await this.#inTime(this.options.headers?.()))
    new Headers(await this.#inTime(auth?.headers(url))).forEach((value, name) =>
      headers.set(name, value),
    )
    const { method, params } = message ?? {}
    const { name, uri } = toObject(params)
    const own: Record<string, string> = {
      accept: 'application/json, text/event-stream',
      ...(message && { 'content-type': 'application/json' }),
      ...(method !== 'initialize' && { 'mcp-protocol-version': version }),
      ...(version === modern && {
        'mcp-method': String(method),
        ...(named.includes(String(method)) && { 'mcp-name': toHeaderValue(String(name ?? uri)) }),
        ...more,
      }),
    }
    if (session) own['mcp-session-id'] = session
    if (given.place?.id) own['last-event-id'] = given.place.id
    for (const [key, value] of Object.entries(own)) headers.set(key, value)
    const init: RequestInit = {
      method: given.method ?? (message ? 'POST' : 'GET'),
      headers,
      ...(message && { body: JSON.stringify(message) }),
    }
    // A stream that is resumed is cut again and again, and this is its one loop.
    const canResume = (): boolean =>
      version !== modern && !given.place && !!place.id && message?.['id'] !== undefined
    const onHeaders = (got: Headers): void => {
      given.onOpen?.()
      if (method === 'initialize') this.session = got.get('mcp-session-id') ?? undefined
    }
    try {
      const end = await exchange({ timeoutMs, ...rest, url, label, fetch, init, onHeaders, place })
      if (end !== 'cut' || !canResume()) return end
    } catch (error) {
      const { refusal, kind } = error as McpError
      if (kind !== 'stream_cut' || !canResume()) {
        if (isAgain || !refusal) throw error
        // Without a sign-in, `headers` may have a newer token by now.
        const isNew = !auth && this.options.headers && refusal.status === 401
        if (!isNew && !(await this.#inTime(auth?.onUnauthorized(refusal)))) throw error
        return this.send(given, true)
      }
    }
    const { resume } = await import('./resume.ts')
    return resume(place, () => this.send({ ...rest, place }), given.signal)
  }

  /** Waits for the code of the page, as long as for a server. */
  #inTime<T>(value: T | PromiseLike<T>): Promise<T> {
    const { timeoutMs, label } = this.options
    return new Promise((resolve, reject) => {
      const fail = (): void =>
        reject(new McpError('timeout', `\`headers\` or \`auth\` for ${label} took too long.`))
      const timer = timeoutMs && setTimeout(fail, timeoutMs)
      Promise.resolve(value)
        .finally(() => clearTimeout(timer))
        .then(resolve, reject)
    })
  }
}
