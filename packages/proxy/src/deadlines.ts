import { ProxyError } from './proxy-error.ts'

/** How long an upstream may take, in milliseconds. 0 waits for ever. */
export interface Timeouts {
  /** Until the first byte of the answer's body. Default: 120,000, for models that think first. */
  firstByteMs?: number | undefined
  /** Between two pieces of an answer, while the client is reading. Default: 60,000. */
  idleMs?: number | undefined
  /** The whole of a call. Default: 900,000. */
  totalMs?: number | undefined
}

/** The timers of one call. Each ends the call with a code of its own. */
export interface Deadlines {
  /** The proxy begins to wait for the next piece; the first wait is for the first byte. */
  waiting: () => void
  /** A piece arrived. */
  arrived: () => void
  /** The call is over; no timer is left. */
  end: () => void
}

export const defaultTimeouts: Required<{ [Key in keyof Timeouts]: number }> = {
  firstByteMs: 120_000,
  idleMs: 60_000,
  totalMs: 900_000,
}

/** Starts the total time, and the time to the first byte. `abort` is aborted with the error to give. */
export function startDeadlines(
  { firstByteMs, idleMs, totalMs }: typeof defaultTimeouts,
  abort: AbortController,
): Deadlines {
  const after = (ms: number, code: ConstructorParameters<typeof ProxyError>[0]) =>
    ms > 0 ? setTimeout(() => abort.abort(new ProxyError(code)), ms) : undefined
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
