import { toRpcError } from './http-exchange.ts'
import { HttpSender, modern, type HttpSenderOptions } from './http-sender.ts'
import { McpError } from './mcp-error.ts'
import {
  type McpHello,
  type McpInput,
  type McpObject,
  type McpRequestOptions,
  type McpWire,
  toObject,
} from './mcp-wire.ts'

/** The options of {@link HttpWire}. */
export interface HttpWireOptions extends HttpSenderOptions {
  readonly capabilities: McpObject
  /** Gets the method of each notification, such as one of a changed list. */
  readonly onNotice: (method: string) => void
}

/** The revisions with sessions, newest first. */
const older: readonly unknown[] = ['2025-11-25', '2025-06-18', '2025-03-26']
const meta = 'io.modelcontextprotocol/'
const clientInfo = { name: 'ambit', version: '1' }
/** The most times that a server may ask for more during one request. */
const maxRounds = 8

/** Speaks with a server by HTTP: without sessions, as of 2026-07-28, or with them, as before. */
export class HttpWire implements McpWire {
  readonly #options: HttpWireOptions
  readonly #sender: HttpSender
  #renewing: Promise<unknown> | undefined
  #lastId = 0

  constructor(options: HttpWireOptions) {
    this.#options = options
    this.#sender = new HttpSender(options)
  }

  async connect(signal: AbortSignal): Promise<McpHello> {
    this.#sender.session = undefined
    this.#sender.version = modern
    const found = await this.request('server/discover', {}, { signal }).catch((error: unknown) => {
      const { code, status = 400 } = error as McpError
      // A server of another revision knows no such method, or wants a session first.
      const isOther = code === 'refused' || code === 'http_error'
      if (isOther && status < 500 && status !== 403 && status !== 429) return {} as McpObject
      throw error
    })
    const { supportedVersions, capabilities, instructions, _meta } = found
    if (!Array.isArray(supportedVersions) || !supportedVersions.includes(modern)) {
      return this.#initialize(signal)
    }
    return {
      serverInfo: toObject(toObject(_meta)[`${meta}serverInfo`] ?? found['serverInfo']),
      capabilities: toObject(capabilities),
      instructions,
      protocolVersion: modern,
    }
  }

  async request(
    method: string,
    params: McpObject = {},
    at: McpRequestOptions = {},
  ): Promise<McpObject> {
    const { label } = this.#options
    let more: McpObject = {}
    for (let round = 0; round <= maxRounds; round++) {
      const result = await this.#call(method, { ...params, ...more }, at)
      if (result['resultType'] !== 'input_required') return result
      const inputResponses: Record<string, unknown> = {}
      const asked = Object.entries(toObject(result['inputRequests']))
      for (const [key, input] of asked.slice(0, maxRounds)) {
        inputResponses[key] = await this.#answer(toInput(input), at)
      }
      const state = 'requestState' in result && { requestState: result['requestState'] }
      more = { inputResponses, ...state }
    }
    throw new McpError('invalid_answer', `${label} asked for more than ${maxRounds} times.`)
  }

  async listen(signal: AbortSignal): Promise<boolean> {
    let isAgreed = true
    const take = (message: McpObject): boolean => {
      if (!message['method']) {
        isAgreed = !message['error']
        return true
      }
      if (message['id'] === undefined) this.#options.onNotice(String(message['method']))
      else void this.#serve(message, {}, signal)
      return false
    }
    const notifications = {
      toolsListChanged: true,
      resourcesListChanged: true,
      promptsListChanged: true,
    }
    const message = this.#sender.isModern
      ? this.#toMessage('subscriptions/listen', { notifications }, {})
      : undefined
    try {
      await this.#sender.send({ message, signal, take, timeoutMs: 0 })
      return isAgreed
    } catch (error) {
      if (/^(refused|http_error)$/.test((error as McpError).code)) return false
      throw error
    }
  }

  close(): void {
    const session = this.#sender.session
    if (session === undefined) return
    this.#sender.send({ method: 'DELETE', take: () => true, session }).catch(() => undefined)
    this.#sender.session = undefined
  }

