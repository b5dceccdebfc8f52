import type { WireError, WireErrorCode } from '@ambit/protocol'
import type { ProxyError } from './proxy-error.ts'

/** The message of each code for the client. */
const texts: Readonly<Record<WireErrorCode, string>> = {
  invalid_request: 'The request is not a model call.',
  unauthorized: 'Sign in to use this model endpoint.',
  sign_in_required: 'Sign in to this server first.',
  sign_in_failed: 'The sign-in failed. Sign in again.',
  origin_not_allowed: 'This origin may not use this model endpoint.',
  model_not_allowed: 'This model is not one of those the proxy allows.',
  tool_not_allowed: 'The proxy does not allow this hosted tool.',
  api_key_not_accepted: 'The proxy does not accept your own key for this model.',
  unknown_route:
    'There is no such route. If the proxy is mounted at another path, set `path` to that path.',
  method_not_allowed: 'This route does not accept this method.',
  body_too_large: 'This is too large.',
  unsupported_media_type: 'The body must be application/json.',
  unknown_prefix: 'The proxy has not got a part that the call names. Send the whole call.',
  rate_limited: 'Too many requests. Wait a moment.',
  too_many_streams: 'Too many answers at once. Wait until one ends.',
  budget_exhausted: 'The budget for this time is used up.',
  client_closed: 'The client closed the connection.',
  internal_error: 'The proxy failed.',
  store_unavailable: 'The proxy cannot count requests just now, so it answers none. Wait a moment.',
  no_key: 'The proxy has no key for this model.',
  shutting_down: 'The proxy is shutting down.',
  upstream_rejected: 'The provider refused the request as it is.',
  upstream_unauthorized: "The provider refused the proxy's key.",
  upstream_rate_limited: 'The provider is limiting requests. Wait a moment.',
  upstream_overloaded: 'The provider is overloaded.',
  upstream_unreachable: 'The provider could not be reached.',
  upstream_timeout: 'The provider took too long.',
  upstream_connect_timeout: 'The provider did not accept a connection in time.',
  upstream_first_byte_timeout: 'The provider did not begin to answer in time.',
  upstream_idle_timeout: 'The provider stopped sending before its answer was complete.',
  upstream_total_timeout: 'The answer took longer than the proxy allows.',
  upstream_redirect: 'The provider answered with a redirect.',
  upstream_bad_content: 'The provider answered with another content type than expected.',
  upstream_too_large: 'The answer is larger than the proxy allows.',
  upstream_paused: 'The provider failed too often just now. Wait a moment.',
  upstream_error: 'The provider failed.',
  upstream_cut: 'The provider ended its answer before it was complete.',
}

/** Returns an error as the wire carries it. */
export function toWireError(error: ProxyError, requestId: string): WireError {
  const { code, message, status, retryable } = error
  // Another instance may answer at once.
  const { retryAfterMs = code === 'shutting_down' ? 1000 : undefined } = error
  return {
    code,
    message: message === code ? texts[code] : message,
    status,
    retryable,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    requestId,
  }
}
