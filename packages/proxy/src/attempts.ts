import type { Meter } from './meter.ts'
import type { ProxyError } from './proxy-error.ts'

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
