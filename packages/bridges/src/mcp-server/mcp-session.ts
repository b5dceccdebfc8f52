import { type Agent, isExposed, type RegisteredTool } from '@ambit/core'
import { callerMeta } from '../otel/open-runs.ts'
import { createMinuteLimit } from '../outside/minute-limit.ts'
import { type CallFromOutside, checkLimit, createOutsideCaller } from '../outside/outside-caller.ts'
import { type IsOffered, offeredTools } from '../outside/offered-tools.ts'
import type { ExposeOverMcpOptions } from './expose-options.ts'
import { pageResources, readContents, toListed } from './page-resources.ts'
import {
  type Incoming,
  isModern,
  legacyVersion,
  metaKeys,
  modernVersion,
  readClient,
  readIncoming,
  toRecord,
} from './protocol.ts'
import { codes, RpcError } from './rpc-error.ts'
import { toMcpTool } from './to-mcp-tool.ts'

const capabilities = { tools: { listChanged: true }, resources: { listChanged: true } }

/** The fields by which the modern revision says that a result may not be kept. */
const notKept = { ttlMs: 0, cacheScope: 'private' }

/** The conversation of the page, as a server, with one client. */
export class McpSession {
  readonly #agent: Agent
  readonly #send: (message: object) => void
  readonly #options: ExposeOverMcpOptions
  readonly #isOffered: IsOffered
  readonly #call: CallFromOutside
  readonly #mayRead: () => boolean
  readonly #subscriptions: Subscriptions
  /** The requests that have no answer yet, by their ids. */
  readonly #running = new Map<unknown, AbortController>()
  #allowed: Promise<unknown> | undefined
  #client: unknown
  #isInitialized = false
  #isOver = false

  constructor(agent: Agent, send: (message: object) => void, options: ExposeOverMcpOptions) {
    this.#agent = agent
    this.#options = options
    this.#send = (message) => {
      if (!this.#isOver) send(message)
    }
    const { callsPerMinute = 30, maxResourceChars = 20_000, tools = () => true } = options
    checkLimit('maxResourceChars', maxResourceChars)
    this.#isOffered = tools
    this.#call = createOutsideCaller(agent, 'mcp', options)
    this.#mayRead = createMinuteLimit(callsPerMinute)
    this.#subscriptions = new Subscriptions(this.#send)
  }

  /** Returns the tools that the client is offered now. */
  listTools(): object[] {
    return offeredTools(this.#agent, 'mcp', this.#isOffered).map(({ tool }) => toMcpTool(tool))
  }

  /** Returns the list of what the client may read now. */
  listResources(): object[] {
    return pageResources(this.#agent, this.#options).map(toListed)
  }

  /** Tells the client that a list has changed. */
  tell(list: ListName): void {
    this.#subscriptions.tell(list)
  }

  /** Answers a text that is not a message. */
  refuse(why: string): void {
    this.#answerError(null, new RpcError(codes.garbage, why))
  }

  /** Takes one message of the client. */
  receive(message: unknown): void {
    const { id = null } = toRecord(message)
    try {
      const incoming = readIncoming(message)
      if (!incoming) return
      if (incoming.id === undefined) this.#hear(incoming)
      else void this.#serve(incoming)
    } catch (thrown) {
      this.#answerError(id, thrown)
    }
  }

  /** Ends all calls and subscriptions. Nothing is sent afterwards. */
  end(): void {
    this.#subscriptions.end()
    this.#isOver = true
    for (const request of this.#running.values()) request.abort()
  }

  #hear({ method, params: { requestId } }: Incoming): void {
    if (method === 'notifications/initialized') this.#subscriptions.tellsAll = this.#isInitialized
    if (method !== 'notifications/cancelled') return
    this.#running.get(requestId)?.abort()
    this.#subscriptions.remove(requestId)
  }

  async #serve(incoming: Incoming): Promise<void> {
    const { id, method } = incoming
    const request = new AbortController()
    try {
      const isNew = isModern(incoming)
      if (this.#running.has(id)) throw new RpcError(codes.badRequest, 'The id is in use.')
      this.#running.set(id, request)
      try {
        const result = await this.#resultOf(incoming, isNew, request.signal)
        // The client expects no answer to what it has cancelled, nor to a subscription that lasts.
        if (!result || request.signal.aborted) return
        this.#send({ jsonrpc: '2.0', id, result: isNew ? this.#toModern(method, result) : result })
      } finally {
        this.#running.delete(id)
      }
    } catch (thrown) {
      if (!request.signal.aborted) this.#answerError(id, thrown, method)
    }
  }

  async #resultOf(
    incoming: Incoming,
    isNew: boolean,
    signal: AbortSignal,
  ): Promise<object | undefined> {
    const { id, method, params, meta } = incoming
    if (method === 'ping') return {}
    if (method === 'initialize' && !isNew) return this.#initialize(params)
    if (!isNew && !this.#isInitialized) {
      throw new RpcError(
        codes.badRequest,
        'Send `initialize` first, or a revision of the protocol with each request.',
      )
    }
    if (isNew) this.#client = meta[metaKeys.client]
    if (method === 'server/discover' && isNew) {
      const { instructions } = this.#options
      return { supportedVersions: [modernVersion], capabilities, instructions }
    }
    await this.#expectAllowed()
    switch (method) {
      case 'tools/list': {
        return { tools: this.listTools() }
      }
      case 'resources/list': {
        return { resources: this.listResources() }
      }
      case 'resources/templates/list': {
        return { resourceTemplates: [] }
      }
      case 'tools/call': {
        return this.#callTool(incoming, signal)
      }
      case 'resources/read': {
        return this.#read(params, isNew)
      }
      case 'subscriptions/listen': {
        if (!isNew) break
        this.#subscriptions.add(id, params['notifications'])
        return undefined
      }
    }
    throw new RpcError(codes.unknownMethod, 'Method not found')
  }

  #initialize({ protocolVersion, clientInfo }: Incoming['params']): object {
    this.#isInitialized = true
    this.#client = clientInfo
    const version = legacyVersion(protocolVersion)
    const { instructions } = this.#options
    return { protocolVersion: version, capabilities, serverInfo: this.#self, instructions }
  }

  get #self(): object {
    return { name: this.#options.name ?? this.#agent.name, version: '1' }
  }

  #toModern(method: string, result: object): object {
    const meta = { [metaKeys.server]: this.#self }
    return {
      ...result,
      ...(method !== 'tools/call' && notKept),
      resultType: 'complete',
      _meta: meta,
    }
  }

  async #expectAllowed(): Promise<void> {
    const { allow = () => true } = this.#options
    this.#allowed ??= (async () => allow(readClient(this.#client)))().catch(() => false)
    // Everything that is not a clear yes is a no.
    if ((await this.#allowed) === true) return
    throw new RpcError(codes.notAllowed, 'The user at the page has not allowed this.')
  }

  async #callTool(
    { params: { name, arguments: args = {} }, meta }: Incoming,
    signal: AbortSignal,
  ): Promise<object> {
    const { progressToken: token } = meta
    const found = typeof name === 'string' ? this.#agent.scopes.find(name) : undefined
    if (!found || !this.#isKnown(found)) {
      throw new RpcError(codes.badParams, 'The page has no such tool.')
    }
    // A call whose progress cannot be told runs all the same.
    const loaded =
      token === undefined ? undefined : await import('./tell-progress.ts').catch(() => undefined)
    let told: Promise<void> | undefined
    const { content, isError, data } = await this.#call(found, args, signal, (run) => {
      callerMeta.set(run, meta)
      told = loaded?.tellProgress(run, token, this.#send).catch(() => undefined)
    })
    // Nothing is sent about a call after its result.
    await told
    const isData = !isError && !!found.tool.outputJsonSchema
    return {
      content,
      // A client refuses a success without the data that the tool's schema promises.
      isError: isError || (isData && !data),
      structuredContent: isData ? data : undefined,
    }
  }

