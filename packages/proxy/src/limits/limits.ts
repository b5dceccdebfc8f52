import type { ModelCall, ProxyUsage } from '@ambit/protocol'
import type { Meter } from '../meter.ts'
import { checkNumbers } from '../check-numbers.ts'
import { ProxyError } from '../proxy-error.ts'
import { type Counter, countersOf, microUsd, type WindowLimit } from './counters.ts'
import { estimateRequest } from './estimate-request.ts'
import { guardStore } from './guard-store.ts'
import { createMemoryStore, type LimitStore } from './limit-store.ts'
import { createReader } from './read-limits.ts'
import { checkPrices, costOf, mostOf, type Prices, type TokenCount } from './prices.ts'
import { type Spent, spentBy } from './spent.ts'
import { type SpendingLedger, writeLedger } from './spending-ledger.ts'
import { thinkingOf } from './thinking.ts'
import { renewUntilStopped } from './renew-until-stopped.ts'

/** The limits of each subject. A limit that is left out does not apply. */
export interface LimitsOptions {
  /** The requests in one minute, also those whose body is refused. */
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
   * A record with a row for each request to a provider that may be billed, those of failed attempts
   * included. For bills by person. Calls with a person's own key have none. Default: none.
   */
  ledger?: SpendingLedger | undefined
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
   * refused with `store_unavailable`. 0 or `Infinity` for no limit. Default: 2,000.
   */
  storeMs?: number | undefined
  /**
   * The time after which the streams of a proxy that was killed no longer count, in milliseconds. A
   * proxy that runs renews the lease of each stream three times in it. Default: 30,000.
   */
  leaseMs?: number | undefined
}

/** The part of its subject's limits that one call holds. */
export interface Lease {
  /** Gives the unused part back. Resolves once the store has counted it. */
  settle: (spent: readonly Spent[]) => Promise<void>
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
  /** Returns the most tokens that the answer to a model call may have, thinking included. */
  mostOutput: (options: ModelCall['options'], modelId: string) => number
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
   * Tells what is left of a subject's limits.
   *
   * @throws ProxyError `rate_limited` if the subject asks too often.
   */
  read: (subject: string) => Promise<ProxyUsage>
  /**
   * Counts a request, before its body is read. Resolves with true if the store answered for the
   * first time after a failure.
   *
   * @throws ProxyError `rate_limited` if there were too many.
   */
  admit: (subject: string) => Promise<boolean>
  /**
   * Takes the count of a request back that is sent again as a whole. In a minute it does so no more
   * often than there may be requests. After the minute of the request it does nothing. Resolves
   * with true if the store answered for the first time after a failure.
   *
   * @param at The time of the request, as `Date.now()` told it.
   */
  forgive: (subject: string, at: number) => Promise<boolean>
  /**
   * Reserves the most that a call may use. The request itself was counted by `admit`.
   *
   * @throws ProxyError with status 429, and the time to wait if it is known.
   */
  reserve: (subject: string, modelId: string | undefined, most: TokenCount) => Promise<Lease>
}

/**
 * Limits each subject: requests, streams, tokens, money. A call reserves the most it may cost
 * before the provider is asked. At its end it settles by the provider's own count, or, without one,
 * by an estimate from the streamed text.
 *
 * @throws TypeError for a limit that is not above 0, and for a `storeMs` that is not a number from
 * 0.
 *
 * @example
 * const tokens = { max: 200_000, windowMs: 86_400_000 }
 * createProxy({ …, limits: limits({ requestsPerMinute: 30, tokens }) })
 */
