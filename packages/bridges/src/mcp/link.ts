import type { ToolContext } from '@ambit/core'
import { HttpWire } from './http-wire.ts'
import type {
  McpResourceContent,
  McpServerInfo,
  McpToolDefinition,
  McpToolResult,
} from './mcp-definitions.ts'
import type { McpRefusal } from './mcp-auth.ts'
import type { McpState } from './mcp-connection.ts'
import type { McpError } from './mcp-error.ts'
import { type McpObject, type McpWire, toObject, toText } from './mcp-wire.ts'
import type { LinkHost, OpenLink } from './open-link.ts'
import type { ListeningTurn } from './listening-turn.ts'
import { ToolSync } from './tool-sync.ts'
import { Waits } from './waits.ts'

/**
 * The most entries of a list, and the most pages and milliseconds for them. And the most changes in
 * a row that are followed at once, of which each comes within some milliseconds of the last.
 */
const most = { entries: 1_000, pages: 100, listMs: 10_000, changes: 8, calmMs: 10_000 }

/** Keeps one connection with a server, until its signal aborts. */
export class Link implements OpenLink {
  readonly host: LinkHost
  readonly signal: AbortSignal
  readonly wire: McpWire
  readonly results: Map<string, McpToolResult> = new Map()
  /** The last refusal for want of rights. */
  #refusal: McpRefusal | undefined
  readonly #waits: Waits
  readonly #tools: ToolSync
  #turn: ListeningTurn | undefined
  /** True while the user is offered to give more rights, and the rest works. */
  #wants = false
  #ttlMs = 0
  #lost: unknown
  #hello: McpObject = {}
  /** The beginning of a connection, until it has succeeded. */
  #opening: Promise<void> | undefined
  /** Ends with the connection that is there now. */
  #over = new AbortController()
  #updates = 0
  /** True if the lists may have changed since they were read. */
  #isStale = false
  #reading: Promise<void> | undefined
  /** Removes the record that tools of the list were left out. */
  #untell: (() => void) | undefined

  constructor(host: LinkHost, signal: AbortSignal) {
    const { agent, options, label, scope, createWire } = host
    const { url = '', timeoutMs = 60_000, apps, fetch, headers, auth } = options
    this.host = host
    this.signal = signal
    this.#waits = new Waits(signal)
    const onNotice = (method: string): void => {
      if (!method.endsWith('/list_changed')) return
      this.#waits.poke()
      this.#turn?.tell()
    }
    const space = 'io.modelcontextprotocol/'
    const extensions = {
      [`${space}tasks`]: {},
      ...(apps && { [`${space}ui`]: { mimeTypes: ['text/html;profile=mcp-app'] } }),
    }
    const capabilities = { elicitation: { form: {}, url: {} }, extensions }
    this.wire =
      createWire?.(onNotice) ??
      new HttpWire({ url, label, timeoutMs, fetch, headers, auth, capabilities, onNotice })
    const run = (definition: McpToolDefinition, args: McpObject, ctx: ToolContext) =>
      import('./call-tool.ts').then(({ callTool }) => callTool(this, definition, args, ctx))
    this.#tools = new ToolSync(agent, { scope, label }, options, run)
    signal.addEventListener('abort', () => {
      this.#tools.clear()
      this.#untell?.()
      this.wire.close()
    })
    void this.#run()
  }

  /** Ends a pause before the next try. */
  retry(): void {
    this.#waits.wake()
  }

