import { ProxyError } from '../proxy-error.ts'

/** When a circuit breaker pauses a model that fails too often. */
export interface BreakerOptions {
  /** The share of calls that must fail, from 0 to 1. */
  failures: number
  /** The calls that there must be at least. */
  minCalls: number
  /** The time in which calls count, and the length of a pause, in milliseconds. */
  windowMs: number
}

/** A circuit breaker for each model. */
export interface Breakers {
  /**
   * Checks that a model may be called.
   *
   * @throws ProxyError `upstream_paused` during a pause.
   */
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

/**
 * Creates the breakers. After a pause one call is allowed, and its result ends or renews the pause.
 */
export function createBreakers({ failures, minCalls, windowMs }: BreakerOptions): Breakers {
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
      // The other calls stay paused until this one has ended.
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
