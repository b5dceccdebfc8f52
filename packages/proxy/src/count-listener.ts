import type { Exchange } from './exchange.ts'
import type { SettleCall } from './metering.ts'
import { ProxyError } from './proxy-error.ts'

/** The most listening streams of one person at a time, at one proxy. They hold no lease. */
const mostListeners = 32

const listeners = new WeakMap<object, Map<string, number>>()

/** Counts a listening stream. Returns the function that ends it. */
export function countListener({ options, subject = '' }: Exchange): SettleCall {
  const counts = listeners.get(options) ?? new Map<string, number>()
  listeners.set(options, counts)
  const count = counts.get(subject) ?? 0
  if (count >= mostListeners) throw new ProxyError('too_many_streams')
  counts.set(subject, count + 1)
  return () => {
    const left = (counts.get(subject) ?? 1) - 1
    if (left > 0) counts.set(subject, left)
    else counts.delete(subject)
    return []
  }
}
