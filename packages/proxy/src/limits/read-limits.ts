import type { LimitUse, ProxyUsage } from '@ambit/protocol'
import { ProxyError } from '../proxy-error.ts'
import { type Counter, microUsd } from './counters.ts'
import type { GuardedStore } from './guard-store.ts'

const minuteMs = 60_000

/** The times that a person may ask in a minute. */
const maxReads = 60

/** Creates a function that tells what is left of counters, and asks the store not too often. */
export function createReader(
  store: GuardedStore,
): (subject: string, counters: readonly Counter[]) => Promise<ProxyUsage> {
  let minute = 0
  const reads = new Map<string, number>()

  return async (subject, counters) => {
    const now = Date.now()
    if (Math.floor(now / minuteMs) !== minute) reads.clear()
    minute = Math.floor(now / minuteMs)
    const nth = (reads.get(subject) ?? 0) + 1
    reads.set(subject, nth)
    if (nth > maxReads) {
      throw new ProxyError('rate_limited', { retryAfterMs: minuteMs - (now % minuteMs) })
    }
    const held = await store.read(counters)
    return Object.fromEntries(
      counters.map((counter, at) => [counter.name, toUse(counter, held[at] ?? 0)]),
    )
  }
}

function toUse({ name, limit, resetsInMs }: Counter, used: number): LimitUse {
  const unit = name === 'costUsd' ? microUsd : 1
  return {
    max: limit / unit,
    used: used / unit,
    left: Math.max(0, limit - used) / unit,
    ...(resetsInMs !== undefined && { resetsInMs }),
  }
}