  async #initialize(signal?: AbortSignal): Promise<McpHello> {
    this.#sender.session = undefined
    this.#sender.version = String(older[0])
    const { capabilities } = this.#options
    const params = { protocolVersion: older[0], capabilities, clientInfo }
    const hello = await this.#call('initialize', params, { signal })
    const { protocolVersion } = hello
    if (!older.includes(protocolVersion)) {
      const revision = String(protocolVersion).slice(0, 20)
      throw new McpError(
        'invalid_answer',
        `${this.#options.label} speaks the revision "${revision}" of MCP, which this page does not.`,
      )
    }
    this.#sender.version = String(protocolVersion)
    const message = { jsonrpc: '2.0', method: 'notifications/initialized' }
    await this.#sender.send({ message, signal, take: () => true })
    return {
      serverInfo: toObject(hello['serverInfo']),
      capabilities: toObject(hello['capabilities']),
      instructions: hello['instructions'],
      protocolVersion: this.#sender.version,
    }
  }

  #toMessage(method: string, params: McpObject, { onProgress }: McpRequestOptions): McpObject {
    const id = ++this.#lastId
    const own = {
      ...(onProgress && { progressToken: id }),
      ...(this.#sender.isModern && {
        [`${meta}protocolVersion`]: modern,
        [`${meta}clientInfo`]: clientInfo,
        [`${meta}clientCapabilities`]: this.#options.capabilities,
      }),
    }
    const _meta = Object.keys(own).length ? { _meta: own } : {}
    return { jsonrpc: '2.0', id, method, params: { ...params, ..._meta } }
  }

  /** Sends one request. A session that the server has ended is begun anew, once. */
  async #call(
    method: string,
    params: McpObject,
    at: McpRequestOptions,
    isAgain = false,
  ): Promise<McpObject> {
    const message = this.#toMessage(method, params, at)
    const { label } = this.#options
    const session = this.#sender.session
    const { signal, headers } = at
    let answer: McpObject | undefined
    let asking = 0
    const take = (given: McpObject): boolean => {
      const { id, method: told } = given
      if (told && id !== undefined) {
        asking++
        void this.#serve(given, at, signal).finally(() => asking--)
      } else if (told === 'notifications/progress') at.onProgress?.(toObject(given['params']))
      else if (told) this.#options.onNotice(String(told))
      else if (id === message['id']) answer = given
      return !!answer
    }
    const leave = (): void => {
      const params = { requestId: message['id'] }
      const told = { jsonrpc: '2.0', method: 'notifications/cancelled', params }
      this.#sender.send({ message: told, take: () => true }).catch(() => undefined)
    }
    // A server with sessions goes on after the connection is closed, unless it is told.
    if (!this.#sender.isModern && method !== 'initialize') signal?.addEventListener('abort', leave)
    try {
      await this.#sender.send({ message, signal, take, headers, isWaiting: () => asking > 0 })
    } catch (error) {
      const isOver = (error as McpError).status === 404 && session !== undefined && !isAgain
      if (!isOver) throw error
      await this.#renew(session)
      return await this.#call(method, params, at, true)
    } finally {
      signal?.removeEventListener('abort', leave)
    }
    if (answer?.['error']) throw toRpcError(answer['error'], label)
    const result = answer?.['result']
    if (typeof result === 'object' && result) return result as McpObject
    const isCut = !answer
    throw isCut
      ? new McpError('stream_cut', `${label} ended its answer before the result came.`)
      : new McpError('invalid_answer', `${label} gave an answer that is none of MCP.`)
  }

  /** Begins a new session in place of one that is over. Calls of the same time share it. */
  async #renew(over: string): Promise<void> {
    if (this.#sender.session !== over && !this.#renewing) return
    this.#renewing ??= this.#initialize().finally(() => (this.#renewing = undefined))
    await this.#renewing
  }

  #answer(input: McpInput, { onInput }: McpRequestOptions): Promise<unknown> {
    if (onInput) return onInput(input)
    // A question outside of a call has nobody to ask.
    if (input.method === 'elicitation/create') return Promise.resolve({ action: 'cancel' })
    return Promise.reject(new McpError('refused', `\`${input.method}\` is not supported.`))
  }

  /** Answers a request of the server. */
  async #serve(given: McpObject, at: McpRequestOptions, signal?: AbortSignal): Promise<void> {
    const input = toInput(given)
    const answer =
      input.method === 'ping'
        ? { result: {} }
        : await this.#answer(input, at).then(
            (result) => ({ result }),
            () => ({ error: { code: -32_601, message: 'Not supported by this page.' } }),
          )
    const message = { jsonrpc: '2.0', id: given['id'], ...answer }
    await this.#sender.send({ message, signal, take: () => true }).catch(() => undefined)
  }
}

const toInput = (given: unknown): McpInput => {
  const { method, params } = toObject(given)
  return { method: String(method), params: toObject(params) }
}
