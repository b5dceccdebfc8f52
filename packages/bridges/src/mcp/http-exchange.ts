import { McpError } from './mcp-error.ts'
import { type McpObject, parseObject } from './mcp-wire.ts'

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
  /** Whether the server waits for an answer of the page, so that its silence does not count. */
  readonly isWaiting?: (() => boolean) | undefined
  /** Gets the headers of a successful answer. */
  readonly onHeaders?: (headers: Headers) => void
  /** Gets each message. Returns true for the last one that matters. */
  readonly take: (message: McpObject) => boolean
  /** Gets the last event of a stream, from which a server of before 2026 can go on. */
  readonly place?: StreamPlace | undefined
}

/** A place in a stream of events. */
export interface StreamPlace {
  /** The id of the last event that had one. */
  id?: string | undefined
  /** The pause that the server wants before it is asked again, in milliseconds. */
  retryMs?: number | undefined
}

/**
 * The end of an answer. `taken`: the last message that matters has come. `cut`: a stream ended
 * before. `other`: the answer is not of the protocol, such as a page or an empty body.
 */
export type AnswerEnd = 'taken' | 'cut' | 'other'

/** The most bytes of one message. */
const maxBytes = 8_388_608

/**
 * Sends a request, and reads the messages of its answer, until `take` has taken the last one.
 *
 * @throws McpError, or the reason of `signal`.
 */
export async function exchange(given: Exchange): Promise<AnswerEnd> {
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
    // A redirect would take the headers, with their secrets, to another address.
    response = await fetch(url, { ...init, redirect: 'manual', signal: both })
    if (!response.ok || response.redirected) {
      const { toRefusal } = await import('./refusal.ts')
      throw await toRefusal(response, given)
    }
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
  { take, label, place = {} }: Exchange,
  onBytes: () => void,
): Promise<AnswerEnd> {
  let bytes = 0
  let whole = ''
  let isEnd = false
  const takeText = (text: string): void => {
    bytes = 0
    const message = parseObject(text)
    if (message && !isEnd) isEnd = take(message)
  }
  const isStream = /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
  const add = isStream
    ? (await import('./read-events.ts')).readEvents(takeText, place)
    : (text: string) => void (whole += text)
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
  takeText(whole)
  return isEnd ? 'taken' : isStream ? 'cut' : 'other'
}
