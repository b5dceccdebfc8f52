import { ProxyError } from '../proxy-error.ts'
import { type LimitStore, type LimitedCharge, createMemoryStore } from './limit-store.ts'

/** An amount per stretch of time. Windows follow each other; they do not slide. */
export interface WindowLimit {
  max: number
  windowMs: number
}

/** US dollars per million tokens. */
export interface Price {
  input: number
  output: number
}

/** What each subject may use. What is left out is not limited. */
export interface LimitsOptions {
  requestsPerMinute?: number | undefined
  /** Answers that stream at the same time. */
  concurrentStreams?: number | undefined
  /** Tokens of prompts and answers. */
  tokens?: WindowLimit | undefined
  /** Money in US dollars, by `prices`. */
  costUsd?: WindowLimit | undefined
  /** By the model's id, or `<route>/<model>` of a pass-through. Needed for every model with `costUsd`. */
  prices?: Readonly<Record<string, Price>> | undefined
  /**
   * The longest answer of a model that has no `maxOutputTokens` of its own, so that there is a most
   * that a call can cost. Counts only with `tokens` or `costUsd`. Default: 8,192.
   */
  maxOutputTokens?: number | undefined
  /** Default: this process's memory. For several instances, `createRedisStore` of `@ambit/proxy/redis`. */
  store?: LimitStore | undefined
}

/** Tokens that a call used. */
export interface TokenCount {
  inputTokens: number
  outputTokens: number
}

/** What one call holds of its subject's limits. */
export interface Lease {
  /** Gives back what was not used. Resolves when the store knows. */
  settle: (used: TokenCount) => Promise<void>
}

/** Made by `limits`, given to `createProxy`. */
export interface Limits {
  /** Sent to a provider as the longest answer where nothing else is; undefined without a budget. */
  maxOutputTokens: number | undefined
  /** About how many tokens a request's JSON is, rather too many than too few. */
  estimate: (body: unknown) => number
  /** @throws TypeError naming a model that cannot be charged. */
  checkModels: (ids: Iterable<string>) => void
  /** @throws ProxyError 429, with the time to wait where there is one. */
  reserve: (subject: string, modelId: string | undefined, most: TokenCount) => Promise<Lease>
}

const minuteMs = 60_000
/** An instance that dies keeps its streams' places this long. */
const streamLeaseMs = 960_000

/**
 * Limits per subject: requests, streams, tokens, money. A call reserves the most it may cost before
 * the provider is asked, and settles from the provider's own count, or from what was streamed when
 * there is none.
 *
 * @throws TypeError for a limit that is not above 0.
 *
 * @example
 * createProxy({ …, limits: limits({ requestsPerMinute: 30, tokens: { max: 200_000, windowMs: 86_400_000 } }) })
 */
export function limits(options: LimitsOptions): Limits {
  const { requestsPerMinute, concurrentStreams, tokens, costUsd, prices = {} } = options
  const { store = createMemoryStore(), maxOutputTokens = 8192 } = options
  const priceOf = new Map(Object.entries(prices))
  check({ requestsPerMinute, concurrentStreams, maxOutputTokens })
  check({ 'tokens.max': tokens?.max, 'tokens.windowMs': tokens?.windowMs })
  check({ 'costUsd.max': costUsd?.max, 'costUsd.windowMs': costUsd?.windowMs })

  /** In millionths of a dollar, which is what a million times a token costs. */
  function costOf(modelId: string, { inputTokens, outputTokens }: TokenCount): number {
    const price = priceOf.get(modelId)
    if (!price) throw new TypeError(`limits: \`prices\` has no "${modelId}".`)
    return Math.ceil(inputTokens * price.input + outputTokens * price.output)
  }

  return {
    maxOutputTokens: tokens || costUsd ? maxOutputTokens : undefined,
    estimate: estimateTokens,
    checkModels(ids) {
      if (!costUsd) return
      for (const id of ids) {
        if (priceOf.has(id)) continue
        throw new TypeError(
          `limits: \`costUsd\` is set and \`prices["${id}"]\` is not, so what that model costs is unknown. Give its price per million tokens.`,
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
        pay && add('budget_exhausted', 'cost', costOf(modelId, most), pay.max * 1e6, pay.windowMs)

      const refused = await store.reserve(charges)
      if (refused !== undefined) {
        throw new ProxyError(codes[refused] ?? 'rate_limited', { retryAfterMs: waits[refused] })
      }
      return {
        settle(used) {
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

/** What an image or another file in base64 counts for, whatever its size. */
const fileTokens = 2000

/**
 * About how many tokens a request's JSON is, rather too many than too few: a token per three
 * characters. The provider's own count replaces it when the call is settled.
 */
function estimateTokens(value: unknown): number {
  if (typeof value === 'string') {
    const isFile = value.length > 4096 && !/\s/.test(value.slice(0, 4096))
    return isFile ? fileTokens : Math.ceil(value.length / 3)
  }
  if (typeof value !== 'object' || value === null) return 1
  let tokens = 0
  for (const [key, child] of Object.entries(value)) {
    tokens += estimateTokens(child) + (Array.isArray(value) ? 0 : Math.ceil(key.length / 3))
  }
  return tokens
}
