import { AgentError, type ProxyConnection } from '@ambit/core'
import { type ReadOptions, storageError } from '@ambit/core/storage'
import {
  type JoinedAnswer,
  maxOperations,
  parseRetryAfter,
  userHeader,
  userHashLength,
  randomId,
  type SessionOperations,
  type SessionRefusal,
  sessionsPath,
} from '@ambit/protocol'

/** The options of {@link Requests}. */
export interface RequestOptions extends Pick<
  ProxyConnection,
  'baseURL' | 'headers' | 'credentials' | 'fetch'
> {
  /**
   * The time before the second attempt at a request, in milliseconds. It doubles each time, up to 5
   * seconds, for at most 8 attempts. Default 200.
   */
  readonly retryMs?: number | undefined
}

const maxAttempts = 8

/** The most characters of several operations in one request. */
const maxCharacters = 200_000

/** The longest times between two attempts, and that a server may ask for, in milliseconds. */
const maxPauseMs = 5_000
const maxAskedMs = 60_000

/** The error of a claim that is over. */
export class ClaimOverError extends AgentError<'storage'> {
  constructor(message: string) {
    super(message, { code: 'storage', details: { kind: 'lost' } })
  }
}

/** A request, whose answer is read by `read`. */
interface Sent<T> {
  method: string
  body?: BodyInit
  type?: string
  signal?: AbortSignal | undefined
  /** True for one that the browser still sends when the page is gone. */
  isLast?: boolean | undefined
  read: (response: Response) => Promise<T>
}

/** An operation that waits for the end of the turn. `body` is its JSON. */
interface Asked {
  readonly body: string
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

/**
 * The requests of one page. Each is sent again if the network or the server fails, so each must
 * have the same effect twice as once.
 */
export class Requests {
  readonly #page: string = randomId()
  /** The hash of the user whose page it is; else that of the one whom the first answer named. */
  #user: string | undefined
  /** Whether a request was given up. Those after it do not each wait as long. */
  #isAway = false
  /** The operations that were asked in this turn, by their signal. */
  readonly #asked = new Map<AbortSignal | undefined, Asked[]>()
  readonly #options: RequestOptions

  constructor(options: RequestOptions) {
    this.#options = options
  }

  /**
   * Asks for an operation. Those of one turn go as one request, so that they take one round trip.
   * Rejects with `storageError`, or with the signal's reason.
   */
  async ask<Name extends keyof SessionOperations>(
    operation: Name,
    gets: SessionOperations[Name]['gets'],
    { signal, isLast }: Pick<Sent<never>, 'signal' | 'isLast'> = {},
  ): Promise<SessionOperations[Name]['answers']> {
    type Answer = SessionOperations[Name]['answers']
    const body = toText({ operation, ...gets })
    if (isLast) return this.#post(body, { signal, isLast }) as Promise<Answer>
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const asked = this.#asked.get(signal)
    const length = asked?.reduce((sum, one) => sum + one.body.length, body.length) ?? 0
    if (asked && asked.length < maxOperations && length <= maxCharacters) {
      asked.push({ body, resolve, reject })
    } else {
      const first = [{ body, resolve, reject }]
      this.#asked.set(signal, first)
      queueMicrotask(() => {
        if (this.#asked.get(signal) === first) this.#asked.delete(signal)
        void this.#postAll(first, signal)
      })
    }
    return promise as Promise<Answer>
  }

  /** Asks for all pages of an operation that reads, one after another. */
  async askAll<Name extends 'list' | 'messages' | 'intents'>(
    operation: Name,
    gets: SessionOperations[Name]['gets'],
    options: ReadOptions = {},
  ): Promise<SessionOperations[Name]['answers']['rows'][number][]> {
    const rows: SessionOperations[Name]['answers']['rows'][number][] = []
    for (let page: typeof gets | undefined = gets; page;) {
      const answer: SessionOperations[Name]['answers'] = await this.ask(operation, page, options)
      for (const row of answer.rows) rows.push(row)
      page = answer.more && { ...gets, ...answer.more }
    }
    return rows
  }

  async #postAll(asked: readonly Asked[], signal: AbortSignal | undefined): Promise<void> {
    const alone = ({ body, resolve, reject }: Asked): Promise<void> =>
      this.#post(body, { signal }).then(resolve, reject)
    const [first] = asked
    if (first && asked.length === 1) return alone(first)
    try {
      const body = `[${asked.map((one) => one.body).join()}]`
      const answers = (await this.#post(body, { signal })) as readonly JoinedAnswer[]
      for (const [nth, one] of asked.entries()) {
        const done = answers[nth] ?? {}
        if (done.refused) one.reject(toError(done.refused))
        else if ('answer' in done) one.resolve(done.answer)
        else void alone(one)
      }
    } catch (error) {
      // An operation that the server does not take must not end the others.
      const isOneWrong = [400, 413].includes((error as Error).cause as number)
      for (const one of asked) {
        if (isOneWrong) void alone(one)
        else one.reject(error)
      }
    }
  }

  #post(body: string, sent: Pick<Sent<never>, 'signal' | 'isLast'>): Promise<unknown> {
    const read = (response: Response): Promise<unknown> => response.json()
    return this.send('', { method: 'POST', body, type: 'application/json', read, ...sent })
  }

