import { ProxyError } from '../proxy-error.ts'

/** When a model is left alone. */
export interface BreakerOptions {
  /** The share of calls that must fail. Default: 0.5. */
  failures?: number | undefined
  /** How many calls there must have been. Default: 20. */
  minCalls?: number | undefined
  /** In how long, and for how long the model is left alone then, in milliseconds. Default: 30,000. */
  windowMs?: number | undefined
}

/** A breaker for each model. */
export interface Breakers {
  /** @throws ProxyError `upstream_paused` while the model is left alone. */
  check: (id: string) => void
  succeeded: (id: string) => void
  failed: (id: string) => void
}

interface State {
  startedAt: number
  calls: number
  failures: number
  pausedUntil: number
}

/** After a pause one call is let through, and its end decides. */
export function createBreakers(options: BreakerOptions): Breakers {
  const { failures = 0.5, minCalls = 20, windowMs = 30_000 } = options
  const states = new Map<string, State>()

  function stateOf(id: string): State {
    const now = Date.now()
    const known = states.get(id)
    if (known && (known.pausedUntil > 0 || now - known.startedAt < windowMs)) return known
    const fresh = { startedAt: now, calls: 0, failures: 0, pausedUntil: 0 }
    states.set(id, fresh)
    return fresh
  }

  return {
    check(id) {
      const state = stateOf(id)
      const waitMs = state.pausedUntil - Date.now()
      if (waitMs > 0) throw new ProxyError('upstream_paused', { retryAfterMs: waitMs })
      // The others wait for this one.
      if (state.pausedUntil > 0) state.pausedUntil = Date.now() + windowMs
    },
    succeeded(id) {
      const state = stateOf(id)
      if (state.pausedUntil > 0) states.delete(id)
      else state.calls += 1
    },
    failed(id) {
      const state = stateOf(id)
      state.calls += 1
      state.failures += 1
      if (state.calls >= minCalls && state.failures >= state.calls * failures) {
        state.pausedUntil = Date.now() + windowMs
      }
    },
  }
}
