import type { HttpSender } from './http-sender.ts'
import { McpError } from './mcp-error.ts'
import {
  clientInfo,
  type McpInput,
  type McpObject,
  type McpRequestOptions,
  type McpWire,
  toInput,
} from './mcp-wire.ts'
import { callRpc, listenTo } from './rpc-call.ts'

/** The revisions with sessions, newest first. */
const revisions: readonly unknown[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

/** The most requests of the server that are answered in a minute, for one request or stream. */
const mostServed = 100

/** An open request of the page, whose caller answers the server. */
interface OpenRequest {
  readonly at: McpRequestOptions
  /** The number of the server's requests that wait for an answer. */
  asking: number
  served: number
  /** The beginning of the minute in which they are counted. */
  since: number
}

/** Speaks with a server by HTTP, as of 2025-11-25 and before: in a session. */
export class SessionWire implements McpWire {
  readonly #sender: HttpSender
  /** The open requests that a user can be asked in. */
  readonly #calls = new Set<OpenRequest>()
  /** The streams apart from requests. Each resolves once it is open. */
  readonly #streams = new Set<Promise<void>>()
  /** False once the server has refused such a stream. */
  #hasStream = true
  #hasWarned = false
  #lastId = 0

  constructor(sender: HttpSender) {
    this.#sender = sender
  }

  async connect(signal?: AbortSignal): Promise<McpObject> {
    const sender = this.#sender
    sender.version = String(revisions[0])
    const { version: protocolVersion, options } = sender
    const { capabilities, label } = options
    const params = { protocolVersion, capabilities, clientInfo }
    const hello = await this.request('initialize', params, { signal })
    const agreed = hello['protocolVersion']
    if (!revisions.includes(agreed)) {
      const revision = String(agreed).slice(0, 20)
      throw new McpError(
        'invalid_answer',
        `${label} speaks the revision "${revision}" of MCP, which this page does not.`,
      )
    }
    sender.version = String(agreed)
    await this.#tell({ method: 'notifications/initialized' }, signal)
    return hello
  }

  async request(
    method: string,
    params: McpObject = {},
    at: McpRequestOptions = {},
  ): Promise<McpObject> {
    const id = ++this.#lastId
    const { session } = this.#sender
    const { signal, onProgress } = at
    const token = onProgress && {
      _meta: { ...(params['_meta'] as McpObject | undefined), progressToken: id },
    }
    const message = { jsonrpc: '2.0', id, method, params: { ...params, ...token } }
    const open: OpenRequest = { at, asking: 0, served: 0, since: Date.now() }
    const onRequest = (given: McpObject): void => this.#serveIn(open, given)
    // The server goes on after its connection is closed, unless it is told.
    const leave = (): void => {
      // In another session, the id is that of another request.
      if (session !== this.#sender.session) return
      const told = { method: 'notifications/cancelled', params: { requestId: id } }
      this.#tell(told).catch(() => undefined)
    }
    if (method !== 'initialize') signal?.addEventListener('abort', leave)
    let hearing: AbortController | undefined
    if (at.onInput) this.#calls.add(open)
    try {
      if (at.onInput) hearing = await this.#hear(signal)
      const isWaiting = (): boolean => open.asking > 0
      return await callRpc(this.#sender, message, { ...at, onRequest, isWaiting })
    } finally {
      this.#calls.delete(open)
      hearing?.abort()
      signal?.removeEventListener('abort', leave)
    }
  }

  listen(signal: AbortSignal, onOpen?: () => void): Promise<boolean> {
    const stream: OpenRequest = { at: { signal }, asking: 0, served: 0, since: Date.now() }
    const onRequest = (given: McpObject): void => {
      const isQuestion = given['method'] === 'elicitation/create'
      const [call = stream, second] = isQuestion ? this.#calls : []
      // With two calls, the user would be asked in the name of a tool that has asked nothing.
      this.#serveIn(second ? stream : call, given)
      if (isQuestion && (second || call === stream)) this.#warn()
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#streams.add(promise)
    const opened = (): void => {
      resolve()
      onOpen?.()
    }
    return listenTo(this.#sender, undefined, { signal, onRequest, onOpen: opened })
      .then((goesOn) => (this.#hasStream = goesOn))
      .finally(() => {
        resolve()
        this.#streams.delete(promise)
      })
  }

  /**
   * Waits until a stream is open that the server can ask on during a call; at most 1 s. Returns
   * what ends the stream, if it is opened for this call: another page may listen for this one.
   */
  async #hear(signal?: AbortSignal): Promise<AbortController | undefined> {
    if (!this.#hasStream || this.#sender.session === undefined) return undefined
    const own = this.#streams.size > 0 ? undefined : new AbortController()
    if (own) {
      const both = signal ? AbortSignal.any([own.signal, signal]) : own.signal
      this.listen(both).catch(() => undefined)
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, 1_000)
    await Promise.race([...this.#streams, promise])
    clearTimeout(timer)
    return own
  }

  close(): void {
    if (this.#sender.session === undefined) return
    this.#sender.send({ method: 'DELETE', take: () => true }).catch(() => undefined)
  }

  #serveIn(open: OpenRequest, given: McpObject): void {
    // A server may ping for as long as the stream lasts.
    const now = Date.now()
    if (now - open.since > 60_000) Object.assign(open, { served: 0, since: now })
    if (open.served++ >= mostServed) return
    open.asking++
    void this.#serve(given, open.at).finally(() => open.asking--)
  }

  #warn(): void {
    if (this.#hasWarned) return
    this.#hasWarned = true
    console.warn(
      `[ambit] ${this.#sender.options.label} asked a question apart from a call, while not exactly one was open, so it was answered \`cancel\`. The server should send \`relatedRequestId\` with it.`,
    )
  }

  /** Answers a request of the server. */
  async #serve(
    given: McpObject,
    { onInput = answerNobody, signal }: McpRequestOptions,
  ): Promise<void> {
    const input = toInput(given)
    const answer =
      input.method === 'ping'
        ? { result: {} }
        : await onInput(input).then(
            (result) => ({ result }),
            () => ({ error: { code: -32_601, message: 'Not supported by this page.' } }),
          )
    await this.#tell({ id: given['id'], ...answer }, signal).catch(() => undefined)
  }

  #tell(message: McpObject, signal?: AbortSignal): Promise<unknown> {
    return this.#sender.send({ message: { jsonrpc: '2.0', ...message }, signal, take: () => true })
  }
}

/** Answers a request of the server outside of a call: there is nobody to ask. */
async function answerNobody({ method }: McpInput): Promise<unknown> {
  if (method === 'elicitation/create') return { action: 'cancel' }
  throw new Error(method)
}