  /** Sends a request until it is answered. */
  async send<T>(path: string, sent: Sent<T>): Promise<T> {
    const { method, body, type, signal, isLast, read } = sent
    const { retryMs = 200 } = this.#options
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted()
      const init = { method, signal, ...(body && { body }), ...(isLast && { keepalive: true }) }
      const answer = await this.open(path, init, type)
        .then(async (response) => {
          if (response.ok) return { value: await read(response) }
          const isRefusal = response.status === 409 || response.status === 413
          const refused: unknown = isRefusal && (await response.json().catch(() => undefined))
          return { response, refused: refused as Partial<SessionRefusal> | undefined }
        })
        .catch(() => undefined)
      signal?.throwIfAborted()
      if (answer && (!answer.response || isFinal(answer.response))) {
        if (!answer.response) return answer.value
        throw refusalOf(answer.response, answer.refused)
      }
      if (attempt === maxAttempts || this.#isAway) {
        this.#isAway = true
        if (answer?.response) throw refusalOf(answer.response, undefined)
        throw storageError('unavailable', 'The server of the conversations does not answer.')
      }
      const header = (name: string): string | null | undefined =>
        answer?.response?.headers.get(name)
      const asked = Math.min(maxAskedMs, parseRetryAfter(header, Date.now()) ?? 0)
      const own = Math.min(maxPauseMs, retryMs * 2 ** (attempt - 1))
      await pause(Math.max(asked, own), signal)
    }
  }

  /** Names a user in each request. The first one that is given counts. */
  readonly keepTo = (userHash: string): void => {
    this.#user ??= userHash.slice(0, userHashLength)
  }

  /** Opens one request below the path of the sessions. */
  async open(
    path: string,
    init: Pick<RequestInit, 'method' | 'body' | 'keepalive'> & { signal?: AbortSignal | undefined },
    type?: string,
  ): Promise<Response> {
    const { baseURL, headers: given, credentials, fetch = globalThis.fetch } = this.#options
    const { signal = null } = init
    const headers = new Headers(
      typeof given === 'function' ? await given({ signal: signal ?? undefined }) : given,
    )
    if (type !== undefined) headers.set('content-type', type)
    const mark = path.includes('?') ? '&' : '?'
    const asked = this.#user === undefined ? '' : `&user=${this.#user}`
    // A file has one address, so that a browser may keep it.
    const at = init.method === 'POST' ? `&at=${Date.now()}` : ''
    const url = `${baseURL.replace(/\/$/, '')}${sessionsPath}${path}${mark}page=${this.#page}${at}${asked}`
    const response = await fetch(url, {
      ...init,
      signal,
      headers,
      ...(credentials && { credentials }),
    })
    if (response.ok || isFinal(response)) this.#isAway = false
    const user = response.headers.get(userHeader) ?? undefined
    this.#user ??= user
    // Sent again, the request names the first user, and the server refuses it.
    if (user !== this.#user && response.ok) throw new Error('Another user is signed in.')
    return response
  }
}

/** Whether the server has decided, so that the same request gets the same answer. */
const isFinal = ({ status }: Response): boolean => status >= 400 && status < 500 && status !== 429

/** Returns the error of an answer. Its `cause` is the HTTP status. */
function refusalOf(
  { status: cause }: Response,
  refused: Partial<SessionRefusal> | undefined,
): AgentError {
  if (refused?.kind) return toError(refused as SessionRefusal, cause)
  if (cause === 413) {
    return storageError('quota', 'The server takes no write as large as this one.', { cause })
  }
  const why = cause === 401 ? 'nobody is signed in' : `it answered ${cause}`
  return storageError('unavailable', `The server keeps no conversation: ${why}.`, { cause })
}

/** Returns the error of a refusal. */
const toError = ({ kind, message, isOver }: SessionRefusal, cause: number = 409): AgentError =>
  isOver ? new ClaimOverError(message) : storageError(kind, message, { cause })

/** Converts a request to text. Throws `storageError` for what is not JSON. */
function toText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw storageError('not_json', 'A value cannot be stored: it is not JSON.', { cause })
  }
}

/** The number of notes that are remembered. */
const remembered = 200

/** Returns a function that tells whether a note is new: each can come twice. */
export function newNotes(): (noteId: string) => boolean {
  const seen = new Set<string>()
  return (noteId) => {
    if (seen.has(noteId)) return false
    seen.add(noteId)
    const [oldest = ''] = seen
    if (seen.size > remembered) seen.delete(oldest)
    return true
  }
}

/** Waits for some milliseconds. Rejects with the signal's reason. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const abort = (): void => reject(signal?.reason as Error)
  signal?.addEventListener('abort', abort, { once: true })
  await promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  })
}