  /** Signs the user in, perhaps for the rights of one call. */
  async signIn(signal: AbortSignal): Promise<void> {
    await this.host.options.auth?.signIn(this.#refusal, signal)
    if (this.#wants) this.host.set({ reason: undefined })
    this.#wants = false
  }

  failed(error: unknown): void {
    const { kind } = error as Partial<McpError>
    if (kind === undefined || kind === 'refused' || kind === 'too_large') return
    const { status, refusal } = error as McpError
    if (kind === 'signin' && status === 403) {
      // The rest of the tools work as before.
      this.#refusal = refusal
      this.#wants = true
      const { label } = this.host
      return this.host.set({ reason: `Sign in to ${label}: it wants more rights for this.` })
    }
    if (kind === 'signin') this.#lost = error
    this.#waits.poke()
  }

  async readResource(
    uri: string,
    signal?: AbortSignal,
    traced?: McpObject,
  ): Promise<readonly McpResourceContent[]> {
    const both = signal ? AbortSignal.any([signal, this.signal]) : this.signal
    try {
      const { contents } = await this.inSession(
        () => this.wire.request('resources/read', { uri, ...traced }, { signal: both }),
        both,
      )
      return Array.isArray(contents) ? (contents as McpResourceContent[]) : []
    } catch (error) {
      this.failed(error)
      throw error
    }
  }

  has(definition: McpToolDefinition): boolean {
    return this.#tools.has(definition)
  }

  async inSession<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    let isAgain = false
    for (;;) {
      signal?.throwIfAborted()
      await inTime(this.#opening, signal)
      const { session } = this.wire
      try {
        if (!this.#isStale) return await work()
        this.#reading ??= this.#update(this.#hello).finally(() => (this.#reading = undefined))
        await inTime(this.#reading, signal)
      } catch (error) {
        if (isAgain || session === undefined || !isSessionOver(error as McpError)) throw error
        isAgain = true
        if (session === this.wire.session) {
          this.#open().catch((lost: unknown) => {
            this.#lost = lost
            this.#waits.poke()
          })
        }
      }
    }
  }

  async list(kind: string): Promise<readonly unknown[]> {
    const all: unknown[] = []
    const known = new Set<string>()
    const cursors = new Set<unknown>()
    const until = Date.now() + most.listMs
    let cursor: unknown
    for (let page = 0; page < most.pages && all.length < most.entries; page++) {
      if (page > 0 && Date.now() > until) break
      const params = cursor === undefined ? {} : { cursor }
      const { signal } = this
      const found = await this.wire.request(`${kind}/list`, params, { signal })
      const given = found[kind]
      const entries = (Array.isArray(given) ? (given as unknown[]) : []).slice(0, most.entries + 1)
      // A server that knows no pages, or goes round in circles, sends what it has sent.
      const fresh = entries.filter((entry) => page === 0 || !known.has(JSON.stringify(entry)))
      for (const entry of fresh) known.add(JSON.stringify(entry))
      all.push(...fresh)
      const { ttlMs, nextCursor } = found
      if (kind === 'tools' && Number.isSafeInteger(ttlMs)) this.#ttlMs = Number(ttlMs)
      const isLast = fresh.length === 0 && cursors.has(nextCursor)
      cursor = isLast ? undefined : (nextCursor ?? undefined)
      cursors.add(cursor)
      if (cursor === undefined) break
    }
    if (kind === 'tools') {
      const what = `tools of ${this.host.label} after the first ${Math.min(all.length, most.entries).toLocaleString('en')}`
      const isCut = cursor !== undefined || all.length > most.entries
      const isSlow = all.length < most.entries && Date.now() > until
      this.#untell?.()
      this.#untell = isCut
        ? this.host.agent.scopes.leaveOut(
            what,
            `The server lists ${isSlow ? 'too slowly' : 'too many'}.`,
          )
        : undefined
    }
    return all.slice(0, most.entries)
  }

  async #run(): Promise<void> {
    const { host, signal } = this
    let failures = 0
    while (!signal.aborted) {
      try {
        await this.#open()
        failures = 0
        await this.#follow()
      } catch (error) {
        this.#over.abort()
        if (signal.aborted) return
        this.#wants = false
        const isSignIn = (error as McpError).kind === 'signin'
        this.#refusal = (error as McpError).refusal
        const status = isSignIn ? 'signin' : 'failed'
        host.set({ status, reason: reasonOf(error, host.label) })
        // Without `auth` nobody signs in, and `headers` may return another token the next time.
        await this.#waits.pause(isSignIn && host.options.auth ? Infinity : failures++)
      }
    }
  }

  /** Connects, and reads the lists. Requests of other parts wait for it. */
  #open(): Promise<void> {
    return (this.#opening = this.#begin())
  }

  async #begin(): Promise<void> {
    this.#over.abort()
    const over = new AbortController()
    this.#over = over
    const hello = await this.wire.connect(this.signal)
    await this.#update(hello)
    // Another connection may have begun.
    if (this.#over !== over) return
    this.#opening = undefined
    // What was refused before says nothing of this connection.
    this.#lost = undefined
    this.#hello = hello
    this.host.set({ status: 'ready', reason: undefined, server: toServer(hello) })
    void this.#listen(hello, AbortSignal.any([this.signal, over.signal]))
  }

  /** Reads the lists again whenever they may have changed. Rejects once the server is gone. */
  async #follow(): Promise<never> {
    let at = Date.now()
    let changes = 0
    for (;;) {
      await this.#waits.poked(this.#ttlMs)
      // For a server whose lists change all the time, each call reads them, and nobody else.
      changes = Date.now() - at < most.calmMs ? changes + 1 : 0
      if (changes > most.changes) {
        this.#isStale = true
        await this.#waits.sleep(changes - most.changes)
      }
      at = Date.now()
      this.signal.throwIfAborted()
      const lost = this.#lost
      this.#lost = undefined
      if (lost) throw lost
      this.#isStale = true
      await this.inSession(() => Promise.resolve())
    }
  }

