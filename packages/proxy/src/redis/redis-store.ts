import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Charge, LimitStore } from '../limits/limit-store.ts'

/** The options of `createRedisStore`. */
export interface RedisStoreOptions {
  /** A connected client of the package `redis` or `ioredis`. */
  client: object
  /** The prefix of every key. Default: `ambit`. */
  keyPrefix?: string | undefined
}

/**
 * The script that adds to a counter in one step on the server, so that two proxies cannot both take
 * the rest of a limit. It adds if the sum stays within the limit, and returns the sum in both
 * cases. A counter that has expired gets nothing back.
 */
const addWithin = `
local amount = tonumber(ARGV[1])
local used = tonumber(redis.call('get', KEYS[1]) or '-1')
if used < 0 then
  if amount < 0 then return { 0, 0 } end
  used = 0
end
if amount > 0 and used + amount > tonumber(ARGV[3]) then
  return { used + amount, redis.call('pttl', KEYS[1]) }
end
redis.call('set', KEYS[1], string.format('%d', math.max(0, used + amount)), 'EX', ARGV[2])
return { used + amount, 1000 * tonumber(ARGV[2]) }
`

/**
 * Creates a store in Redis for several proxies together, by `rate-limiter-flexible`. Adds to each
 * counter in one step. If a later charge of a call is refused, the earlier ones are given back.
 *
 * @example
 * const client = await createClient({ url: process.env.REDIS_URL }).connect()
 * const store = createRedisStore({ client })
 * createProxy({ …, limits: limits({ requestsPerMinute: 30, store }) })
 */
export function createRedisStore({ client, keyPrefix = 'ambit' }: RedisStoreOptions): LimitStore {
  const limiters = new Map<string, RateLimiterRedis>()

  function limiterOf(limit: number, ttlMs: number): RateLimiterRedis {
    // Whole minutes keep the number of limiters small.
    const duration = Math.ceil(ttlMs / 60_000) * 60
    const id = `${limit}:${duration}`
    const limiter =
      limiters.get(id) ??
      new RateLimiterRedis({
        storeClient: client,
        keyPrefix,
        points: limit,
        duration,
        customIncrTtlLuaScript: addWithin,
        // Only `ioredis` has `defineCommand`.
        useRedisPackage: !('defineCommand' in client),
      })
    limiters.set(id, limiter)
    return limiter
  }

  async function settle(charges: readonly Charge[]): Promise<void> {
    await Promise.all(
      charges.map(({ key, amount, ttlMs }) =>
        limiterOf(Number.MAX_SAFE_INTEGER, ttlMs).penalty(key, amount),
      ),
    )
  }

  return {
    settle,
    async reserve(charges) {
      for (const [index, { key, amount, limit, ttlMs }] of charges.entries()) {
        try {
          await limiterOf(limit, ttlMs).consume(key, amount)
        } catch (thrown) {
          const taken = charges.slice(0, index)
          await settle(taken.map((charge) => ({ ...charge, amount: -charge.amount })))
          if (thrown instanceof RateLimiterRes) return index
          throw thrown
        }
      }
      return undefined
    },
  }
}
