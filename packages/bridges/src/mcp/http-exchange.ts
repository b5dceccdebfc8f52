import { createEventReader } from '@ambit/core/wire'
import type { McpRefusal } from './mcp-auth.ts'
import { McpError } from './mcp-error.ts'
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
  readonly isWaiting?: (() => boolean) | undefined
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
  // A browser refuses its `fetch` as a method of another object.
  const { url, init, label, signal, timeoutMs, isWaiting, fetch } = given
  signal?.throwIfAborted()
  const late = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = (): void => {
    clearTimeout(timer)
    if (timeoutMs) timer = setTimeout(() => (isWaiting?.() ? rest() : late.abort()), timeoutMs)
  }
  let response: Response | undefined
  try {
    rest()
    const both = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    response = await fetch(url, { ...init, signal: both })
    if (!response.ok) throw await toRefusal(response, given)
    given.onHeaders?.(response.headers)
    return await readMessages(response, given, rest)
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof McpError) throw cause
    if (late.signal.aborted) {
      throw new McpError('timeout', `${label} was silent for ${timeoutMs / 1000} s.`)
    }
    throw response
      ? new McpError('stream_cut', `${label} broke off in the middle of an answer.`, { cause })
      : new McpError(
          'unreachable',
          `${label} cannot be reached. Check the network, the address and CORS.`,
          { cause },
        )
  } finally {
    clearTimeout(timer)
  }
}

/** Reads the messages of a body: a stream of events, or one JSON. */
async function readMessages(
  { headers, body }: Response,
  { take, label }: Exchange,
  onBytes: () => void,
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
      onBytes()
      const { value } = await reader.read()
      if (!value) break
      bytes += value.byteLength
      add(decoder.decode(value, { stream: true }))
      if (bytes > maxBytes) throw new McpError('too_large', `${label} sent more than 8 MB at once.`)
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
  const error = parse(text)?.['error']
  if (error) return toRpcError(error, label, status)
  return new McpError('http_error', `${label} answered with HTTP ${status}.`, { status })
}

/** Returns an error of the protocol. Of the server's text, it has at most 500 characters. */
export function toRpcError(given: unknown, label: string, status?: number): McpError {
  const { code, message, data } = toObject(given)
  const rpcCode = Number(code)
  const text = `${label} refused the request (${rpcCode}): ${toText(message, 500) ?? 'no words'}`
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
