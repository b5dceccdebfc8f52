import { ProxyError } from './proxy-error.ts'
import { startTimer } from './start-timer.ts'

/**
 * The time limits for a provider and for functions of the configuration, in milliseconds. 0,
 * `Infinity` and times over 24 days mean no limit.
 */
export interface Timeouts {
  /**
   * The time to the first byte of the answer's body. Default: 120,000, as some models think first.
   */
  firstByteMs?: number | undefined
  /** The time between two pieces of an answer, while the client is reading. Default: 60,000. */
  idleMs?: number | undefined
  /** The time of a whole call. Default: 900,000. */
  totalMs?: number | undefined
  /**
   * The time for each function of the configuration: `authorize`, a `ModelResolver`, an `apiKey`,
   * the `headers` of an MCP server. Then the request is refused with `internal_error`.
   * Default: 10,000.
   */
  callbackMs?: number | undefined
}

/** The timers of one call. Each ends the call with a different error code. */
export interface Deadlines {
  /** Reports that the proxy waits for the next piece. The first wait is for the first byte. */
  waiting: () => void
  /** Reports that a piece arrived. */
  arrived: () => void
  /** Stops all timers, once the call is over. */
  end: () => void
}

/** The default time limits. */
export const defaultTimeouts: Required<{ [Key in keyof Timeouts]: number }> = {
  firstByteMs: 120_000,
  idleMs: 60_000,
  totalMs: 900_000,
  callbackMs: 10_000,
}

/**
 * Starts the timers of the whole call and of the first byte. A timer that runs out aborts `abort`
 * with the error to answer with.
 */
export function startDeadlines(
  { firstByteMs, idleMs, totalMs }: typeof defaultTimeouts,
  abort: AbortController,
): Deadlines {
  const after = (ms: number, code: ConstructorParameters<typeof ProxyError>[0]) =>
    startTimer(() => abort.abort(new ProxyError(code)), ms)
  const total = after(totalMs, 'upstream_total_timeout')
  let hasBegun = false
  let phase = after(firstByteMs, 'upstream_first_byte_timeout')
  return {
    waiting() {
      if (!hasBegun) return
      clearTimeout(phase)
      phase = after(idleMs, 'upstream_idle_timeout')
    },
    arrived() {
      hasBegun = true
      clearTimeout(phase)
    },
    end() {
      clearTimeout(phase)
      clearTimeout(total)
    },
  }
}
