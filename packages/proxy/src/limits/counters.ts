import type { WireErrorCode } from '@ambit/protocol'
import type { LimitedCharge } from './limit-store.ts'

/** A limit for each window of time. Windows follow each other; they do not slide. */
export interface WindowLimit {
  /** The largest amount in one window. */
  max: number
  /** The length of a window, in milliseconds. */
  windowMs: number
}

/** The limits of a subject. */
interface Maxima {
  requestsPerMinute?: number | undefined
  concurrentStreams?: number | undefined
  tokens?: WindowLimit | undefined
  costUsd?: WindowLimit | undefined
}

/** A counter of a subject, with its limit. */
export interface Counter extends LimitedCharge {
  name: 'requests' | 'streams' | 'tokens' | 'costUsd'
  /** The code of a refusal. */
  code: WireErrorCode
  /** The time until the counter begins anew, in milliseconds. Undefined for streams. */
  resetsInMs?: number | undefined
}

/** The person that counters are for, and the time of the request. */
interface CounterOwner {
  subject: string
  /** The time in milliseconds since the Unix epoch. */
  at: number
  /** The time that a stream counts. Undefined for a store without leases. */
  leaseMs: number | undefined
}

const minuteMs = 60_000

/** The time that a stream counts in a store without leases. No call takes longer. */
const streamMs = 960_000

/** The parts of a dollar that are counted. */
export const microUsd = 1e6

/** Creates the counters of a subject, each for one request or stream, and for no token. */
export function countersOf(
  { requestsPerMinute, concurrentStreams, tokens, costUsd }: Maxima,
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
    return { ...counter, key, resetsInMs, ttlMs: resetsInMs + minuteMs }
  }
  const code = 'budget_exhausted'
  const counters: Counter[] = []
  if (requestsPerMinute) {
    const limit = Math.floor(requestsPerMinute)
    const counter = { name: 'requests', code: 'rate_limited', amount: 1, limit } as const
    counters.push(inWindow(counter, 'requests', minuteMs))
  }
  if (concurrentStreams) {
    const limit = Math.floor(concurrentStreams)
    const counter = { name: 'streams', code: 'too_many_streams', amount: 1, limit } as const
    counters.push(
      leaseMs === undefined
        ? { ...counter, key: `streams:${id}`, ttlMs: streamMs }
        : { ...counter, key: `leases:${id}`, ttlMs: leaseMs, holder: crypto.randomUUID() },
    )
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
