import type { Charge, LimitedCharge } from '../limits/limit-store.ts'
import type { AnyRedis } from './redis-client.ts'
import { runScript } from './run-script.ts'

/** The leases of a Redis server. Each key is a sorted set of holders, by the end of their lease. */
export interface RedisLeases {
  /** Takes a lease. Returns false if there are as many holders as `limit`. */
  take: (charge: LimitedCharge) => Promise<boolean>
  /** Makes the holder's lease last for `ttlMs` from now, also if it is over. */
  renew: (charge: Charge) => Promise<void>
  count: (charge: Charge) => Promise<number>
  /** Releases a lease for a negative amount, and renews it otherwise. */
  settle: (charge: Charge) => Promise<void>
}

/**
 * The script that takes, renews or releases a lease in one step, by the clock of the server.
 * Returns 1, or the number of leases below 0 if the lease does not fit.
 */
const script = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local holder, limit, ttl = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('zremrangebyscore', KEYS[1], '-inf', now)
if ttl <= 0 then
  redis.call('zrem', KEYS[1], holder)
  return 1
end
local count = redis.call('zcard', KEYS[1])
if count >= limit and not redis.call('zscore', KEYS[1], holder) then
  return -count
end
redis.call('zadd', KEYS[1], now + ttl, holder)
if redis.call('pttl', KEYS[1]) < ttl then redis.call('pexpire', KEYS[1], ttl) end
return 1
`

/** Creates the leases for a client of `redis` or `ioredis`. */
export function createRedisLeases(client: AnyRedis, keyPrefix: string): RedisLeases {
  async function run({ key, holder = '' }: Charge, limit: number, ttlMs: number): Promise<number> {
    const keys = [`${keyPrefix}:${key}`]
    const args = [holder, String(limit), String(Math.ceil(ttlMs))]
    return Number(await runScript(client, script, keys, args))
  }
  const renew: RedisLeases['renew'] = async (charge) =>
    void (await run(charge, Number.MAX_SAFE_INTEGER, charge.ttlMs))
  return {
    take: async (charge) => (await run(charge, charge.limit, charge.ttlMs)) > 0,
    // No lease fits below 0, so this takes none.
    count: async (charge) => -(await run({ ...charge, holder: '' }, -1, 1)),
    renew,
    settle: async (charge) => (charge.amount < 0 ? void (await run(charge, 0, 0)) : renew(charge)),
  }
}
