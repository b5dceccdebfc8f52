import {
  apiKeyHeader,
  isRetryableStatus,
  type ListedModel,
  type ModelList,
  modelsPath,
  parseRetryAfter,
  parseWireError,
  type ProxyUsage,
  usagePath,
  watchSilence,
} from '@ambit/protocol'
import { inDevelopment } from '../../dev/in-development.ts'
import { systemClock } from '../../environment.ts'
import { ModelError } from '../../errors/model-error.ts'

// Without DOM types, Node's types have `RequestInit` but not `HeadersInit`.
type HeadersInit = NonNullable<RequestInit['headers']>

/** The body of a request: JSON, or the bytes of JSON that was compressed with gzip. */
export type Body = string | Uint8Array<ArrayBuffer>

/** The call that a request to a proxy belongs to. */
export interface CallIdentity {
  /** The id of the run. Absent if no agent makes the call. */
  readonly runId?: string | undefined
  /** The run's iteration, from 0. Absent if no agent makes the call. */
  readonly iteration?: number | undefined
  /** Aborts with the call. Absent if the caller gave none. */
  readonly signal?: AbortSignal | undefined
}

/** The options of a connection to a proxy. */
export interface ProxyConnection {
  /**
   * The URL where the proxy is mounted: absolute, or relative to the page, such as `/api/agent`.
   */
  baseURL: string
  /**
   * The headers of each request, or a function that returns them. The function is called for every
   * request, so that it can return a fresh token. It gets the identity of the call, for a header
   * such as `traceparent`.
   */
  headers?: HeadersInit | ((at: CallIdentity) => HeadersInit | Promise<HeadersInit>) | undefined
  /** The rule for sending cookies. Default: the default of fetch, `same-origin`. */
  credentials?: RequestInit['credentials'] | undefined
  /**
   * Called and awaited when a request finds that the user is signed out of the app. The answer
   * was then 401, or a redirect to an HTML page, such as a login.
   *
   * True means that the user is signed in again. The request is then sent once more, with new
   * `headers`, and the run continues. False, or a throw, keeps the refusal. Several requests may
   * call it at once. The signal aborts with the call, which then stops waiting. Default: the
   * refusal is kept.
   */
  onAuthExpired?: ((signal?: AbortSignal) => boolean | Promise<boolean>) | undefined
  /** The function that sends requests. Default: the global `fetch` at the time of the call. */
  fetch?: typeof globalThis.fetch | undefined
}

/** A request to a proxy. */
export interface ProxyRequest {
  /** The path under the `baseURL`. */
  readonly path: string
  /** The body. Default: none, for a GET. */
  readonly body?: Body | undefined
  readonly at: CallIdentity
  /** The key of the user, sent in a header of its own. */
  readonly apiKey?: string | undefined
}

/**
 * Sends a request to a proxy and resolves with a successful response.
 *
 * @throws ModelError with the proxy's own code; `network` if nothing answered; `http_error` if a
 * server that is not a proxy refused. Throws the signal's reason if the signal aborts.
 */
export async function proxyRequest(
  connection: ProxyConnection,
  request: ProxyRequest,
): Promise<Response> {
  let response = await fetchOnce(connection, request)
  if (isSignedOut(response) && (await isSignedInAgain(connection, request.at.signal))) {
    response.body?.cancel().catch(() => {})
    response = await fetchOnce(connection, request)
  }
  if (!response.ok) throw await toModelError(response)
  return response
}

/**
 * The ticks of 15 seconds after which an endpoint counts as dead if its answer has not begun. A
 * proxy without comments begins when its provider does, within two minutes.
 */
const mostUnanswered = 10

/** The bytes that even a slow connection sends in a tick. */
const slowUpload = 480_000

async function fetchOnce(
  { baseURL, credentials, headers, fetch = globalThis.fetch }: ProxyConnection,
  { path, body, at, apiKey }: ProxyRequest,
): Promise<Response> {
  const { signal } = at
  const url = baseURL.replace(/\/+$/, '') + path
  signal?.throwIfAborted()
  const sent = new Headers(typeof headers === 'function' ? await headers(at) : headers)
  signal?.throwIfAborted()
  if (apiKey !== undefined) sent.set(apiKeyHeader, apiKey)
  if (body !== undefined) sent.set('content-type', 'application/json')
  if (typeof body === 'object') sent.set('content-encoding', 'gzip')
  const late = new AbortController()
  const ticks = mostUnanswered + Math.ceil((body?.length ?? 0) / slowUpload)
  const silence = watchSilence(ticks, () => late.abort())
  try {
    return await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: sent,
      ...(body !== undefined && { body }),
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      ...(credentials && { credentials }),
    })
  } catch (cause) {
    signal?.throwIfAborted()
    const how = late.signal.aborted ? 'did not answer' : 'could not be reached'
    // Browsers reject with the same TypeError for every reason: offline, DNS, TLS, CORS, a blocker.
    throw new ModelError(`The model endpoint ${url} ${how}. Check the network and the address.`, {
      kind: 'network',
      isRetryable: true,
      cause,
    })
  } finally {
    silence.stop()
  }
}

