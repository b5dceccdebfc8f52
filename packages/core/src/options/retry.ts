import { AgentError } from '../errors/agent-error.ts'
import type { Duration } from '../clock.ts'
import { checkNumber } from './check-values.ts'
import type { ModelError } from '../errors/model-error.ts'

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/**
 * Converts a duration to milliseconds. Accepts a positive finite number of milliseconds, or such a
 * number with a unit. Throws `AgentError`, naming `option`, for anything else.
 */
export function parseDuration(duration: Duration, option: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(String(duration))
  const ms = match ? Number(match[1]) * (unitMs[match[2] ?? ''] ?? Number.NaN) : duration
  if (typeof ms === 'number' && Number.isFinite(ms) && ms > 0) return ms
  throw new AgentError(
    `\`${option}\` is ${JSON.stringify(duration)}. Give positive milliseconds, or '500ms', '10s', '5m', '1h'.`,
  )
}

/** The number of attempts in all, or that number with a pause between attempts. */
export type Retry = number | { readonly attempts: number; readonly delay?: Duration | undefined }

const once = Object.freeze({ attempts: 1, delayMs: 0 })

/**
 * Parses a tool's `retry` option. Throws `AgentError`, naming `owner`, for fewer than one attempt
 * or a malformed delay.
 */
export function parseRetry(
  retry: Retry | undefined,
  owner: string,
): { attempts: number; delayMs: number } {
  if (retry === undefined) return once
  const { attempts, delay } = typeof retry === 'object' ? retry : { attempts: retry }
  checkNumber(`\`retry\` of ${owner}, which counts the attempts in all,`, attempts, {
    least: 1,
    isWhole: true,
  })
  return {
    attempts,
    delayMs: delay === undefined ? 0 : parseDuration(delay, `retry.delay of ${owner}`),
  }
}

/** The retries of failed model calls. A call is retried only before its first content was shown. */
export interface ModelRetryOptions {
  /** The number of retries after the first attempt, 0 to 10. Default 3. */
  readonly maxRetries?: number | undefined
  /**
   * The milliseconds before the first retry. Default 500. Doubles with each retry; a provider's
   * `Retry-After` overrides it.
   */
  readonly initialDelayMs?: number | undefined
  /** The longest delay in milliseconds. Default 10,000. */
  readonly maxDelayMs?: number | undefined
  /** Tells if an error can be retried. Default: the error's own `isRetryable`. */
  readonly retryableErrors?: ((error: ModelError) => boolean) | undefined
}

export interface ModelRetry {
  readonly maxRetries: number
  readonly initialDelayMs: number
  readonly maxDelayMs: number
  readonly isRetryable: (error: ModelError) => boolean
}

/** Fills in the defaults of the options. */
export function toModelRetry(options: ModelRetryOptions = {}): ModelRetry {
  const { maxRetries = 3, initialDelayMs = 500, maxDelayMs = 10_000 } = options
  const { retryableErrors: isRetryable = (error) => error.isRetryable } = options
  return { maxRetries, initialDelayMs, maxDelayMs, isRetryable }
}
