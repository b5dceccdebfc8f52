import type { WireErrorCode } from '@ambit/protocol'

/** The meaning of each code: the status, and if a retry may help. */
const meanings: Record<WireErrorCode, readonly [status: number, retryable: boolean]> = {
  invalid_request: [400, false],
  unauthorized: [401, false],
  sign_in_required: [401, false],
  sign_in_failed: [400, false],
  origin_not_allowed: [403, false],
  model_not_allowed: [403, false],
  tool_not_allowed: [403, false],
  api_key_not_accepted: [403, false],
  unknown_route: [404, false],
  method_not_allowed: [405, false],
  body_too_large: [413, false],
  unsupported_media_type: [415, false],
  unknown_prefix: [409, false],
  rate_limited: [429, true],
  too_many_streams: [429, true],
  budget_exhausted: [429, false],
  client_closed: [499, false],
  internal_error: [500, true],
  store_unavailable: [503, true],
  no_key: [503, false],
  shutting_down: [503, true],
  upstream_rejected: [400, false],
  upstream_unauthorized: [502, false],
  upstream_rate_limited: [429, true],
  upstream_overloaded: [503, true],
  upstream_unreachable: [502, true],
  upstream_timeout: [504, true],
  upstream_connect_timeout: [504, true],
  upstream_first_byte_timeout: [504, true],
  upstream_idle_timeout: [504, true],
  upstream_total_timeout: [504, false],
  upstream_redirect: [502, false],
  upstream_bad_content: [502, false],
  upstream_too_large: [502, false],
  upstream_paused: [503, true],
  upstream_error: [502, true],
  upstream_cut: [502, true],
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
  /** What the provider said, only for `onProviderError`. */
  sentence?: string | undefined
  /** The value that was thrown, only for the log. */
  cause?: unknown
  /** The part that failed, as a sentence begins, only for the log. Default: that of the limits. */
  part?: string | undefined
}

/** Returns the error to answer with for anything that was thrown. */
export const toFailure = (thrown: unknown): ProxyError =>
  thrown instanceof ProxyError ? thrown : new ProxyError('internal_error', { cause: thrown })

/** A refusal with a code of a closed set. A client gets nothing else about a failure. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
  readonly code: WireErrorCode
  readonly status: number
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly upstreamStatus: number | undefined
  readonly isUnbilled: boolean
  readonly sentence: string | undefined
  readonly part: string | undefined

  constructor(code: WireErrorCode, detail: ProxyErrorDetail = {}) {
    const [status, retryable] = meanings[code]
    super(detail.message ?? code, { cause: detail.cause })
    this.code = code
    this.status = status
    this.retryable = detail.retryable ?? retryable
    this.retryAfterMs = detail.retryAfterMs
    this.upstreamStatus = detail.upstreamStatus
    this.isUnbilled = detail.isUnbilled ?? false
    this.sentence = detail.sentence
    this.part = detail.part
  }
}
