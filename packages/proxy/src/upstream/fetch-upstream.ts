import { abortable, requestEndError } from '../abortable.ts'
import { noteAsked } from '../meter.ts'
import type { Exchange } from '../exchange.ts'
import { ProxyError } from '../proxy-error.ts'
import { fromUpstream } from '../upstream-error.ts'

/** A request to a provider's server. A client's headers and query are never copied into it. */
export interface UpstreamRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | undefined
  /** The content type that the answer must have. Default: `application/json` or an event stream. */
  contentType?: string | undefined
  /** The statuses of refusals to return, with their bodies. Default: none. */
  passes?: readonly number[] | undefined
  fetch?: typeof fetch | undefined
  /** The model that is asked. Undefined for a request that no provider bills. */
  modelId?: string | undefined
}

/** The part of a refusal that is read, to learn if a retry may help. */
const maxErrorBytes = 16_384

/**
 * Sends a request to a provider. Resolves once the headers of the answer have come. Never follows a
 * redirect.
 *
 * @throws ProxyError for a refusal, a redirect, or another content type. It holds no text of these.
 */
export async function fetchUpstream(
  { abort: { signal }, meter }: Exchange,
  request: UpstreamRequest,
): Promise<Response> {
  const { url, method, headers, body } = request
  const doFetch = request.fetch ?? fetch
  let response: Response | undefined
  try {
    signal.throwIfAborted()
    if (request.modelId !== undefined) noteAsked(meter, request.modelId)
    const init = { method, headers, signal, redirect: 'manual', body: body ?? null } as const
    response = await abortable(doFetch(url, init), signal)
    await check(response, request, signal)
    return response
  } catch (thrown) {
    response?.body?.cancel().catch(() => {})
    if (signal.aborted) throw requestEndError(signal)
    throw fromUpstream(thrown, new ProxyError('upstream_unreachable'))
  }
}

async function check(
  response: Response,
  { contentType, method, passes = [] }: UpstreamRequest,
  signal: AbortSignal,
): Promise<void> {
  const { status, headers } = response
  // Some runtimes hide the status of a redirect. The server's own `fetch` may have followed one.
  const { type: kind, redirected } = response
  if (kind === 'opaqueredirect' || redirected || (status >= 300 && status < 400)) {
    throw new ProxyError('upstream_redirect', { upstreamStatus: status, isUnbilled: true })
  }
  if (passes.includes(status)) return
  if (status >= 400) {
    const failure = {
      statusCode: status,
      responseHeaders: Object.fromEntries(headers),
      responseBody: await readSome(response, signal),
    }
    throw fromUpstream(failure, new ProxyError('upstream_error'))
  }
  if (status === 202 || status === 204 || method === 'DELETE') return
  const [type] = (headers.get('content-type') ?? '').toLowerCase().split(';')
  const expected =
    contentType === undefined ? ['application/json', 'text/event-stream'] : [contentType]
  if (!expected.includes(type?.trim() ?? '')) {
    throw new ProxyError('upstream_bad_content', { upstreamStatus: status })
  }
}

/** Reads the beginning of a body as text, and cancels the rest. */
export async function readSome(response: Response, signal: AbortSignal): Promise<string> {
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