  async #update(hello: McpObject): Promise<void> {
    const capabilities = toObject(hello['capabilities'])
    const { host } = this
    const { options } = host
    const change: { -readonly [Key in keyof McpState]?: McpState[Key] } = {}
    const update = ++this.#updates
    // Tools of the page's own come first: one of the server does not take their names.
    if (options.resources) {
      const { offerResources } = await import('./resources.ts')
      change.mentions = await offerResources(this, !!capabilities['resources'])
    }
    if (options.prompts) {
      const { offerPrompts } = await import('./prompts.ts')
      change.commands = await offerPrompts(this, !!capabilities['prompts'])
    }
    const list = capabilities['tools'] ? await this.list('tools') : []
    const hasParams = JSON.stringify(list).includes('"x-mcp-header":')
    const params = hasParams ? await import('./param-headers.ts') : undefined
    this.signal.throwIfAborted()
    // A newer list may be here already.
    if (update !== this.#updates) return
    this.#isStale = false
    const hasTasks = !!capabilities['tasks']
    host.set({ ...change, tools: this.#tools.update(list, params?.findFaults(list), hasTasks) })
  }

  /** Listens for changes, if the server tells of any. */
  async #listen(hello: McpObject, signal: AbortSignal): Promise<void> {
    const capabilities = toObject(hello['capabilities'])
    const { resources, prompts } = this.host.options
    const kinds = ['tools', ...(resources ? ['resources'] : []), ...(prompts ? ['prompts'] : [])]
    const tells = kinds.some((kind) => toObject(capabilities[kind])['listChanged'] === true)
    // A server with sessions may ask on this stream, too.
    if (!tells && this.wire.session === undefined) return
    // The lists may have changed while nobody listened.
    const news = (): void => {
      if (tells) this.#waits.poke()
    }
    const listen = (during: AbortSignal): Promise<boolean> => {
      if (this.#isStale) news()
      return this.wire.listen(during, news)
    }
    const { url } = this.host.options
    // A client of the page's own hears in each page by itself.
    const turn = url
      ? new (await import('./listening-turn.ts')).ListeningTurn(url, news, signal)
      : undefined
    this.#turn = turn
    for (let cuts = 0; !signal.aborted; cuts++) {
      const since = Date.now()
      const goesOn = await (turn?.take(listen, signal) ?? listen(signal)).catch(() => true)
      if (!goesOn) return
      if (!signal.aborted) this.#isStale = true
      // A balancer cuts a stream that has lasted.
      if (Date.now() - since > 30_000) cuts = 0
      await this.#waits.sleep(cuts)
    }
  }
}

/**
 * Whether the server does not know the session of a request. Many servers say it with 400, and with
 * one of the numbers for a request that they could not read at all.
 */
const isSessionOver = ({ status, rpcCode = -32_000 }: McpError): boolean =>
  status === 404 || (status === 400 && (rpcCode === -32_000 || rpcCode === -32_600))

/** Waits for a promise, until the signal aborts. */
const inTime = (wait: Promise<void> | undefined, signal?: AbortSignal): Promise<void> | undefined =>
  wait &&
  new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
    wait.then(resolve, reject)
  })

/** Returns the words of a server about itself, cut. */
function toServer({ serverInfo, instructions, protocolVersion, _meta }: McpObject): McpServerInfo {
  const own = toObject(_meta)['io.modelcontextprotocol/serverInfo'] ?? serverInfo
  const { name, title, version } = toObject(own)
  return {
    name: toText(name, 100) ?? '',
    title: toText(title, 100),
    version: toText(version, 100),
    instructions: toText(instructions, 2_000),
    protocolVersion: String(protocolVersion),
  }
}

/** Returns the reason in words of this page: none of the server. */
function reasonOf(error: unknown, label: string): string {
  const { kind, rpcCode, message } = error as Partial<McpError>
  if (kind === 'signin') return `Sign in to ${label}`
  if (kind === 'refused') {
    return `${label} refused to connect${rpcCode === undefined ? '' : ` (${rpcCode})`}.`
  }
  return kind ? String(message) : `The connection with ${label} failed.`
}
