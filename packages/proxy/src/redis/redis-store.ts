import { type Check, group, text as textOption } from '../check-options.ts'
import type { Charge, ProxyStore } from '../store.ts'

/** A client of the package `redis`. */
interface NodeRedis {
  eval: (script: string, options: { keys: string[]; arguments: string[] }) => Promise<unknown>
  get: (key: string) => Promise<string | null>
  set: (key: string, value: string, options: { PX: number }) => Promise<unknown>
}

/** A client of the package `ioredis`. */
interface Ioredis {
  eval: (script: string, count: number, ...rest: string[]) => Promise<unknown>
  get: (key: string) => Promise<string | null>
  set: (key: string, value: string, unit: 'PX', ms: number) => Promise<unknown>
}

/** Whether a client is one of `ioredis`. Only that has `defineCommand`. */
const isIoredis = (client: object): client is Ioredis => 'defineCommand' in client

/**
 * The script that adds to a counter in one step on the server, so that two proxies cannot both take
 * the rest of a limit. Returns 1, or 0 if the sum would exceed the limit. A negative limit means
 * that there is none.
 * A counter that has expired gets nothing back.
 */
const addScript = `
local amount, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local used = tonumber(redis.call('get', KEYS[1]) or '-1')
if used < 0 then
  if amount < 0 then return 1 end
  used = 0
end
if limit >= 0 and used + amount > limit then return 0 end
redis.call('set', KEYS[1], string.format('%d', math.max(0, used + amount)), 'PX', ARGV[3])
return 1
`

/**
 * The script that takes, renews or releases a lease in one step, by the clock of the server. Each
 * key is a sorted set of holders, by the end of their lease. Returns 1, or the number of leases
 * below 0 if the lease does not fit.
 */
const leaseScript = `
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

/** The script that removes a text if it is still the same one. Returns 1 if it was removed. */
const takeScript = `
if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0
`

const check: Check = group<{ keyPrefix?: string | undefined }>({ keyPrefix: textOption })

/**
 * Creates a store in Redis, for several proxies together: for `limits`, `prefixes()` and the
 * sign-ins of `mcpServers()`. Adds to each counter in one step. If a later charge of a call is
 * refused, the earlier ones are given back. Texts are stored in Redis unencrypted, conversations
 * and tokens of users among them: let nobody else read it.
 *
 * Listens for the client's `error`, so a restart of Redis does not end the process. Failures are
 * reported where a command fails.
 *
 * @param client A connected client of the package `redis` or `ioredis`.
 * @param options.keyPrefix The prefix of every key. Default: `ambit`.
 * @throws TypeError for an unknown option, and for what is not a client.
 *
 * @example
 * const client = createClient({ url: process.env.REDIS_URL }).on('error', console.error)
 * await client.connect()
 * createProxy({ …, limits: { requests: 30, store: redisStore(client) } })
 */
export function redisStore(
  client: object,
  options: { keyPrefix?: string | undefined } = {},
): ProxyStore {
  check(options, ['redisStore', ''])
  if (!('eval' in Object(client))) {
    throw new TypeError('redisStore: the first argument must be a client of `redis` or `ioredis`.')
  }
  if ('on' in client && typeof client.on === 'function') client.on('error', () => {})
  const redis = client as NodeRedis | Ioredis
  const { keyPrefix = 'ambit' } = options
  const keyOf = (key: string): string => `${keyPrefix}:${key}`

  /** Runs a script on the server, in one step. */
  async function run(script: string, key: string, ...values: (string | number)[]): Promise<number> {
    const texts = values.map(String)
    const result = isIoredis(redis)
      ? await redis.eval(script, 1, keyOf(key), ...texts)
      : await redis.eval(script, { keys: [keyOf(key)], arguments: texts })
    return Number(result)
  }

  /** Adds a charge. Returns false if it does not fit. */
  async function addOne({ key, amount, limit, ttlMs, holder }: Charge): Promise<boolean> {
    const ms = Math.ceil(ttlMs)
    const result =
      holder === undefined
        ? await run(addScript, key, amount, limit ?? -1, ms)
        : await run(leaseScript, key, holder, limit ?? Number.MAX_SAFE_INTEGER, amount < 0 ? 0 : ms)
    return result > 0
  }

  const giveBack = (charges: readonly Charge[]): Promise<unknown> =>
    Promise.all(
      charges.map((charge) => addOne({ ...charge, amount: -charge.amount, limit: undefined })),
    )

  return {
    get: (key) => redis.get(keyOf(key)),
    async set(key, text, ttlMs) {
      const ms = Math.ceil(ttlMs)
      if (isIoredis(redis)) await redis.set(keyOf(key), text, 'PX', ms)
      else await redis.set(keyOf(key), text, { PX: ms })
    },
    take: async (key, text) => (await run(takeScript, key, text)) === 1,
    async add(charges) {
      for (const [index, charge] of charges.entries()) {
        try {
          if (await addOne(charge)) continue
        } catch (thrown) {
          await giveBack(charges.slice(0, index))
          throw thrown
        }
        await giveBack(charges.slice(0, index))
        return index
      }
      return undefined
    },
    count: (charges) =>
      Promise.all(
        charges.map(async ({ key, holder }) => {
          // No lease fits below 0, so this takes none.
          if (holder !== undefined) return -(await run(leaseScript, key, '', -1, 1))
          return Number(await redis.get(keyOf(key)))
        }),
      ),
  }
}
