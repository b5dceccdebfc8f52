import type { CallOptions } from './exchange.ts'
import { ProxyError } from './proxy-error.ts'
import { startTimer } from './start-timer.ts'

/** The timers of one call. Each ends the call with a different error code. */
export interface Deadlines {
  /** Reports that the proxy waits for the next piece. The first wait is for the first byte. */
  waiting: () => void
  /** Reports that a piece arrived. */
  arrived: () => void
  /** Stops all timers, once the call is over. */
  end: () => void
}

/**
 * Starts the timers of the whole call and of the first byte. A timer that runs out aborts `abort`
 * with the error to answer with.
 */
export function startDeadlines(
  { connect, idle, total: whole }: CallOptions['timeouts'],
  abort: AbortController,
): Deadlines {
  const after = (ms: number, code: ConstructorParameters<typeof ProxyError>[0]) =>
    startTimer(() => abort.abort(new ProxyError(code)), ms)
  const total = after(whole, 'upstream_total_timeout')
  let hasBegun = false
  let phase = after(connect, 'upstream_first_byte_timeout')
  return {
    waiting() {
      if (!hasBegun) return
      clearTimeout(phase)
      phase = after(idle, 'upstream_idle_timeout')
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
