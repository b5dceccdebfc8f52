import {
  type Agent,
  AgentError,
  checkOptions,
  type OptionNames,
  Scope,
  unavailable,
} from '@ambit/core'
import type { Link } from './link.ts'
import type { McpCallOptions, McpConnection, McpState } from './mcp-connection.ts'
import type { McpResourceContent, McpToolResult } from './mcp-definitions.ts'
import type { McpOptions } from './mcp-options.ts'

/** The options, each with the names that it has elsewhere. */
const names: OptionNames<McpOptions> = {
  apps: ':boolean',
  auth: '',
  client: '',
  effect: ':function',
  enabled: ':function',
  fetch: '',
  headers: '',
  label: '',
  maxResultChars: '',
  name: '',
  prompts: '',
  resources: '',
  timeoutMs: '',
  tools: ':function',
  trusted: ':boolean',
  url: '',
}

/** A connection that is opened when it is used, and can be opened again after `close`. */
export class Connection implements McpConnection {
  readonly name: string
  readonly #agent: Agent
  readonly #options: McpOptions
  readonly #label: string
  readonly #listeners = new Set<(state: McpState) => void>()
  #state: McpState
  #stop: AbortController | undefined
  #loading: Promise<Link> | undefined
  #link: Link | undefined

  constructor(agent: Agent, options: McpOptions) {
    const { name, url, client, label } = options
    if (typeof name !== 'string' || !/^[\w-]{1,32}$/.test(name)) {
      throw new AgentError(
        `The name ${JSON.stringify(name)} of an MCP server cannot prefix its tools. Use 1 to 32 letters, digits, "_" or "-".`,
      )
    }
    if (!url === !client) {
      throw new AgentError(
        `The MCP server "${name}" has ${url ? 'both a `url` and a `client`' : 'no `url`'}, so it is not clear how to reach it. Give one of \`url\` and \`client\`.`,
      )
    }
    this.name = name
    this.#agent = agent
    this.#options = options
    this.#label = label || name.charAt(0).toUpperCase() + name.slice(1)
    this.#state = this.#begin()
  }

  readonly getState = (): McpState => this.#state

  readonly subscribe = (listener: (state: McpState) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Registers the scope, and connects. Does nothing if it is open. */
  open(): void {
    if (this.#stop) return
    const scope = `mcp:${this.name}`
    const remove = this.#register(scope)
    const stop = new AbortController()
    const { signal } = stop
    this.#stop = stop
    this.#set(this.#begin())
    signal.addEventListener('abort', remove)
    const set = (change: Partial<McpState>): void => {
      if (!signal.aborted) this.#set({ ...this.#state, ...change })
    }
    const host = { agent: this.#agent, options: this.#options, label: this.#label, scope, set }
    const { client, auth } = this.#options
    this.#loading = Promise.all([
      import('./link.ts'),
      client && import('./own-client.ts'),
      auth && import('./offer-sign-in.ts'),
    ]).then(([{ Link }, own, offer]) => {
      // A component that mounts twice at once, as in StrictMode, connects once.
      signal.throwIfAborted()
      const createWire =
        client &&
        own &&
        ((onNotice: (method: string) => void) => new own.OwnClient(client, host.label, onNotice))
      offer?.offerSignIn(host, this, signal)
      return (this.#link = new Link({ ...host, createWire }, signal))
    })
    this.#loading.catch(() => {
      const reason = `The code for ${this.#label} could not be loaded. Try again or reload the page.`
      set({ status: 'failed', reason })
    })
  }

  readonly close = (): void => {
    const reason = `${this.#label} is not connected.`
    this.#stop?.abort(new AgentError(reason))
    this.#stop = undefined
    this.#loading = undefined
    this.#set({ ...this.#begin(), status: 'closed', reason })
  }

  readonly retry = (): void => {
    const { status } = this.#state
    if (status !== 'failed' && status !== 'signin') return
    const { reason } = this.#begin()
    this.#set({ ...this.#state, status: 'connecting', reason })
    this.#loading?.then(
      (link) => link.retry(),
      () => {
        this.close()
        this.open()
      },
    )
  }

  readonly signIn = async (): Promise<void> => {
    const signal = this.#stop?.signal
    if (!signal) return
    try {
      await this.#link?.signIn(signal)
      this.retry()
    } catch (error) {
      if (signal.aborted) return
      const { message } = Object(error) as { message?: unknown }
      const why = typeof message === 'string' && message ? `: ${message}` : ''
      this.#set({ ...this.#state, reason: `Sign in to ${this.#label}${why}` })
    }
  }

  readonly callTool = async (
    name: string,
    args: Record<string, unknown> = {},
    options: McpCallOptions = {},
  ): Promise<McpToolResult> => {
    const link = await this.#need()
    const { callForPage } = await import('./call-for-page.ts')
    const tool = this.#state.tools.find(({ definition }) => definition.name === name)
    // Never a tool of the page, or of another server, that has this name.
    if (!tool) throw new AgentError(`${this.#label} has no tool "${name}". Give the name of one.`)
    return callForPage(link, tool.name, args, options)
  }

  readonly readResource = async (
    uri: string,
    signal?: AbortSignal,
  ): Promise<readonly McpResourceContent[]> => (await this.#need()).readResource(uri, signal)

  readonly resultOf = (callId: string): McpToolResult | undefined => this.#link?.results.get(callId)

  #register(scope: string): () => void {
    try {
      checkOptions('an MCP server', this.#options, names)
      return this.#agent.scopes.register(this.#toScope(scope))
    } catch (error) {
      const reason = `${this.#label} could not be added to the page.`
      this.#set({ ...this.#begin(), status: 'failed', reason })
      throw error
    }
  }

  #begin(): McpState {
    const reason = `${this.#label} is being connected.`
    return { status: 'connecting', reason, tools: [], mentions: [], commands: [] }
  }

  #set(state: McpState): void {
    this.#state = state
    for (const listener of this.#listeners) {
      try {
        listener(state)
      } catch (error) {
        // A listener only observes.
        console.error('[ambit] A listener of an MCP connection threw.', error)
      }
    }
  }

  #need(): Promise<Link> {
    if (this.#loading) return this.#loading
    return Promise.reject(new AgentError(`${this.#label} is not connected. Connect it first.`))
  }

  #toScope(name: string): Scope {
    const trusted = this.#options.trusted === true
    return new Scope({
      name,
      label: this.#label,
      // Its descriptions are words of others. Any text of an untrusted scope taints the request.
      untrusted: !trusted,
      visible: { outside: ['mcp-app'] },
      context: () => {
        const { instructions } = this.#state.server ?? {}
        return trusted && !instructions ? undefined : { server: this.#label, instructions }
      },
      enabled: {
        get: () => this.#state.status === 'ready' || unavailable(this.#state.reason ?? ''),
        subscribe: this.subscribe,
      },
    })
  }
}
