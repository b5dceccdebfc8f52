import { AgentError } from './agent-error.ts'

/** What is known of a failed model call. */
export interface ModelErrorOptions {
  /** A closed, lower-case word such as `rate_limited`, `network`, `stream_cut`, `empty_response`. */
  code: string
  /** Whether the same request may succeed later. */
  isRetryable: boolean
  /** The HTTP status, when there was a response. */
  status?: number | undefined
  /** How long the provider asks to wait. */
  retryAfterMs?: number | undefined
  cause?: unknown
}

/** The model or the way to it failed. */
export class ModelError extends AgentError {
  readonly code: string
  readonly isRetryable: boolean
  readonly status?: number | undefined
  readonly retryAfterMs?: number | undefined
  override get name(): string {
    return 'ModelError'
  }
  constructor(message: string, options: ModelErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
    this.isRetryable = options.isRetryable
    this.status = options.status
    this.retryAfterMs = options.retryAfterMs
  }
}
