import { AgentError } from './agent-error.ts'

/** The details of a failed model call. */
export interface ModelFailure {
  /**
   * The kind of the failure, from a closed list of lower-case words, such as `rate_limited`,
   * `network`, `stream_cut`, `empty_response`.
   */
  readonly kind: string
  /** True if the same request may succeed later. */
  readonly isRetryable: boolean
  /** The HTTP status, if there was a response. */
  readonly status?: number | undefined
  /** The milliseconds that the provider asks to wait. */
  readonly retryAfterMs?: number | undefined
  /** The share of the request that fits into the context of the model, from 0 to 1. */
  readonly fittingShare?: number | undefined
}

/** The details of a failed model call, and what caused it. */
export interface ModelErrorOptions extends ModelFailure {
  readonly cause?: unknown
}

/** The error of a model call that failed, or could not reach the model. */
export class ModelError extends AgentError<'model'> {
  declare readonly kind: string
  declare readonly isRetryable: boolean
  declare readonly status?: number | undefined
  declare readonly retryAfterMs?: number | undefined
  declare readonly fittingShare?: number | undefined
  override get name(): string {
    return 'ModelError'
  }
  constructor(message: string, options: ModelErrorOptions) {
    const { kind, isRetryable, status, retryAfterMs, fittingShare, cause } = options
    super(message, {
      code: 'model',
      details: { kind, isRetryable, status, retryAfterMs, fittingShare },
      ...(cause !== undefined && { cause }),
    })
  }
}
