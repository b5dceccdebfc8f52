import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Charge, LimitStore } from '../limits/limit-store.ts'

/** What `createRedisStore` takes. */
export interface RedisStoreOptions {
  /** A connected client of `redis` or of `ioredis`. */
  client: object
  /** Stands before every key. Default: `ambit`. */
  keyPrefix?: string | undefined
}

/**
 * One step on the server, so that two proxies cannot both take what is left: adds when the sum stays
 * within the limit, and says what the sum would have been when it does not. A counter that is no more
 * gets nothing back.
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
 * Counts in Redis, for several proxies together, by `rate-limiter-flexible`. Each counter is added to in
 * one step; where a later one of a call refuses, what the earlier ones took is given back.
 *
 * @example
 * const client = await createClient({ url: process.env.REDIS_URL }).connect()
 * createProxy({ …, limits: limits({ requestsPerMinute: 30, store: createRedisStore({ client }) }) })
 */
export function createRedisStore({ client, keyPrefix = 'ambit' }: RedisStoreOptions): LimitStore {
  const limiters = new Map<string, RateLimiterRedis>()

  function limiterOf(limit: number, ttlMs: number): RateLimiterRedis {
    // In whole minutes, so that there are few of them.
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
        // The older of the two packages has a command of its own for scripts.
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
