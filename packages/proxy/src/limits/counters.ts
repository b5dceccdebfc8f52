import type { Duration, WireErrorCode } from '@ambit/protocol'
import type { Charge } from '../store.ts'

/**
 * An amount in a window of time, or one in the window that the limit has by default. Windows follow
 * each other; they do not slide.
 */
export type Window =
  | number
  | {
      /** The largest amount in one window. */
      max: number
      /** The length of a window, such as `'1d'`. */
      per: Duration
    }

/** A limit for each window of time. */
export interface FixedWindow {
  max: number
  windowMs: number
}

/** The limits of a subject. */
export interface Maxima {
  requests: FixedWindow | undefined
  streams: number | undefined
  tokens: FixedWindow | undefined
  costUsd: FixedWindow | undefined
}

/** A counter of a subject, with its limit. */
export interface Counter extends Charge {
  limit: number
  name: 'requests' | 'streams' | 'tokens' | 'costUsd'
  /** The code of a refusal. */
  code: WireErrorCode
  /** The time until the counter begins anew, in milliseconds. Undefined for streams. */
  resetsInMs?: number | undefined
}

/** The user that counters are for, and the time of the request. */
interface CounterOwner {
  subject: string
  /** The time in milliseconds since the Unix epoch. */
  at: number
  /** The time that a stream counts without a renewal, in milliseconds. */
  leaseMs: number
}

/** The time for which a counter stays after its window, in milliseconds. */
const graceMs = 60_000

/** The parts of a dollar that are counted. */
export const microUsd = 1e6

/** Creates the counters of a subject, each for one request or stream, and for no token. */
export function countersOf(
  { requests, streams, tokens, costUsd }: Maxima,
  { subject, at: now, leaseMs }: CounterOwner,
): Counter[] {
  const id = encodeURIComponent(subject)
  const inWindow = (
    counter: Pick<Counter, 'name' | 'code' | 'amount' | 'limit'>,
    prefix: string,
    windowMs: number,
  ): Counter => {
    const resetsInMs = windowMs - (now % windowMs)
    const key = `${prefix}:${id}:${Math.floor(now / windowMs)}`
    return { ...counter, key, resetsInMs, ttlMs: resetsInMs + graceMs }
  }
  const code = 'budget_exhausted'
  const counters: Counter[] = []
  if (requests) {
    const limit = Math.floor(requests.max)
    const counter = { name: 'requests', code: 'rate_limited', amount: 1, limit } as const
    counters.push(inWindow(counter, 'requests', requests.windowMs))
  }
  if (streams) {
    const limit = Math.floor(streams)
    const counter = { name: 'streams', code: 'too_many_streams', amount: 1, limit } as const
    const holder = crypto.randomUUID()
    counters.push({ ...counter, key: `leases:${id}`, ttlMs: leaseMs, holder })
  }
  if (tokens) {
    const limit = Math.floor(tokens.max)
    counters.push(inWindow({ name: 'tokens', code, amount: 0, limit }, 'tokens', tokens.windowMs))
  }
  if (costUsd) {
    const limit = Math.floor(costUsd.max * microUsd)
    counters.push(inWindow({ name: 'costUsd', code, amount: 0, limit }, 'cost', costUsd.windowMs))
  }
  return counters
}
