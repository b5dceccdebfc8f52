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
    const { code } = error as Partial<McpError>
    if (code === undefined || code === 'refused' || code === 'too_large') return
    if (code === 'signin') this.#lost = error
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
    for (let isAgain = false; ; isAgain = true) {
      signal?.throwIfAborted()
      await inTime(this.#opening, signal)
      const { session } = this.wire
      try {
        return await work()
      } catch (error) {
        const isOver = (error as McpError).status === 404 && session !== undefined
        if (isAgain || !isOver) throw error
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
      if (Array.isArray(entries)) all.push(...(entries as unknown[]))
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
        const isSignIn = (error as McpError).code === 'signin'
        this.refusal = (error as McpError).refusal
        const status = isSignIn ? 'signin' : 'failed'
        host.set({ status, reason: reasonOf(error, host.label) })
        await this.#waits.pause(isSignIn ? Infinity : failures++)
      }
    }
  }

  /** Connects, and reads the lists. Requests of other parts wait for it. */
  #open(): Promise<void> {
    const opening = this.#begin()
    this.#opening = opening
    const isOpen = (): void => {
      if (this.#opening === opening) this.#opening = undefined
    }
    opening.then(isOpen, () => undefined)
    return opening
  }

  async #begin(): Promise<void> {
    this.#over.abort()
    this.#over = new AbortController()
    const over = AbortSignal.any([this.signal, this.#over.signal])
    const hello = await this.wire.connect(this.signal)
    await this.#update(hello)
    // What was refused before says nothing of this connection.
    this.#lost = undefined
    this.#hello = hello
    this.host.set({ status: 'ready', reason: undefined, server: toServer(hello) })
    void this.#listen(hello, over)
  }

  /** Reads the lists again whenever they may have changed. Rejects once the server is gone. */
  async #follow(): Promise<never> {
    for (;;) {
      await this.#waits.poked(this.#ttlMs)
      this.signal.throwIfAborted()
      const lost = this.#lost
      this.#lost = undefined
      if (lost) throw lost
      await this.inSession(() => this.#update(this.#hello))
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
      await this.#waits.sleep(cuts)
      // The lists may have changed while nobody listened.
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
  const { code, rpcCode, message } = error as Partial<McpError>
  if (code === 'signin') return `Sign in to ${label}`
  if (code === 'refused') {
    return `${label} refused to connect${rpcCode === undefined ? '' : ` (${rpcCode})`}.`
  }
  return code ? String(message) : `The connection with ${label} failed.`
}
