import type { Meter } from './exchange.ts'
import type { ProxyError } from './proxy-error.ts'

/** One request to a provider, which the provider may bill. */
export interface Attempt {
  modelId: string | undefined
  /** The time of the request, by `performance.now()`. */
  askedAt: number
  /** The time of its failure. Undefined if it has not failed before its answer began. */
  failedAt?: number | undefined
}

/** Notes that a provider is asked now. From here on it may bill the request. */
export function noteAsked(meter: Meter, modelId: string | undefined): void {
  meter.attempts.push({ modelId, askedAt: performance.now() })
}

/** Notes that the last attempt failed before its answer. Forgets one that is surely not billed. */
export function noteFailed(meter: Meter, error: ProxyError): void {
  const last = meter.attempts.at(-1)
  if (!last || last.failedAt !== undefined) return
  if (error.isUnbilled) meter.attempts.pop()
  else last.failedAt = performance.now()
}
