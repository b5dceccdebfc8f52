import { ProxyError } from '../proxy-error.ts'
import { estimateRequest } from './estimate-request.ts'
import { guardStore } from './guard-store.ts'
import { createMemoryStore, type LimitedCharge, type LimitStore } from './limit-store.ts'
import { renewUntilStopped } from './renew-until-stopped.ts'

/** A limit for each window of time. Windows follow each other; they do not slide. */
export interface WindowLimit {
  /** The largest amount in one window. */
  max: number
  /** The length of a window, in milliseconds. */
  windowMs: number
}

/** A price in US dollars per million tokens. */
export interface Price {
  input: number
  output: number
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
   * every model needs one.
   */
  prices?: Readonly<Record<string, Price>> | undefined
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
  /**
   * The time that the store may take for a reservation, in milliseconds. Then the request is
   * refused with `store_unavailable`. 0 means no limit. Default: 2,000.
   */
  storeMs?: number | undefined
  /**
   * The time after which the streams of a proxy that was killed no longer count, in milliseconds. A
   * proxy that runs renews the lease of each stream three times in it. Default: 30,000.
   */
  leaseMs?: number | undefined
}

/** The tokens that a call used. */
export interface TokenCount {
  inputTokens: number
  outputTokens: number
}

/** The part of its subject's limits that one call holds. */
export interface Lease {
  /** Gives the unused part back. Resolves once the store has counted it. */
  settle: (used: TokenCount) => Promise<void>
  /** True if the store answered for the first time after a failure. */
  isStoreBack: boolean
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
/** The time that a stream counts in a store without leases. No call takes longer. */
const streamMs = 960_000

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
  const { maxOutputTokens = 8192, storeMs = 2000, leaseMs = 30_000 } = options
  const store = guardStore(options.store ?? createMemoryStore(), storeMs)
  const priceOf = new Map(Object.entries(prices))
  check({ requestsPerMinute, concurrentStreams, maxOutputTokens, leaseMs })
  check({ 'tokens.max': tokens?.max, 'tokens.windowMs': tokens?.windowMs })
  check({ 'costUsd.max': costUsd?.max, 'costUsd.windowMs': costUsd?.windowMs })

  /** Returns the cost in millionths of a US dollar. Prices are dollars per million tokens. */
  function costOf(modelId: string, { inputTokens, outputTokens }: TokenCount): number {
    const price = priceOf.get(modelId)
    if (!price) throw new TypeError(`limits: \`prices\` has no "${modelId}".`)
    return Math.ceil(inputTokens * price.input + outputTokens * price.output)
  }

  return {
    maxOutputTokens: tokens || costUsd ? maxOutputTokens : undefined,
    estimate: estimateRequest,
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
        const ttlMs = waitMs === undefined ? streamMs : waitMs + minuteMs
        const key = `${name}:${encodeURIComponent(subject)}${window}`
        return charges.push({ key, amount, limit: Math.floor(max), ttlMs }) - 1
      }

      const addStream = (max: number): number => {
        if (!store.renew) return add('too_many_streams', 'streams', 1, max)
        const index = add('too_many_streams', 'leases', 1, max)
        Object.assign(charges[index] ?? {}, { ttlMs: leaseMs, holder: crypto.randomUUID() })
        return index
      }

      if (requestsPerMinute) add('rate_limited', 'requests', 1, requestsPerMinute, minuteMs)
      const stream = concurrentStreams && addStream(concurrentStreams)
      const count = modelId !== undefined && tokens
      const pay = modelId !== undefined && costUsd
      const token = count && add('budget_exhausted', 'tokens', sum(most), count.max, count.windowMs)
      const cost =
        pay && add('budget_exhausted', 'cost', costOf(modelId, most), pay.max * 1e6, pay.windowMs)

      const { refused, isBack } = await store.reserve(charges)
      if (refused !== undefined) {
        throw new ProxyError(codes[refused] ?? 'rate_limited', { retryAfterMs: waits[refused] })
      }
      const leases = charges.filter(({ holder }) => holder !== undefined)
      const stopRenewing = renewUntilStopped(store, leases, leaseMs)
      return {
        isStoreBack: isBack,
        settle(used) {
          stopRenewing()
          const change = (index: number | false | undefined, actual: number) => {
            const charge = typeof index === 'number' ? charges[index] : undefined
            return charge ? [{ ...charge, amount: actual - charge.amount }] : []
          }
          return store.settle([
            ...change(stream, 0),
            ...change(token, sum(used)),
            ...change(cost, pay ? costOf(modelId, used) : 0),
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
