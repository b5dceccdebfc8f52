import { AgentError } from './agent-error.ts'

/** The details of a failed model call. */
export interface ModelErrorOptions {
  /**
   * A code from a closed list of lower-case words, such as `rate_limited`, `network`, `stream_cut`,
   * `empty_response`.
   */
  code: string
  /** True if the same request may succeed later. */
  isRetryable: boolean
  /** The HTTP status, if there was a response. */
  status?: number | undefined
  /** The milliseconds that the provider asks to wait. */
  retryAfterMs?: number | undefined
  cause?: unknown
}

/** The error of a model call that failed, or could not reach the model. */
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
