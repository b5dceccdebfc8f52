import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Charge, LimitedCharge, LimitStore } from '../limits/limit-store.ts'
import { isIoredis, toRedis } from './redis-client.ts'
import { createRedisLeases } from './redis-leases.ts'

/** The options of `createRedisStore`. */
export interface RedisStoreOptions {
  /**
   * A connected client of the package `redis` or `ioredis`. The store listens for its `error`, so a
   * restart of Redis does not end the process.
   */
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
 * const client = createClient({ url: process.env.REDIS_URL }).on('error', console.error)
 * await client.connect()
 * const store = createRedisStore({ client })
 * createProxy({ …, limits: limits({ requestsPerMinute: 30, store }) })
 */
export function createRedisStore(options: RedisStoreOptions): LimitStore {
  const { keyPrefix = 'ambit' } = options
  const client = toRedis(options.client)
  const limiters = new Map<string, RateLimiterRedis>()
  const leases = createRedisLeases(client, keyPrefix)

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
        useRedisPackage: !isIoredis(client),
      })
    limiters.set(id, limiter)
    return limiter
  }

  async function settle(charges: readonly Charge[]): Promise<void> {
    await Promise.all(
      charges.map(async (charge) => {
        const { key, amount, ttlMs } = charge
        if (charge.holder !== undefined) return leases.settle(charge)
        await limiterOf(Number.MAX_SAFE_INTEGER, ttlMs).penalty(key, amount)
      }),
    )
  }

  /** Adds a charge. Returns false if it does not fit. */
  async function take(charge: LimitedCharge): Promise<boolean> {
    if (charge.holder !== undefined) return leases.take(charge)
    try {
      await limiterOf(charge.limit, charge.ttlMs).consume(charge.key, charge.amount)
      return true
    } catch (thrown) {
      if (thrown instanceof RateLimiterRes) return false
      throw thrown
    }
  }

  const giveBack = (charges: readonly Charge[]): Promise<void> =>
    settle(charges.map((charge) => ({ ...charge, amount: -charge.amount })))

  return {
    settle,
    read: (charges) =>
      Promise.all(
        charges.map(async (charge) => {
          if (charge.holder !== undefined) return leases.count(charge)
          return Number(await client.get(`${keyPrefix}:${charge.key}`))
        }),
      ),
    renew: async (charges) => void (await Promise.all(charges.map(leases.renew))),
    async reserve(charges) {
      for (const [index, charge] of charges.entries()) {
        try {
          if (await take(charge)) continue
        } catch (thrown) {
          await giveBack(charges.slice(0, index))
          throw thrown
        }
        await giveBack(charges.slice(0, index))
        return index
      }
      return undefined
    },
  }
}
