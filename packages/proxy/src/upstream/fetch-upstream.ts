import type { Exchange } from '../exchange.ts'
import { ProxyError } from '../proxy-error.ts'
import { requestEndError, abortable } from '../abortable.ts'
import { toProxyError } from '../to-proxy-error.ts'

/** What a provider's server is asked. Nothing in it comes from a client's headers or query. */
export interface UpstreamRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | undefined
  /** The content type that an answer must have; undefined for `application/json` or an event stream. */
  contentType?: string | undefined
  fetch?: typeof fetch | undefined
}

/** How much of a refusal is read, for what it says of trying again. */
const maxErrorBytes = 16_384

/**
 * A provider's answer, once its headers have come. Never follows a redirect.
 *
 * @throws ProxyError for a refusal, a redirect, or an answer of another kind; its text goes nowhere.
 */
export async function fetchUpstream(
  { abort: { signal } }: Exchange,
  request: UpstreamRequest,
): Promise<Response> {
  const { url, method, headers, body } = request
  const doFetch = request.fetch ?? fetch
  let response: Response | undefined
  try {
    signal.throwIfAborted()
    const init = { method, headers, signal, redirect: 'manual', body: body ?? null } as const
    response = await abortable(doFetch(url, init), signal)
    await check(response, request, signal)
    return response
  } catch (thrown) {
    response?.body?.cancel().catch(() => {})
    if (signal.aborted) throw requestEndError(signal)
    throw await toProxyError(thrown, new ProxyError('upstream_unreachable'))
  }
}

async function check(
  response: Response,
  { contentType }: UpstreamRequest,
  signal: AbortSignal,
): Promise<void> {
  const { status, headers } = response
  // Some hide the status of a redirect; a `fetch` of the server's own may have followed one.
  const { type: kind, redirected } = response
  if (kind === 'opaqueredirect' || redirected || (status >= 300 && status < 400)) {
    throw new ProxyError('upstream_redirect', { upstreamStatus: status })
  }
  if (status >= 400) {
    const failure = {
      statusCode: status,
      responseHeaders: Object.fromEntries(headers),
      responseBody: await readSome(response, signal),
    }
    throw await toProxyError(failure, new ProxyError('upstream_error'))
  }
  if (status === 202 || status === 204) return
  const [type] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  const expected =
    contentType === undefined ? ['application/json', 'text/event-stream'] : [contentType]
  if (!expected.includes(type?.trim() ?? '')) {
    throw new ProxyError('upstream_bad_content', { upstreamStatus: status })
  }
}

async function readSome(response: Response, signal: AbortSignal): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (reader && text.length < maxErrorBytes) {
    const { done, value } = await abortable(reader.read(), signal)
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  reader?.cancel().catch(() => {})
  return text
}
