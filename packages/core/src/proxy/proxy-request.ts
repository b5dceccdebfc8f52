import { ModelError } from '../errors/model-error.ts'
import { systemClock } from '../clock.ts'
import { parseRetryAfter, parseWireError } from '../wire/error.ts'
import { type ListedModel, type ModelList, modelsPath } from '../wire/routes.ts'

// Without the DOM's types Node knows `RequestInit`, but not what is in it by name.
type HeadersInit = NonNullable<RequestInit['headers']>

/** How to reach a proxy. */
export interface ProxyConnection {
  /** Where the proxy is mounted: absolute, or relative to the page, such as `/api/agent`. */
  baseURL: string
  /** Sent with every request; asked anew each time, so that a fresh token can be given. */
  headers?: (() => HeadersInit | Promise<HeadersInit>) | undefined
  /** Whether cookies go along. Default: fetch's own, `same-origin`. */
  credentials?: RequestInit['credentials'] | undefined
  /**
   * Called and awaited when a request finds that the person is signed out of the app: it was answered
   * with 401, or led on to an HTML page, as to a login. True when they are signed in again: the request
   * is then sent once more, with `headers` asked anew, and a run goes on where it stood. False, or a
   * throw, leaves the refusal as it is. Several requests may ask at once. The signal aborts with the
   * call, which then waits no longer. Default: the refusal stands.
   */
  onAuthExpired?: ((signal?: AbortSignal) => boolean | Promise<boolean>) | undefined
  /** Default: the global `fetch` at the time of the call. */
  fetch?: typeof globalThis.fetch | undefined
}

/**
 * A request to a proxy that succeeded.
 *
 * @throws ModelError with the proxy's own code; `network` when nothing answered; `http_error` when
 * something that is no proxy refused. Throws the signal's reason when that aborts.
 */
export async function proxyRequest(
  connection: ProxyConnection,
  path: string,
  body?: string,
  signal?: AbortSignal,
): Promise<Response> {
  let response = await send(connection, path, body, signal)
  if (isSignedOut(response) && (await isSignedInAgain(connection, signal))) {
    response.body?.cancel().catch(() => {})
    response = await send(connection, path, body, signal)
  }
  if (!response.ok) throw await toModelError(response)
  return response
}

async function send(
  { baseURL, headers, credentials, fetch = globalThis.fetch }: ProxyConnection,
  path: string,
  body: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const url = baseURL.replace(/\/+$/, '') + path
  signal?.throwIfAborted()
  const sent = new Headers(headers && (await headers()))
  signal?.throwIfAborted()
  if (body !== undefined) sent.set('content-type', 'application/json')
  try {
    return await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: sent,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
      ...(credentials && { credentials }),
    })
  } catch (cause) {
    signal?.throwIfAborted()
    // Browsers reject with a bare TypeError whatever the reason: offline, DNS, TLS, CORS, a blocker.
    throw new ModelError(`The model endpoint ${url} could not be reached.`, {
      code: 'network',
      isRetryable: true,
      cause,
    })
  }
}

/** A server that sends those who are signed out to its login has answered, to `fetch`, with that page. */
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
    code: error?.code ?? 'http_error',
    isRetryable: error?.retryable ?? (status >= 500 || [408, 409, 429].includes(status)),
    status,
    retryAfterMs:
      error?.retryAfterMs ??
      parseRetryAfter((name) => response.headers.get(name), systemClock.now()),
  })
}

/**
 * The models a proxy allows, in its order; none when its server holds no key. For a page that lets a
 * person choose, or that falls back to another model.
 *
 * @param signal Aborts the request; the promise then rejects with its reason.
 * @throws ModelError, as `createProxyModel`'s calls do.
 */
export async function listProxyModels(
  connection: ProxyConnection,
  signal?: AbortSignal,
): Promise<ListedModel[]> {
  const response = await proxyRequest(connection, modelsPath, undefined, signal)
  const list = (await response.json().catch(() => null)) as Partial<ModelList> | null
  signal?.throwIfAborted()
  if (Array.isArray(list?.models)) return list.models
  throw new ModelError(
    `${connection.baseURL} answered with something other than a list of models. A login page or another server may be in its place.`,
    { code: 'invalid_response', isRetryable: false, status: response.status },
  )
}
