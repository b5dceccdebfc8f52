import { isDeeper } from '@ambit/core'
import { McpError } from './mcp-error.ts'
import { type McpObject, type McpRequestOptions, type McpWire, toObject } from './mcp-wire.ts'

/** A connected client of one of the official packages. */
export interface McpClient {
  request(
    request: { method: string; params?: never },
    schema: never,
    options?: never,
  ): Promise<unknown>
  getServerVersion(): object | undefined
  getServerCapabilities(): object | undefined
  getInstructions(): string | undefined
  /** Hears of what no other handler hears. */
  fallbackNotificationHandler?: ((notification: never) => Promise<void>) | undefined
  /** The transport, which gives every message to `onmessage`. */
  readonly transport?: object | undefined
}

/** A schema that takes anything, in the forms of both packages. */
const anything = {
  safeParse: (data: unknown) => ({ success: true, data }),
  '~standard': { version: 1, vendor: 'ambit', validate: (value: unknown) => ({ value }) },
}

/** Speaks with a server by a client that the page has connected itself. */
export class OwnClient implements McpWire {
  readonly #client: McpClient
  readonly #label: string
  readonly #onNotice: (method: string) => void

  constructor(client: McpClient, label: string, onNotice: (method: string) => void) {
    this.#client = client
    this.#label = label
    this.#onNotice = onNotice
  }

  async connect(): Promise<McpObject> {
    const client = this.#client
    const serverInfo = client.getServerVersion()
    if (!serverInfo && !client.getServerCapabilities()) {
      throw new McpError(
        'unreachable',
        `The client of ${this.#label} is not connected. Connect it.`,
      )
    }
    return {
      serverInfo: toObject(serverInfo),
      capabilities: toObject(client.getServerCapabilities()),
      instructions: client.getInstructions(),
      protocolVersion: String(Reflect.get(client, 'protocolVersion') ?? ''),
    }
  }

  async request(
    method: string,
    params: McpObject = {},
    { signal, onProgress }: McpRequestOptions = {},
  ): Promise<McpObject> {
    signal?.throwIfAborted()
    const options = { signal, onprogress: onProgress }
    const sent = { method, params } as { method: string }
    let result: unknown
    try {
      result = await this.#client.request(sent, anything as never, options as never)
    } catch (cause) {
      signal?.throwIfAborted()
      const { code, message, data } = toObject(cause)
      // The packages have numbers of their own for a lost connection and for a silent server.
      const isAnswer = Number.isInteger(code) && code !== -32_000 && code !== -32_001
      const text = `${this.#label} ${isAnswer ? 'refused the request' : 'cannot be reached'}: ${String(message).slice(0, 500)}`
      const rpcCode = isAnswer ? Number(code) : undefined
      throw new McpError(isAnswer ? 'refused' : 'unreachable', text, { rpcCode, data, cause })
    }
    if (!isDeeper(result)) return toObject(result)
    throw new McpError('invalid_answer', `${this.#label} gave no answer of MCP.`)
  }

  listen(signal: AbortSignal, onOpen?: () => void): Promise<boolean> {
    const client = this.#client
    const transport = client.transport as { onmessage?: ((...given: never[]) => void) | undefined }
    onOpen?.()
    // A handler of the client's own hears what the fallback does not.
    if (transport?.onmessage) return this.#follow(transport, signal)
    const before = client.fallbackNotificationHandler
    const hear = async (notification: { readonly method: string }): Promise<void> => {
      this.#onNotice(notification.method)
      await before?.(notification as never)
    }
    client.fallbackNotificationHandler = hear as typeof before
    return new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        if (client.fallbackNotificationHandler === hear) {
          client.fallbackNotificationHandler = before
        }
        resolve(false)
      }),
    )
  }

  /** Hears each message before the client does. */
  #follow(
    transport: { onmessage?: ((...given: never[]) => void) | undefined },
    signal: AbortSignal,
  ): Promise<boolean> {
    const before = transport.onmessage
    const hear = (...given: readonly unknown[]): void => {
      const { method, id } = toObject(given[0])
      if (typeof method === 'string' && id === undefined) this.#onNotice(method)
      before?.apply(transport, given as never[])
    }
    Reflect.set(transport, 'onmessage', hear)
    return new Promise((resolve) =>
      signal.addEventListener('abort', () => {
        if (transport.onmessage === hear) Reflect.set(transport, 'onmessage', before)
        resolve(false)
      }),
    )
  }

  close(): void {
    // The client belongs to the page.
  }
}
