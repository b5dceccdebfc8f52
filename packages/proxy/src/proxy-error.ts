import type { WireError, WireErrorCode } from '@ambit/core/wire'

/** The meaning of each code: the status, if a retry may help, and the message for the client. */
const meanings: Record<WireErrorCode, readonly [status: number, retryable: boolean, text: string]> =
  {
    invalid_request: [400, false, 'The request is not a model call.'],
    unauthorized: [401, false, 'Sign in to use this model endpoint.'],
    origin_not_allowed: [403, false, 'This origin may not use this model endpoint.'],
    model_not_allowed: [403, false, 'This model is not one of those the proxy allows.'],
    tool_not_allowed: [403, false, 'The proxy does not allow this hosted tool.'],
    api_key_not_accepted: [403, false, 'The proxy does not accept your own key for this model.'],
    unknown_route: [404, false, 'There is no such route.'],
    method_not_allowed: [405, false, 'This route does not accept this method.'],
    body_too_large: [413, false, 'The conversation is larger than the proxy accepts.'],
    unsupported_media_type: [415, false, 'The body must be application/json.'],
    rate_limited: [429, true, 'Too many requests. Wait a moment.'],
    too_many_streams: [429, true, 'Too many answers at once. Wait until one ends.'],
    budget_exhausted: [429, false, 'The budget for this time is used up.'],
    client_closed: [499, false, 'The client closed the connection.'],
    internal_error: [500, true, 'The proxy failed.'],
    no_key: [503, false, 'The proxy has no key for this model.'],
    shutting_down: [503, true, 'The proxy is shutting down.'],
    upstream_rejected: [400, false, 'The provider refused the request as it is.'],
    upstream_unauthorized: [502, false, "The provider refused the proxy's key."],
    upstream_rate_limited: [429, true, 'The provider is limiting requests. Wait a moment.'],
    upstream_overloaded: [503, true, 'The provider is overloaded.'],
    upstream_unreachable: [502, true, 'The provider could not be reached.'],
    upstream_timeout: [504, true, 'The provider took too long.'],
    upstream_connect_timeout: [504, true, 'The provider did not accept a connection in time.'],
    upstream_first_byte_timeout: [504, true, 'The provider did not begin to answer in time.'],
    upstream_idle_timeout: [
      504,
      true,
      'The provider stopped sending before its answer was complete.',
    ],
    upstream_total_timeout: [504, false, 'The answer took longer than the proxy allows.'],
    upstream_redirect: [502, false, 'The provider answered with a redirect.'],
    upstream_bad_content: [
      502,
      false,
      'The provider answered with another content type than expected.',
    ],
    upstream_too_large: [502, false, 'The answer is larger than the proxy allows.'],
    upstream_paused: [503, true, 'The provider failed too often just now. Wait a moment.'],
    upstream_error: [502, true, 'The provider failed.'],
    upstream_cut: [502, true, 'The provider ended its answer before it was complete.'],
  }

/** The details of an error beyond its code. */
export interface ProxyErrorDetail {
  /** The message for the client. Never holds text of a provider or a part of a secret. */
  message?: string | undefined
  retryable?: boolean | undefined
  retryAfterMs?: number | undefined
  /** The status that the provider answered with, only for the log. */
  upstreamStatus?: number | undefined
  /** True if the provider surely did not accept the request, so that nobody is billed for it. */
  isUnbilled?: boolean | undefined
  /** The value that was thrown, only for the log. */
  cause?: unknown
}

/** A refusal with a code of a closed set. A client gets nothing else about a failure. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
  readonly code: WireErrorCode
  readonly status: number
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly upstreamStatus: number | undefined
  readonly isUnbilled: boolean

  constructor(code: WireErrorCode, detail: ProxyErrorDetail = {}) {
    const [status, retryable, text] = meanings[code]
    super(detail.message ?? text, { cause: detail.cause })
    this.code = code
    this.status = status
    this.retryable = detail.retryable ?? retryable
    this.retryAfterMs = detail.retryAfterMs
    this.upstreamStatus = detail.upstreamStatus
    this.isUnbilled = detail.isUnbilled ?? false
  }

  /** Returns the error as the wire carries it. */
  toWire(requestId: string): WireError {
    const { code, message, status, retryable, retryAfterMs } = this
    return {
      code,
      message,
      status,
      retryable,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      requestId,
    }
  }
}
