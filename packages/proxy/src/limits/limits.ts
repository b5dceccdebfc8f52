import { asksThinking } from '../fit-thinking.ts'
import { within } from '../abortable.ts'
import { memoryStore } from '../memory-store.ts'
import type { Meter } from '../meter.ts'
import { ProxyError } from '../proxy-error.ts'
import type { PlanLimits, ProxyOptions } from '../proxy-options.ts'
import { reportFailure } from '../report-failure.ts'
import { longestTimerMs } from '../start-timer.ts'
import type { Charge } from '../store.ts'
import {
  type Counter,
  type FixedWindow,
  type Maxima,
  countersOf,
  microUsd,
  type Window,
} from './counters.ts'
import { estimateRequest } from './estimate-request.ts'
import { type GuardedStore, guardStore } from './guard-store.ts'
import { type LedgerRow, type Spent, type TokenCount, costOf, mostOf, spentBy } from './spent.ts'
import { type LimitUse, type ModelCall, type ProxyUsage, toMilliseconds } from '@ambit/protocol'

/** The limits of each subject, as they were checked. */
export interface LimitsOptions extends NonNullable<ProxyOptions['limits']> {
  prices?: ProxyOptions['prices']
  ledger?: ProxyOptions['ledger']
  /** The other models that may answer for a model, by its id. Default: none. */
  fallback?: ReadonlyMap<string, readonly string[]> | undefined
  /** The times for the store and for the function of the plans, in milliseconds. */
  timeouts: { readonly store: number; readonly callback: number }
}

/** Returns the limits that are given, with their units. */
const toMaxima = ({ requests, streams, tokens, costUsd }: PlanLimits): Partial<Maxima> => ({
  ...(requests !== undefined && { requests: toWindow(requests, 60_000) }),
  ...(streams !== undefined && { streams }),
  ...(tokens !== undefined && { tokens: toWindow(tokens, 86_400_000) }),
  ...(costUsd !== undefined && { costUsd: toWindow(costUsd, 86_400_000) }),
})

function toWindow(given: Window, perMs: number): FixedWindow {
  const { max, per } = typeof given === 'object' ? given : { max: given, per: perMs }
  return { max, windowMs: toMilliseconds(per) }
}

/** The part of its subject's limits that one call holds. */
export interface Lease {
  /** Gives the unused part back. Resolves once the store has counted it. */
  settle: (spent: readonly Spent[]) => Promise<void>
  /** True if the store answered for the first time after a failure. */
  isStoreBack: boolean
}