export function limits(options: LimitsOptions): Limits {
  const { requestsPerMinute, concurrentStreams, tokens, costUsd, prices = {} } = options
  const { maxOutputTokens = 8192, storeMs = 2000, leaseMs = 30_000, ledger } = options
  const store = guardStore(options.store ?? createMemoryStore(), storeMs)
  checkNumbers('limits', { storeMs })
  const priceOf = new Map(Object.entries(prices))
  check({ requestsPerMinute, concurrentStreams, maxOutputTokens, leaseMs })
  check({ 'tokens.max': tokens?.max, 'tokens.windowMs': tokens?.windowMs })
  checkPrices(prices)
  check({ 'costUsd.max': costUsd?.max, 'costUsd.windowMs': costUsd?.windowMs })

  /** Returns the cost in millionths of a US dollar, by `count`. */
  function priced(modelId: string, tokens: TokenCount, count: typeof costOf = costOf): number {
    const price = priceOf.get(modelId)
    if (!price) throw new TypeError(`limits: \`prices\` has no "${modelId}".`)
    return count(price, tokens)
  }

  function usdOf(spent: readonly Spent[]): number | undefined {
    let cost = 0
    for (const each of spent) {
      const price = priceOf.get(each.modelId ?? '')
      if (!price) return undefined
      cost += costOf(price, each)
    }
    return cost / microUsd
  }

  const readCounters = createReader(store)

  const countersFor = (subject: string, at = Date.now()): Counter[] =>
    countersOf(options, { subject, at, leaseMs: store.renew && leaseMs })
  const requestsOf = (subject: string, at?: number): Counter | undefined =>
    countersFor(subject, at).find(({ name }) => name === 'requests')

  /** Adds to counters. Resolves with true if the store is back after a failure. */
  async function charge(counters: readonly Counter[]): Promise<boolean> {
    if (counters.length === 0) return false
    const { refused, isBack } = await store.reserve(counters)
    if (refused === undefined) return isBack
    const { code = 'rate_limited', resetsInMs } = counters[refused] ?? {}
    throw new ProxyError(code, { retryAfterMs: resetsInMs })
  }

  return {
    maxOutputTokens: tokens || costUsd ? maxOutputTokens : undefined,
    mostOutput: (call, modelId) => (call.maxOutputTokens ?? 0) + thinkingOf(call, modelId),
    estimate: estimateRequest,
    spentBy,
    costOf: usdOf,
    checkModels(ids) {
      if (!costUsd) return
      for (const id of ids) {
        if (priceOf.has(id)) continue
        throw new TypeError(
          `limits: \`costUsd\` is set and \`prices["${id}"]\` is not, so the cost of that model is unknown. Give its price per million tokens.`,
        )
      }
    },
    read: (subject) => readCounters(subject, countersFor(subject)),
    admit: (subject) => charge(countersFor(subject).filter(({ name }) => name === 'requests')),
    async forgive(subject, at) {
      const requests = requestsOf(subject)
      // Else the next minute would have one more.
      if (!requests || requests.key !== requestsOf(subject, at)?.key) return false
      const again = { ...requests, key: `again:${requests.key}` }
      const { refused, isBack } = await store.reserve([again])
      if (refused === undefined) await store.settle([{ ...requests, amount: -1 }])
      return isBack
    },
    async reserve(subject, modelId, most) {
      const counters = countersFor(subject).flatMap((counter) => {
        const { name } = counter
        if (name === 'requests') return []
        if (name !== 'tokens' && name !== 'costUsd') return [counter]
        if (modelId === undefined) return []
        const amount = name === 'tokens' ? sum(most) : Math.ceil(priced(modelId, most, mostOf))
        return [{ ...counter, amount }]
      })
      const isStoreBack = await charge(counters)
      const leases = counters.filter(({ holder }) => holder !== undefined)
      const stopRenewing = renewUntilStopped(store, leases, leaseMs)
      return {
        isStoreBack,
        async settle(spent) {
          stopRenewing()
          if (ledger) {
            const at = Date.now()
            const rows = spent.map((each) => ({ ...each, at, subject, costUsd: usdOf([each]) }))
            writeLedger(ledger, rows)
          }
          const charged = (count: (each: Spent) => number): number =>
            Math.ceil(spent.reduce((total, each) => total + count(each), 0))
          await store.settle(
            counters.flatMap((counter) => {
              const { name, amount } = counter
              if (name === 'streams') return [{ ...counter, amount: -amount }]
              const actual =
                name === 'tokens'
                  ? charged(sum)
                  : charged((each) => priced(each.modelId ?? modelId ?? '', each))
              return [{ ...counter, amount: actual - amount }]
            }),
          )
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
