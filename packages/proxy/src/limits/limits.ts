import type { Meter } from '../exchange.ts'
import { ProxyError } from '../proxy-error.ts'
import { estimateRequest } from './estimate-request.ts'
import { createMemoryStore, type LimitedCharge, type LimitStore } from './limit-store.ts'
import { checkPrices, costOf, mostOf, type Prices, type TokenCount } from './prices.ts'
import { type Spent, spentBy } from './spent.ts'

/** A limit for each window of time. Windows follow each other; they do not slide. */
export interface WindowLimit {
  /** The largest amount in one window. */
  max: number
  /** The length of a window, in milliseconds. */
  windowMs: number
}

/** The limits of each subject. A limit that is left out does not apply. */
export interface LimitsOptions {
  /** The requests in one minute. */
  requestsPerMinute?: number | undefined
  /** The answers that may stream at the same time. */
  concurrentStreams?: number | undefined
  /** The tokens of prompts and answers together. */
  tokens?: WindowLimit | undefined
  /** The cost in US dollars, by `prices`. */
  costUsd?: WindowLimit | undefined
  /**
   * The price of each model, by its id, or by `<route>/<model>` for a pass-through. With `costUsd`,
   * every model needs one. Default: none, so the log has no costs.
   */
  prices?: Prices | undefined
  /**
   * The longest answer, in tokens, of a model without its own `maxOutputTokens`. It bounds the cost
   * of a call. Used only with `tokens` or `costUsd`. Default: 8,192.
   */
  maxOutputTokens?: number | undefined
  /**
   * The store of the counts. Default: the memory of this process. Several instances need a shared
   * one: `createRedisStore` of `@ambit/proxy/redis`.
   */
  store?: LimitStore | undefined
}

/** The part of its subject's limits that one call holds. */
export interface Lease {
  /** Gives the unused part back. Resolves once the store has counted it. */
  settle: (spent: readonly Spent[]) => Promise<void>
}

/** The limits of a proxy, made by `limits` and given to `createProxy`. */
export interface Limits {
  /**
   * The longest answer to ask a provider for, in tokens, if nothing else limits it. Undefined
   * without a budget.
   */
  maxOutputTokens: number | undefined
  /** Estimates the tokens of a request, or of a text, rather too high than too low. */
  estimate: (body: unknown) => number
  /** Returns what each attempt of a call is charged, of which `reserved` is the most. */
  spentBy: (meter: Meter, reserved: TokenCount) => Spent[]
  /** Returns the cost in US dollars. Undefined if a price is not known. */
  costOf: (spent: readonly Spent[]) => number | undefined
  /**
   * Checks that the price of every model is known, if it is needed.
   *
   * @throws TypeError that names a model without a price.
   */
  checkModels: (ids: Iterable<string>) => void
  /**
   * Reserves the most that a call may use.
   *
   * @throws ProxyError with status 429, and the time to wait if it is known.
   */
  reserve: (subject: string, modelId: string | undefined, most: TokenCount) => Promise<Lease>
}

const minuteMs = 60_000
/** The time after which the streams of an instance that died no longer count. */
const streamLeaseMs = 960_000

/**
 * Limits each subject: requests, streams, tokens, money. A call reserves the most it may cost
 * before the provider is asked. At its end it settles by the provider's own count, or, without one,
 * by an estimate from the streamed text.
 *
 * @throws TypeError for a limit that is not above 0.
 *
 * @example
 * const tokens = { max: 200_000, windowMs: 86_400_000 }
 * createProxy({ …, limits: limits({ requestsPerMinute: 30, tokens }) })
 */