/**
 * Whether a response shows that the user is signed out: status 401, or a redirect to an HTML
 * page. `fetch` follows a redirect to a login and returns the page.
 */
const isSignedOut = ({ status, redirected, headers }: Response): boolean =>
  status === 401 || (redirected && headers.get('content-type')?.startsWith('text/html') === true)

async function isSignedInAgain(
  { onAuthExpired }: ProxyConnection,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (!onAuthExpired) return false
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(signal?.reason as Error)
  signal?.addEventListener('abort', onAbort)
  try {
    return await Promise.race([aborted, onAuthExpired(signal)])
  } catch {
    signal?.throwIfAborted()
    return false
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}

async function toModelError(response: Response): Promise<ModelError> {
  const { status } = response
  const body = (await response.json().catch(() => null)) as { error?: unknown } | null
  const error = parseWireError(body?.error)
  const missing = status === 404 ? ', so no proxy is mounted there' : ''
  const message = error?.message ?? `The model endpoint answered with HTTP ${status}${missing}.`
  return new ModelError(message, {
    kind: error?.code ?? 'http_error',
    isRetryable: error?.retryable ?? isRetryableStatus(status),
    status,
    retryAfterMs:
      error?.retryAfterMs ??
      parseRetryAfter((name) => response.headers.get(name), systemClock.now()),
  })
}

/**
 * Lists the models that a proxy allows, in its order. The list is empty if the proxy's server holds
 * no key. For a page that lets a user choose a model, or that falls back to another one.
 *
 * @param signal Aborts the request; the promise then rejects with its reason.
 * @throws ModelError, as the calls of `createProxyModel` do.
 */
export async function listProxyModels(
  connection: ProxyConnection,
  signal?: AbortSignal,
): Promise<ListedModel[]> {
  inDevelopment('connection', '`listProxyModels`', connection)
  return (await fetchModels(connection, signal)).models
}

/** Fetches the list of models, with what a call may hold. Throws as `listProxyModels` does. */
export async function fetchModels(
  connection: ProxyConnection,
  signal?: AbortSignal,
): Promise<ModelList> {
  const response = await proxyRequest(connection, { path: modelsPath, at: { signal } })
  const list = (await response.json().catch(() => null)) as Partial<ModelList> | null
  signal?.throwIfAborted()
  if (Array.isArray(list?.models)) return list as ModelList
  throw notOfProxy(connection, 'is not a list of models', response)
}

/**
 * Fetches what is left of the limits of the user who asks: requests, streams, tokens, money. For
 * a page that shows it. Asks no provider, and counts against no limit, but a proxy answers a user
 * at most 60 times a minute.
 *
 * @param signal Aborts the request; the promise then rejects with its reason.
 * @returns The limits that the proxy sets: `{ tokens: { max, used, left, resetsInMs }, … }`. Empty
 * if it sets none.
 * @throws ModelError, as the calls of `createProxyModel` do; `rate_limited` if it asks too often.
 *
 * @example
 * const { tokens } = await fetchProxyUsage({ baseURL: '/api/agent' })
 */
export async function fetchProxyUsage(
  connection: ProxyConnection,
  signal?: AbortSignal,
): Promise<ProxyUsage> {
  inDevelopment('connection', '`fetchProxyUsage`', connection)
  const response = await proxyRequest(connection, { path: usagePath, at: { signal } })
  const answer = (await response.json().catch(() => null)) as { usage?: unknown } | null
  signal?.throwIfAborted()
  if (typeof answer?.usage === 'object' && answer.usage !== null) return answer.usage
  throw notOfProxy(connection, 'does not tell the limits', response)
}

/** Returns the error of an answer that no proxy gave. */
export const notOfProxy = (
  { baseURL }: ProxyConnection,
  why: string,
  { status }: Response,
): ModelError =>
  new ModelError(
    `The answer of ${baseURL} ${why}. A login page or another server may have answered. Check \`baseURL\` and the sign-in.`,
    { kind: 'invalid_response', isRetryable: false, status },
  )
