import { ModelError } from './errors/model-error.ts'
import { systemClock } from './values/clock.ts'
import { parseWireError } from './wire/error.ts'
import { parseRetryAfter } from './wire/retry-after.ts'

/** How to reach a proxy. */
export interface ProxyConnection {
  /** Where the proxy is mounted: absolute, or relative to the page, such as `/api/agent`. */
  baseURL: string
  /** Sent with every request; asked anew each time, so that a fresh token can be given. */
  headers?: (() => HeadersInit | Promise<HeadersInit>) | undefined
  /** Whether cookies go along. Default: fetch's own, `same-origin`. */
  credentials?: RequestCredentials | undefined
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
  { baseURL, headers, credentials, fetch = globalThis.fetch }: ProxyConnection,
  path: string,
  body?: string,
  signal?: AbortSignal,
): Promise<Response> {
  const url = baseURL.replace(/\/+$/, '') + path
  signal?.throwIfAborted()
  const sent = new Headers(await headers?.())
  signal?.throwIfAborted()
  if (body !== undefined) sent.set('content-type', 'application/json')
  let response: Response
  try {
    response = await fetch(url, {
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
  if (!response.ok) throw await toModelError(response)
  return response
}

async function toModelError(response: Response): Promise<ModelError> {
  const { status } = response
  const body = (await response.json().catch(() => null)) as { error?: unknown } | null
  const error = parseWireError(body?.error)
  return new ModelError(error?.message ?? `The model endpoint answered with HTTP ${status}.`, {
    code: error?.code ?? 'http_error',
    isRetryable: error?.retryable ?? (status >= 500 || [408, 409, 429].includes(status)),
    status,
    retryAfterMs:
      error?.retryAfterMs ??
      parseRetryAfter((name) => response.headers.get(name), systemClock.now()),
  })
}
