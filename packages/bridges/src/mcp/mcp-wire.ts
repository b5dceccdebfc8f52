import { isDeeper } from '@ambit/core'

/** An object of the protocol. Its fields are words of the server. */
export type McpObject = Readonly<Record<string, unknown>>

/** A request of the server during one of the page's requests, such as a question to the user. */
export interface McpInput {
  readonly method: string
  readonly params: McpObject
}

export interface McpRequestOptions {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: McpObject) => void) | undefined
  /** Answers the server. Rejects to refuse. Default: every request is refused. */
  readonly onInput?: ((input: McpInput) => Promise<unknown>) | undefined
  /** Headers for the arguments that the tool wants as headers too. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A way to speak with one server. All failures are an `McpError`. */
export interface McpWire {
  /** The session at the server. Absent without one. */
  readonly session?: string | undefined
  /**
   * Begins anew, and finds out which revision of the protocol the server speaks. Resolves with what
   * the server says of itself, and the `protocolVersion`.
   */
  connect(signal: AbortSignal): Promise<McpObject>
  /** Sends a request. Resolves with its result. */
  request(method: string, params?: McpObject, options?: McpRequestOptions): Promise<McpObject>
  /**
   * Hears of changed lists. Calls `onOpen` once it hears: of what changed before, nobody tells.
   * Resolves with true when the server ends it, and with false if the server tells of none.
   */
  listen(signal: AbortSignal, onOpen?: () => void): Promise<boolean>
  /** Tells the server that the page leaves. */
  close(): void
}

/** Returns a value as an object. Any other value is an empty one. */
export const toObject = (value: unknown): McpObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as McpObject) : {}

/** Returns text, cut to `most` characters; undefined for anything else, and for no text. */
export const toText = (value: unknown, most: number): string | undefined =>
  typeof value === 'string' && value ? value.slice(0, most) : undefined

/** Parses an object; undefined for any other text, and for one of more than 100 levels. */
export function parseObject(text: string): McpObject | undefined {
  try {
    const value = JSON.parse(text) as McpObject | null
    return typeof value === 'object' && value && !isDeeper(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Reads a request of the server. */
export const toInput = (given: unknown): McpInput => {
  const { method, params } = toObject(given)
  return { method: String(method), params: toObject(params) }
}

/** The name that a server gets of this client. */
export const clientInfo: McpObject = { name: 'ambit', version: '1' }
