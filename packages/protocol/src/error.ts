/** The codes that a proxy answers with. */
export type WireErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'sign_in_required'
  | 'sign_in_failed'
  | 'origin_not_allowed'
  | 'model_not_allowed'
  | 'tool_not_allowed'
  | 'api_key_not_accepted'
  | 'unknown_route'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'unknown_prefix'
  | 'rate_limited'
  | 'too_many_streams'
  | 'budget_exhausted'
  | 'client_closed'
  | 'internal_error'
  | 'store_unavailable'
  | 'no_key'
  | 'shutting_down'
  | 'upstream_rejected'
  | 'upstream_unauthorized'
  | 'upstream_rate_limited'
  | 'upstream_overloaded'
  | 'upstream_unreachable'
  | 'upstream_timeout'
  | 'upstream_connect_timeout'
  | 'upstream_first_byte_timeout'
  | 'upstream_idle_timeout'
  | 'upstream_total_timeout'
  | 'upstream_redirect'
  | 'upstream_bad_content'
  | 'upstream_too_large'
  | 'upstream_paused'
  | 'upstream_error'
  | 'upstream_cut'

/**
 * An error in the wire format: `{ error: WireError }` in the body of a refused request, and in an
 * `error` part of a stream. The message is the proxy's own; it never contains a provider's text.
 */
export interface WireError {
  /** The code, a {@link WireErrorCode}. A newer proxy may have more codes. */
  code: string
  message: string
  /** The HTTP status, or the status that the error would have had before the stream started. */
  status?: number | undefined
  /** True if the same request may succeed later. */
  retryable: boolean
  /** The milliseconds to wait before the next request, if the proxy or the provider stated it. */
  retryAfterMs?: number | undefined
  /** The id of the request in the server's log. */
  requestId?: string | undefined
}

/** Reads a {@link WireError} from untrusted data. Returns undefined if the data is not one. */
export function parseWireError(value: unknown): WireError | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { code, message, status, retryable, retryAfterMs, requestId } = value as {
    [Key in keyof WireError]: unknown
  }
  if (typeof code !== 'string') return undefined
  return {
    code,
    message: typeof message === 'string' ? message : code,
    retryable: retryable === true,
    ...(typeof status === 'number' && { status }),
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
    ...(typeof requestId === 'string' && { requestId }),
  }
}

/** Whether the same request may succeed after this HTTP status: 408, 409, 429, or from 500. */
export const isRetryableStatus = (status: number): boolean =>
  status >= 500 || [408, 409, 429].includes(status)

/** The errors that a provider's package throws before it sends a request that it cannot express. */
export const rejections: ReadonlySet<unknown> = new Set([
  'AI_InvalidArgumentError',
  'AI_InvalidPromptError',
  'AI_UnsupportedFunctionalityError',
])
