import type { ToolContext } from '@ambit/core'
import { HttpWire } from './http-wire.ts'
import type { McpResourceContent, McpToolDefinition, McpToolResult } from './mcp-definitions.ts'
import type { McpRefusal } from './mcp-auth.ts'
import type { McpState } from './mcp-connection.ts'
import type { McpError } from './mcp-error.ts'
import { type McpObject, type McpWire, toObject } from './mcp-wire.ts'
import type { LinkHost, OpenLink } from './open-link.ts'
import { reasonOf, toServer } from './server-words.ts'
import { ToolSync } from './tool-sync.ts'
import { Waits } from './waits.ts'

/** The most entries of a list, and the most pages. */
const most = { entries: 1_000, pages: 100 }

/** Keeps one connection with a server, until its signal aborts. */
export class Link implements OpenLink {
  readonly host: LinkHost
  readonly signal: AbortSignal
  readonly wire: McpWire
  readonly results: Map<string, McpToolResult> = new Map()
  /** The last refusal for want of rights. */
  refusal: McpRefusal | undefined
  readonly #waits: Waits
  readonly #tools: ToolSync
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
      if (method.endsWith('/list_changed')) this.#waits.poke()
    }
    const extensions = {
      'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] },
    }
    const capabilities = { elicitation: { form: {}, url: {} }, ...(apps && { extensions }) }
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

  failed(error: unknown): void {
    const { kind } = error as Partial<McpError>
    if (kind === undefined || kind === 'refused' || kind === 'too_large') return
    if (kind === 'signin') this.#lost = error
    this.#waits.poke()
  }

  async readResource(uri: string, signal?: AbortSignal): Promise<readonly McpResourceContent[]> {
    const both = signal ? AbortSignal.any([signal, this.signal]) : this.signal
    try {
      const { contents } = await this.inSession(
        () => this.wire.request('resources/read', { uri }, { signal: both }),
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
        const isOver = (error as McpError).status === 404 && session !== undefined
        if (isAgain || !isOver) throw error
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
    let cursor: unknown
    for (let page = 0; page < most.pages && all.length < most.entries; page++) {
      const params = cursor === undefined ? {} : { cursor }
      const { signal } = this
      const found = await this.wire.request(`${kind}/list`, params, { signal })
      const entries = found[kind]
      if (Array.isArray(entries)) all.push(...(entries as unknown[]).slice(0, most.entries + 1))
      const { ttlMs, nextCursor } = found
      if (kind === 'tools' && Number.isSafeInteger(ttlMs)) this.#ttlMs = Number(ttlMs)
      const isLast = nextCursor === undefined || nextCursor === null || nextCursor === cursor
      cursor = isLast ? undefined : nextCursor
      if (isLast) break
    }
    if (kind === 'tools') {
      const what = `tools of ${this.host.label} after the first 1,000`
      const isCut = cursor !== undefined || all.length > most.entries
      this.#untell?.()
      this.#untell = isCut
        ? this.host.agent.scopes.leaveOut(what, 'The server lists too many.')
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
        const isSignIn = (error as McpError).kind === 'signin'
        this.refusal = (error as McpError).refusal
        const status = isSignIn ? 'signin' : 'failed'
        host.set({ status, reason: reasonOf(error, host.label) })
        await this.#waits.pause(isSignIn ? Infinity : failures++)
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
    for (;;) {
      await this.#waits.poked(this.#ttlMs)
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
    host.set({ ...change, tools: this.#tools.update(list, params?.findFaults(list)) })
  }

  /** Listens for changes, if the server tells of any. */
  async #listen(hello: McpObject, signal: AbortSignal): Promise<void> {
    const capabilities = toObject(hello['capabilities'])
    const { resources, prompts } = this.host.options
    const kinds = ['tools', ...(resources ? ['resources'] : []), ...(prompts ? ['prompts'] : [])]
    if (!kinds.some((kind) => toObject(capabilities[kind])['listChanged'] === true)) return
    for (let cuts = 0; !signal.aborted; cuts++) {
      const goesOn = await this.wire.listen(signal).catch(() => true)
      if (!goesOn) return
      // The lists may change while nobody listens.
      if (!signal.aborted) this.#isStale = true
      await this.#waits.sleep(cuts)
      if (!signal.aborted) this.#waits.poke()
    }
  }
}

/** Waits for a promise, until the signal aborts. */
const inTime = (wait: Promise<void> | undefined, signal?: AbortSignal): Promise<void> | undefined =>
  wait &&
  new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
    wait.then(resolve, reject)
  })