export function limits(options: LimitsOptions): Limits {
  const { requestsPerMinute, concurrentStreams, tokens, costUsd, prices = {} } = options
  const { store = createMemoryStore(), maxOutputTokens = 8192 } = options
  const priceOf = new Map(Object.entries(prices))
  check({ requestsPerMinute, concurrentStreams, maxOutputTokens })
  check({ 'tokens.max': tokens?.max, 'tokens.windowMs': tokens?.windowMs })
  checkPrices(prices)
  check({ 'costUsd.max': costUsd?.max, 'costUsd.windowMs': costUsd?.windowMs })

  /** Returns the cost in millionths of a US dollar, by `count`. */
  function priced(modelId: string, tokens: TokenCount, count: typeof costOf = costOf): number {
    const price = priceOf.get(modelId)
    if (!price) throw new TypeError(`limits: \`prices\` has no "${modelId}".`)
    return count(price, tokens)
  }

  return {
    maxOutputTokens: tokens || costUsd ? maxOutputTokens : undefined,
    estimate: estimateRequest,
    spentBy,
    costOf(spent) {
      let cost = 0
      for (const each of spent) {
        const price = priceOf.get(each.modelId ?? '')
        if (!price) return undefined
        cost += costOf(price, each)
      }
      return cost / 1e6
    },
    checkModels(ids) {
      if (!costUsd) return
      for (const id of ids) {
        if (priceOf.has(id)) continue
        throw new TypeError(
          `limits: \`costUsd\` is set and \`prices["${id}"]\` is not, so the cost of that model is unknown. Give its price per million tokens.`,
        )
      }
    },
    async reserve(subject, modelId, most) {
      const now = Date.now()
      const charges: LimitedCharge[] = []
      const codes: ProxyError['code'][] = []
      const waits: (number | undefined)[] = []
      const add = (
        kind: ProxyError['code'],
        name: string,
        amount: number,
        max: number,
        windowMs?: number,
      ): number => {
        const window = windowMs === undefined ? '' : `:${Math.floor(now / windowMs)}`
        const waitMs = windowMs === undefined ? undefined : windowMs - (now % windowMs)
        codes.push(kind)
        waits.push(waitMs)
        const ttlMs = waitMs === undefined ? streamLeaseMs : waitMs + minuteMs
        const key = `${name}:${encodeURIComponent(subject)}${window}`
        return charges.push({ key, amount, limit: Math.floor(max), ttlMs }) - 1
      }

      if (requestsPerMinute) add('rate_limited', 'requests', 1, requestsPerMinute, minuteMs)
      const stream = concurrentStreams && add('too_many_streams', 'streams', 1, concurrentStreams)
      const count = modelId !== undefined && tokens
      const pay = modelId !== undefined && costUsd
      const token = count && add('budget_exhausted', 'tokens', sum(most), count.max, count.windowMs)
      const cost =
        pay &&
        add(
          'budget_exhausted',
          'cost',
          Math.ceil(priced(modelId, most, mostOf)),
          pay.max * 1e6,
          pay.windowMs,
        )

      const refused = await store.reserve(charges)
      if (refused !== undefined) {
        throw new ProxyError(codes[refused] ?? 'rate_limited', { retryAfterMs: waits[refused] })
      }
      return {
        async settle(spent) {
          const change = (index: number | false | undefined, actual: number) => {
            const charge = typeof index === 'number' ? charges[index] : undefined
            return charge ? [{ ...charge, amount: actual - charge.amount }] : []
          }
          const used = spent.reduce((total, each) => total + sum(each), 0)
          const usd = pay
            ? spent.reduce((total, each) => total + priced(each.modelId ?? modelId, each), 0)
            : 0
          await store.settle([
            ...change(stream, 0),
            ...change(token, used),
            ...change(cost, Math.ceil(usd)),
          ])
        },
      }
    },
  }
}

const sum = ({ inputTokens, outputTokens }: TokenCount): number => inputTokens + outputTokens

function check(values: Record<string, number | undefined>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || (Number.isFinite(value) && value > 0)) continue
    throw new TypeError(`limits: \`${name}\` is ${value}. Give a number above 0, or leave it out.`)
  }
}
