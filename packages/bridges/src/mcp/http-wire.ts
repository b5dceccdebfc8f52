import { HttpSender, type HttpWireOptions, modern } from './http-sender.ts'
import { McpError } from './mcp-error.ts'
import {
  clientInfo,
  type McpObject,
  type McpRequestOptions,
  type McpWire,
  toInput,
  toObject,
} from './mcp-wire.ts'
import { callRpc, isRefused, listenTo } from './rpc-call.ts'
import type { SessionWire } from './session-wire.ts'

const meta = 'io.modelcontextprotocol/'
/** The most times that a server may ask for more during one request. */
const maxRounds = 8

/**
 * Speaks with a server by HTTP, as of 2026-07-28: each request stands for itself. A server of an
 * older revision is found at the beginning, and left to a {@link SessionWire}.
 */
export class HttpWire implements McpWire {
  readonly #sender: HttpSender
  #older: SessionWire | undefined
  #lastId = 0

  constructor(options: HttpWireOptions) {
    this.#sender = new HttpSender(options)
  }

  get session(): string | undefined {
    return this.#sender.session
  }

  async connect(signal: AbortSignal): Promise<McpObject> {
    this.#older = undefined
    this.#sender.session = undefined
    this.#sender.version = modern
    const found = await this.request('server/discover', {}, { signal }).catch(
      (error: unknown): McpObject => {
        const { status = 400, kind } = error as McpError
        // A server of another revision knows no such method, fails at it, or wants a session first.
        const isOlder = isRefused(error) && status <= 500 && status !== 403 && status !== 429
        // Or it lets no page send the new headers.
        if (!isOlder && kind !== 'unreachable') throw error
        return {}
      },
    )
    const { supportedVersions } = found
    if (Array.isArray(supportedVersions) && supportedVersions.includes(modern)) {
      return { ...found, protocolVersion: modern }
    }
    const { SessionWire } = await import('./session-wire.ts')
    this.#older = new SessionWire(this.#sender)
    return this.#older.connect(signal)
  }

  async request(
    method: string,
    params: McpObject = {},
    at: McpRequestOptions = {},
  ): Promise<McpObject> {
    if (this.#older) return this.#older.request(method, params, at)
    let more: McpObject = {}
    for (let round = 0; round <= maxRounds; round++) {
      const message = this.#toMessage(method, { ...params, ...more }, !!at.onProgress)
      const result = await callRpc(this.#sender, message, at)
      if (result['resultType'] !== 'input_required') return result
      const inputResponses: Record<string, unknown> = {}
      for (const [key, asked] of Object.entries(toObject(result['inputRequests']))) {
        // A question outside of a call has nobody to ask.
        inputResponses[key] = (await at.onInput?.(toInput(asked))) ?? { action: 'cancel' }
      }
      more = { inputResponses, requestState: result['requestState'] }
    }
    throw new McpError(
      'invalid_answer',
      `${this.#sender.options.label} asked more than ${maxRounds} times.`,
    )
  }

  async listen(signal: AbortSignal, onOpen?: () => void): Promise<boolean> {
    if (this.#older) return this.#older.listen(signal, onOpen)
    const all = { toolsListChanged: true, resourcesListChanged: true, promptsListChanged: true }
    const message = this.#toMessage('subscriptions/listen', { notifications: all })
    return listenTo(this.#sender, message, { signal, onOpen })
  }

  close(): void {
    this.#older?.close()
  }

  #toMessage(method: string, params: McpObject, reports = false): McpObject {
    const id = ++this.#lastId
    const envelope = {
      ...toObject(params['_meta']),
      ...(reports && { progressToken: id }),
      [`${meta}protocolVersion`]: modern,
      [`${meta}clientInfo`]: clientInfo,
      [`${meta}clientCapabilities`]: this.#sender.options.capabilities,
    }
    return { jsonrpc: '2.0', id, method, params: { ...params, _meta: envelope } }
  }
}
