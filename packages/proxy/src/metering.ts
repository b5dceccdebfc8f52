// The reasons: decisions/0033.

// What only proxies with limits or a log need, in one file to load.
import { abortableRequest } from './abortable.ts'
import type { Exchange } from './exchange.ts'
import type { Limits } from './limits/limits.ts'
import type { Spent, TokenCount } from './limits/spent.ts'
import type { Meter } from './meter.ts'
import { ProxyError } from './proxy-error.ts'
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'

/**
 * Returns a function that adds the parts of one answer to a meter, in their order.
 *
 * @param estimate Estimates the tokens of a value.
 */
export function countParts(
  meter: Meter,
  estimate: (value: unknown) => number = () => 1,
): (part: LanguageModelV4StreamPart) => void {
  /** The ids of the calls whose input came in pieces. */
  const streamed = new Set<string>()
  return (part) => {
    if ('delta' in part) meter.streamedTokens += estimate(part.delta)
    switch (part.type) {
      case 'response-metadata':
        meter.responseModel = part.modelId
        break
      case 'tool-input-delta':
        streamed.add(part.id)
        break
      case 'tool-call':
        if (!streamed.has(part.toolCallId)) meter.streamedTokens += estimate(part.input)
        break
      case 'file':
      case 'reasoning-file':
        // A picture that a model makes costs as much at any size.
        meter.streamedTokens += Math.max(2000, estimate(part))
        break
      case 'finish':
        meter.usage = part.usage
        meter.isAnswered = !/^(error|interrupted)$/.test(part.finishReason?.unified)
        break
      default:
        break
    }
  }
}

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

/** The most listening streams of one user at a time, at one proxy. They hold no lease. */
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
