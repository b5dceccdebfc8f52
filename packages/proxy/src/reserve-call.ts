import { abortableRequest } from './abortable.ts'
import type { Exchange } from './exchange.ts'
import type { Limits } from './limits/limits.ts'
import type { TokenCount } from './limits/prices.ts'
import type { Spent } from './limits/spent.ts'

/** Settles a reservation by what was measured. Returns what the call is charged. */
export type SettleCall = () => readonly Spent[]

const none: TokenCount = { inputTokens: 0, outputTokens: 0 }

/**
 * Reserves the most that a call may use of its subject's limits.
 *
 * @param body The request to the provider. Undefined for a request without tokens.
 * @throws ProxyError if a limit is reached, or if the request ends first.
 */
export async function reserveCall(
  exchange: Exchange,
  limits: Limits,
  body: unknown,
  outputTokens: number,
): Promise<SettleCall> {
  const { subject = '', modelId, meter, abort } = exchange
  const reserved = body ? { inputTokens: limits.estimate(body), outputTokens } : undefined
  const reserving = limits.reserve(subject, reserved && modelId, reserved ?? none)
  try {
    const lease = await abortableRequest(reserving, abort.signal)
    exchange.isStoreBack ||= lease.isStoreBack
    return () => {
      const spent = reserved ? limits.spentBy(meter, reserved) : []
      void lease.settle(spent)
      return spent
    }
  } catch (thrown) {
    // The reservation may still succeed later, but no call uses it.
    reserving.then((lease) => lease.settle([])).catch(() => {})
    throw thrown
  }
}
