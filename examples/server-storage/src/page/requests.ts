import { AgentError } from 'ambit'
import { storageError } from 'ambit/storage'
import type { Operation, Operations, Refusal } from '../protocol.ts'

/** The options of {@link Requests}. */
export interface RequestOptions {
  /** The address of the session server, such as `/api/sessions`. */
  readonly url: string
  readonly fetch?: typeof globalThis.fetch | undefined
  /** The time before the second attempt, in milliseconds. It doubles each time. Default 200. */
  readonly retryMs?: number | undefined
}

/** The most attempts at one request. With the default `retryMs` they take about 20 seconds. */
const maxAttempts = 8

/** The longest time between two attempts, in milliseconds. */
const maxPauseMs = 5_000

/** The error of a claim that is over. */
export class ClaimOverError extends AgentError<'storage'> {
  constructor(message: string) {
    super(message, { code: 'storage', details: { kind: 'lost' } })
  }
}

/**
 * The requests of one page. Each is sent again if the network or the server fails, so each must
 * have the same effect twice as once.
 */
export class Requests {
  readonly page: string = crypto.randomUUID()
  readonly #options: RequestOptions

  constructor(options: RequestOptions) {
    this.#options = options
  }

  /** Asks for an operation. Rejects with `storageError`, or with the signal's reason. */
  async ask<Name extends Operation>(
    operation: Name,
    gets: Operations[Name]['gets'],
    signal?: AbortSignal,
  ): Promise<Operations[Name]['answers']> {
    const body = toText({ operation, ...gets })
    const headers = { 'content-type': 'application/json' }
    const read = (response: Response): Promise<unknown> => response.json()
    const answer = await this.send('', { method: 'POST', headers, body, signal }, read)
    return answer as Operations[Name]['answers']
  }

  /** Sends a request until it is answered. Resolves with undefined if the server has nothing. */
  async send<T>(
    path: string,
    init: {
      method: string
      headers?: HeadersInit
      body?: BodyInit
      signal?: AbortSignal | undefined
    },
    read: (response: Response) => Promise<T>,
  ): Promise<T | undefined> {
    const { retryMs = 200 } = this.#options
    for (let attempt = 1; ; attempt++) {
      init.signal?.throwIfAborted()
      const answer = await this.open(path, { ...init, signal: init.signal ?? null })
        .then(async (response) => ({ response, value: await readAnswer(response, read) }))
        .catch(() => undefined)
      init.signal?.throwIfAborted()
      if (answer?.response.ok) return answer.value as T
      if (answer && isFinal(answer.response)) return refuse(answer.response, answer.value)
      if (attempt === maxAttempts) {
        throw storageError('unavailable', 'The server of the conversations does not answer.')
      }
      await pause(Math.min(maxPauseMs, retryMs * 2 ** (attempt - 1)), init.signal)
    }
  }

  /** Opens one request. The browser adds the cookie of the server's session. */
  open(path: string, init: RequestInit): Promise<Response> {
    const { url, fetch = globalThis.fetch } = this.#options
    const mark = path.includes('?') ? '&' : '?'
    return fetch(`${url}${path}${mark}page=${this.page}`, init)
  }
}

/** Whether the server has decided, so that the same request gets the same answer. */
const isFinal = ({ status }: Response): boolean => status >= 400 && status < 500 && status !== 429

const readAnswer = <T>(
  response: Response,
  read: (response: Response) => Promise<T>,
): Promise<unknown> =>
  response.status === 409 ? response.json() : response.ok ? read(response) : Promise.resolve()

function refuse({ status }: Response, value: unknown): undefined {
  if (status === 404) return undefined
  if (status !== 409) {
    const why = status === 401 ? 'nobody is signed in' : `it answered ${status}`
    throw storageError('unavailable', `The server keeps no conversation: ${why}.`)
  }
  const { kind, message, isOver } = value as Refusal
  throw isOver ? new ClaimOverError(message) : storageError(kind, message)
}

/** Converts a request to text. Throws `storageError` for what is not JSON. */
function toText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw storageError('not_json', 'A value cannot be stored: it is not JSON.', { cause })
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
