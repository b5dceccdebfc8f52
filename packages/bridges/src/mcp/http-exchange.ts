import { createEventReader } from '@ambit/core/wire'
import type { McpRefusal } from './mcp-auth.ts'
import { McpError, type McpErrorCode } from './mcp-error.ts'
import { type McpObject, toObject, toText } from './mcp-wire.ts'

/** One HTTP request, and what to do with its answer. */
export interface Exchange {
  readonly url: string
  readonly init: RequestInit
  readonly fetch: typeof globalThis.fetch
  /** The name of the server for people. */
  readonly label: string
  readonly signal?: AbortSignal | undefined
  /** The longest silence of the server. 0 for no limit. */
  readonly timeoutMs: number
  /** Tells if the server waits for an answer of the page, so that its silence does not count. */
  readonly isWaiting?: () => boolean
  /** Gets the headers of a successful answer. */
  readonly onHeaders?: (headers: Headers) => void
  /** Gets each message. Returns true for the last one that matters. */
  readonly take: (message: McpObject) => boolean
}

/** The most bytes of one message. */
const maxBytes = 8_388_608

/**
 * Sends a request, and reads the messages of its answer. Resolves with true once `take` has taken
 * the last one, and with false for an answer that ended before.
 *
 * @throws McpError, or the reason of `signal`.
 */
export async function exchange(given: Exchange): Promise<boolean> {
  const { url, init, label, signal, timeoutMs, isWaiting } = given
  signal?.throwIfAborted()
  const late = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = (): void => {
    clearTimeout(timer)
    if (timeoutMs) timer = setTimeout(() => (isWaiting?.() ? rest() : late.abort()), timeoutMs)
  }
  const fail = (code: McpErrorCode, why: string, cause?: unknown): McpError => {
    signal?.throwIfAborted()
    return late.signal.aborted
      ? new McpError('timeout', `${label} was silent for ${timeoutMs / 1000} s.`)
      : new McpError(code, `${label} ${why}`, { cause })
  }
  rest()
  try {
    const both = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    // A browser's `fetch` refuses to be a method of another object.
    const { fetch } = given
    const response = await fetch(url, { ...init, signal: both }).catch((cause: unknown) => {
      throw fail(
        'unreachable',
        'cannot be reached. Check the network, its address and its CORS.',
        cause,
      )
    })
    rest()
    if (!response.ok) throw await toRefusal(response, given)
    given.onHeaders?.(response.headers)
    return await readMessages(response, given.take, rest, fail)
  } finally {
    clearTimeout(timer)
  }
}

/** Reads the messages of a body: a stream of events, or one JSON. */
async function readMessages(
  { headers, body }: Response,
  take: Exchange['take'],
  onBytes: () => void,
  fail: (code: McpErrorCode, why: string, cause: unknown) => McpError,
): Promise<boolean> {
  let bytes = 0
  let whole = ''
  let isEnd = false
  const takeText = (text: string): void => {
    bytes = 0
    const message = parse(text)
    if (!isEnd && message) isEnd = take(message)
  }
  const isStream = headers.get('content-type')?.startsWith('text/event-stream')
  const add = isStream ? createEventReader(takeText) : (text: string) => void (whole += text)
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  try {
    while (reader && !isEnd) {
      const { value } = await reader.read().catch((cause: unknown) => {
        throw fail('stream_cut', 'ended the connection in the middle of an answer.', cause)
      })
      if (!value) break
      onBytes()
      bytes += value.byteLength
      add(decoder.decode(value, { stream: true }))
      if (bytes > maxBytes)
        throw new McpError('too_large', 'The server sent more than 8 MB at once.')
    }
  } finally {
    reader?.cancel().catch(() => {})
  }
  if (whole) takeText(whole)
  return isEnd
}

/** Returns the error for an answer with a status of failure. */
async function toRefusal(response: Response, { url, label }: Exchange): Promise<McpError> {
  const { status, headers } = response
  const wwwAuthenticate = headers.get('www-authenticate') ?? undefined
  const isScope = status === 403 && wwwAuthenticate?.includes('insufficient_scope')
  const text = await response.text().catch(() => '')
  if (status === 401 || isScope) {
    const refusal: McpRefusal = { url, status, wwwAuthenticate }
    return new McpError('signin', `Sign in to ${label}.`, { status, refusal })
  }
  const error = text.length < 65_536 ? parse(text)?.['error'] : undefined
  if (error) return toRpcError(error, label, status)
  return new McpError('http_error', `${label} answered with HTTP ${status}.`, { status })
}

/** Returns an error of the protocol. Of the server's text, it has at most 500 characters. */
export function toRpcError(given: unknown, label: string, status?: number): McpError {
  const { code, message, data } = toObject(given)
  const rpcCode = Number(code)
  const words = toText(message, 500)
  const text = `${label} refused the request (${rpcCode})${words ? `: ${words}` : '.'}`
  return new McpError('refused', text, { status, rpcCode, data })
}

/** Parses an object; undefined for any other text. */
function parse(text: string): McpObject | undefined {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value ? (value as McpObject) : undefined
  } catch {
    return undefined
  }
}