  /**
   * Whether the client may know a tool. The reason of one that is off, or is denied, is in the
   * answer of its call.
   */
  #isKnown(found: RegisteredTool): boolean {
    const { tool, scope } = found
    const isSecret = [tool, scope].some(({ visible }) => visible.off === 'secret')
    if (isSecret && !this.#agent.scopes.isToolOn(found).enabled) return false
    return isExposed('mcp', tool, scope) && this.#isOffered(tool, scope)
  }

  async #read({ uri }: Incoming['params'], isNew: boolean): Promise<object> {
    const resources = pageResources(this.#agent, this.#options)
    const resource = resources.find((one) => one.uri === uri)
    if (!resource) {
      const code = isNew ? codes.badParams : codes.noResource
      throw new RpcError(code, 'The page has no such resource.', { uri })
    }
    if (!this.#mayRead()) throw new RpcError(codes.notAllowed, 'That is too often for one minute.')
    return { contents: [await readContents(resource, this.#options.maxResourceChars)] }
  }

  #answerError(id: unknown, thrown: unknown, method?: string): void {
    // An error of the application's own code may hold what no client should know.
    const { code, message, data } =
      thrown instanceof RpcError
        ? thrown
        : new RpcError(codes.failed, `${method ?? 'The request'} failed at the page.`)
    this.#send({ jsonrpc: '2.0', id, error: { code, message, data } })
  }
}

/** A list of the page that may change. */
type ListName = 'tools' | 'resources'

/** The most subscriptions of one client. */
const maxSubscriptions = 20

/** The changes that a client has asked to be told of. */
class Subscriptions {
  readonly #send: (message: object) => void
  /** True for a client of the revisions that tell of every change unasked. */
  tellsAll = false
  readonly #byId = new Map<unknown, ReadonlySet<ListName>>()

  constructor(send: (message: object) => void) {
    this.#send = send
  }

  /** Begins a subscription, and says so. Throws `RpcError` if there are too many. */
  add(id: unknown, notifications: unknown): void {
    if (this.#byId.size === maxSubscriptions) {
      throw new RpcError(codes.failed, `One client has at most ${maxSubscriptions} subscriptions.`)
    }
    const asked = toRecord(notifications)
    const lists = (['tools', 'resources'] as const).filter((list) => asked[`${list}ListChanged`])
    this.#byId.set(id, new Set(lists))
    const told = Object.fromEntries(lists.map((list) => [`${list}ListChanged`, true]))
    this.#notify('notifications/subscriptions/acknowledged', { notifications: told }, id)
  }

  /** Ends a subscription that the client no longer wants. */
  remove(id: unknown): void {
    this.#byId.delete(id)
  }

  /** Tells of a list that has changed. */
  tell(list: ListName): void {
    const method = `notifications/${list}/list_changed`
    if (this.tellsAll) this.#send({ jsonrpc: '2.0', method })
    for (const [id, lists] of this.#byId) if (lists.has(list)) this.#notify(method, {}, id)
  }

  /** Ends all subscriptions, each with its answer. */
  end(): void {
    this.tellsAll = false
    for (const id of this.#byId.keys()) {
      const result = { resultType: 'complete', _meta: { [metaKeys.subscription]: id } }
      this.#send({ jsonrpc: '2.0', id, result })
    }
    this.#byId.clear()
  }

  #notify(method: string, params: object, id: unknown): void {
    const meta = { [metaKeys.subscription]: id }
    this.#send({ jsonrpc: '2.0', method, params: { ...params, _meta: meta } })
  }
}
