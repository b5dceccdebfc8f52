import { parseRetryAfter, type WireErrorCode } from '@ambit/core/wire'
import { ProxyError } from './proxy-error.ts'

/** What the AI SDK's call and stream errors may carry. Any of it may be missing or of another type. */
interface UpstreamFailure {
  name?: unknown
  statusCode?: unknown
  isRetryable?: unknown
  responseHeaders?: unknown
  responseBody?: unknown
}

/** Thrown by a provider that cannot express the request, before anything is sent. */
const rejections: ReadonlySet<unknown> = new Set([
  'AI_InvalidArgumentError',
  'AI_InvalidPromptError',
  'AI_UnsupportedFunctionalityError',
])

/**
 * What of a provider's failure may be told: its kind, whether to retry, how long to wait. Its text,
 * body and headers are dropped, since providers repeat keys, prompts and internals in them.
 *
 * @param otherwise For a failure that says nothing of itself.
 */
export function fromUpstream(thrown: unknown, otherwise: ProxyError): ProxyError {
  const failure: UpstreamFailure = typeof thrown === 'object' && thrown !== null ? thrown : {}
  const { name, isRetryable, responseHeaders } = failure
  if (name === 'AI_LoadAPIKeyError') return new ProxyError('no_key')
  if (rejections.has(name)) return new ProxyError('upstream_rejected')

  const { statusCode: status } = failure
  const retryable = isFinal(failure)
    ? false
    : typeof isRetryable === 'boolean'
      ? isRetryable
      : undefined
  if (typeof status !== 'number') {
    if (isConnectTimeout(thrown, 0)) return new ProxyError('upstream_connect_timeout')
    // The AI SDK wraps a connection that failed in a call error without a status.
    if (name === 'AI_APICallError') return new ProxyError('upstream_unreachable', { retryable })
    return retryable === undefined ? otherwise : new ProxyError(otherwise.code, { retryable })
  }
  return new ProxyError(codeOf(status), {
    retryable,
    retryAfterMs: parseRetryAfter((header) => readHeader(responseHeaders, header), Date.now()),
    upstreamStatus: status,
  })
}

/** Whether a provider says that trying again is of no use, where its status alone would not. */
function isFinal({ responseHeaders, responseBody }: UpstreamFailure): boolean {
  if (readHeader(responseHeaders, 'x-should-retry') === 'false') return true
  return (
    typeof responseBody === 'string' &&
    /"(enforced_spend_limit_reached|insufficient_quota)"/.test(responseBody)
  )
}

/** Node's fetch gives up a connection after 10 seconds and says so in the cause of its error. */
function isConnectTimeout(thrown: unknown, depth: number): boolean {
  if (typeof thrown !== 'object' || thrown === null || depth > 4) return false
  const { code, cause } = thrown as { code?: unknown; cause?: unknown }
  return (
    code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT' || isConnectTimeout(cause, depth + 1)
  )
}

function codeOf(status: number): WireErrorCode {
  if (status === 401 || status === 403) return 'upstream_unauthorized'
  if (status === 408 || status === 504) return 'upstream_timeout'
  if (status === 429) return 'upstream_rate_limited'
  if (status === 503 || status === 529) return 'upstream_overloaded'
  if (status === 409 || status >= 500) return 'upstream_error'
  if (status >= 400) return 'upstream_rejected'
  return status >= 300 ? 'upstream_redirect' : 'upstream_error'
}

function readHeader(headers: unknown, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  const value: unknown = Reflect.get(headers, name)
  return typeof value === 'string' ? value : undefined
}
