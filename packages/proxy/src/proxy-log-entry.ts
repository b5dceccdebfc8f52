import type { WireErrorCode } from '@ambit/core/wire'

/** One request, when it is over. */
export interface ProxyLogEntry {
  /** What the client was given as `x-request-id`. */
  requestId: string
  /** The route below `basePath`; undefined when there was none. */
  route: string | undefined
  /** The start of the SHA-256 of what `authorize` returned: tells requests of one person, not who. */
  subjectHash?: string | undefined
  /** The id of the model, when it is an allowed one. */
  modelId?: string | undefined
  /** The status sent: 200 for a stream, whatever happened in it. */
  status: number
  /** The error that was sent, before the stream or in it; `client_closed` when the client left. */
  code?: WireErrorCode | undefined
  /** What the provider answered, when it refused. */
  upstreamStatus?: number | undefined
  /** With `internal_error` alone: what `authorize`, a key's callback or a store threw. */
  cause?: unknown
  durationMs: number
  /** Until the first byte of a streamed answer. */
  firstByteMs?: number | undefined
  /** Of a streamed answer. */
  bytes: number
  /** The same, by OpenTelemetry's names for generative AI, for a span or a log record. */
  attributes: Record<string, string | number>
}