/** The limits of a proxy. */
export interface Limits {
  /**
   * Returns the most tokens that the answer to a model call may have, thinking included. `most` is
   * the limit of the model.
   */
  mostOutput: (options: ModelCall['options'], most?: number) => number
  /** Estimates the tokens of a request, or of a text, rather too high than too low. */
  estimate: (body: unknown) => number
  /** Returns what each attempt of a call is charged, of which `reserved` is the most. */
  spentBy: (meter: Meter, reserved: TokenCount) => Spent[]
  /** Returns the cost in US dollars. Undefined if a price is not known. */
  costOf: (spent: readonly Spent[]) => number | undefined
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
   * Takes the count of a request back that is sent again as a whole. In a window it does so no more
   * often than there may be requests. After the window of the request it does nothing. Resolves
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
 */
export function createLimits(options: LimitsOptions): Limits {
  const { ledger, fallback, timeouts, plan: planOf, plans = {} } = options
  const leaseMs = toMilliseconds(options.lease ?? 30_000)
  const prices = new Map(Object.entries(options.prices ?? {}))
  const store = guardStore(options.store ?? memoryStore(), timeouts.store)
  const none = { requests: undefined, streams: undefined, tokens: undefined, costUsd: undefined }
  const common: Maxima = { ...none, ...toMaxima(options) }
  const byPlan = new Map(
    Object.entries(plans).map(([name, limits]) => [name, { ...common, ...toMaxima(limits) }]),
  )

  /** Returns the cost in millionths of a US dollar, by `count`. */
  function priced(modelId: string, tokens: TokenCount, count: typeof costOf = costOf): number {
    const price = prices.get(modelId)
    if (!price) throw new TypeError(`createProxy: \`prices\` has no "${modelId}".`)
    return count(price, tokens)
  }

  function usdOf(spent: readonly Spent[]): number | undefined {
    let cost = 0
    for (const each of spent) {
      const price = prices.get(each.modelId ?? '')
      if (!price) return undefined
      cost += costOf(price, each)
    }
    return cost / microUsd
  }

  const readCounters = createReader(store)

  /** Returns the limits of a subject. Throws `internal_error` if its plan is unknown. */
  async function maximaOf(subject: string): Promise<Maxima> {
    if (!planOf) return common
    try {
      const plan = await within('`limits.plan`', timeouts.callback, () => planOf(subject))
      const maxima = plan === undefined ? common : byPlan.get(plan)
      if (maxima) return maxima
      throw new TypeError('`limits.plan` returned something else than a name of `limits.plans`.')
    } catch (cause) {
      throw new ProxyError('internal_error', { cause })
    }
  }

  const countersFor = async (subject: string): Promise<Counter[]> =>
    countersOf(await maximaOf(subject), { subject, at: Date.now(), leaseMs })

  /** Adds to counters. Resolves with true if the store is back after a failure. */
  async function charge(counters: readonly Counter[]): Promise<boolean> {
    if (counters.length === 0) return false
    const { refused, isBack } = await store.reserve(counters)
    if (refused === undefined) return isBack
    const { code = 'rate_limited', resetsInMs } = counters[refused] ?? {}
    throw new ProxyError(code, { retryAfterMs: resetsInMs })
  }

  return {
    mostOutput: (call, most) =>
      Math.max(call.maxOutputTokens ?? 0, (asksThinking(call) && most) || 0),
    estimate: estimateRequest,
    spentBy,
    costOf: usdOf,
    read: async (subject) => readCounters(subject, await countersFor(subject)),
    admit: async (subject) =>
      charge((await countersFor(subject)).filter(({ name }) => name === 'requests')),
    async forgive(subject, at) {
      const maxima = await maximaOf(subject)
      const requestsAt = (time: number): Counter | undefined =>
        countersOf(maxima, { subject, at: time, leaseMs }).find(({ name }) => name === 'requests')
      const requests = requestsAt(Date.now())
      // Else the next window would have one more.
      if (!requests || requests.key !== requestsAt(at)?.key) return false
      const again = { ...requests, key: `again:${requests.key}` }
      const { refused, isBack } = await store.reserve([again])
      if (refused === undefined) await store.settle([{ ...requests, amount: -1 }])
      return isBack
    },
    async reserve(subject, modelId, most) {
      const counters = (await countersFor(subject)).flatMap((counter) => {
        const { name } = counter
        if (name === 'requests') return []
        if (name !== 'tokens' && name !== 'costUsd') return [counter]
        if (modelId === undefined) return []
        const others = fallback?.get(modelId) ?? []
        // A model whose key is missing has no price, and never answers.
        const models = [modelId, ...others.filter((id) => prices.has(id))]
        const amount =
          name === 'tokens'
            ? sum(most)
            : Math.ceil(Math.max(...models.map((id) => priced(id, most, mostOf))))
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

/** Renews leases three times in `leaseMs`. Returns a function that stops it. */
function renewUntilStopped(
  store: GuardedStore,
  leases: readonly Charge[],
  leaseMs: number,
): () => void {
  if (leases.length === 0) return () => {}
  const everyMs = Math.min(leaseMs / 3, longestTimerMs)
  const free = leases.map((lease) => ({ ...lease, limit: undefined }))
  const timer = setInterval(() => void store.renew(free), everyMs)
  return () => clearInterval(timer)
}

/** Writes rows to a ledger. Never throws, and awaits nothing. */
function writeLedger(ledger: (row: LedgerRow) => unknown, rows: readonly LedgerRow[]): void {
  const onFailure = (thrown: unknown): void => reportFailure('`ledger` failed', thrown)
  for (const row of rows) {
    try {
      Promise.resolve(ledger(Object.freeze(row))).catch(onFailure)
    } catch (thrown) {
      onFailure(thrown)
    }
  }
}

const minuteMs = 60_000

/** The times that a user may ask in a minute. */
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
