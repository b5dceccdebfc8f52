import type { WireErrorCode } from '@ambit/protocol'
import type { FailureCause } from './failure-cause.ts'
import type { TokenCount } from './limits/spent.ts'

/** The log entry of one request, written when the request is over. */
export interface ProxyLog {
  /** The id of the request, which the client got as `x-request-id`. */
  requestId: string
  /** The route below the path of the proxy. Undefined if no route matched. */
  route: string | undefined
  /**
   * The first 16 digits of the SHA-256 of the id that `authorize` returned. They group the requests
   * of one user without naming the user.
   */
  subjectHash?: string | undefined
  /** The id of the model, if it is an allowed one. */
  modelId?: string | undefined
  /** The status that was sent. A stream has 200, even if it failed later. */
  status: number
  /** The error that was sent, before the stream or in it. `client_closed` if the client left. */
  code?: WireErrorCode | undefined
  /** The status that the provider answered with, if it refused. */
  upstreamStatus?: number | undefined
  /**
   * The facts about the value that `authorize`, a resolver, a key's callback or a store threw, with
   * `internal_error` and `store_unavailable` only.
   */
  cause?: FailureCause | undefined
  /**
   * True for the first request that the store of the limits counted after it had failed. Of the
   * requests that were refused before with `store_unavailable`, the first has a `cause`.
   */
  isStoreBack?: boolean | undefined
  /** The time from the request to its end, in milliseconds. */
  durationMs: number
  /** The time to the first byte of a streamed answer, in milliseconds. */
  firstByteMs?: number | undefined
  /** The bytes of a streamed answer that were sent. */
  bytes: number
  /**
   * The tokens that limits counted for the request, those of failed attempts included. With
   * `isEstimated`, the provider did not count all of them. Undefined if nothing is counted, with a
   * user's own key, and if no provider was asked or each surely refused.
   */
  usage?: (TokenCount & { isEstimated: boolean }) | undefined
  /** The cost of `usage` in US dollars. Undefined without a price of the model. */
  costUsd?: number | undefined
  /**
   * The header `traceparent` of the request, in the form of W3C Trace Context 00. Undefined without
   * the header, and if it has another form. `traceProxy` of `@ambit/bridges/otel` reads it.
   */
  traceparent?: string | undefined
  /**
   * The same facts by OpenTelemetry's names for generative AI, for a span or a log record. With
   * `ambit.usage.estimated`, the provider counted no tokens, so limits counted an estimate.
   */
  attributes: Record<string, string | number | boolean>
}

/** A failure of a provider, as `onProviderError` receives it. */
export interface ProviderFailure {
  /** The id of the request, which the client got as `x-request-id`. */
  readonly requestId: string
  /** The id of the model that the client asked for. */
  readonly modelId: string | undefined
  /** The error that the client got. */
  readonly code: WireErrorCode
  /** The status that the provider answered with. Undefined if it answered with none. */
  readonly status: number | undefined
  /**
   * What the provider said, at most 1,000 characters. It may repeat parts of the request. Empty if
   * it said nothing, and for a key that it does not accept.
   */
  readonly sentence: string
}
