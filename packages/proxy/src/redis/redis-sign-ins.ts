import type { SignInStore } from '../mcp/oauth/sign-in-store.ts'
import { keepFor } from './keep-for.ts'
import { toRedis } from './redis-client.ts'
import type { RedisStoreOptions } from './redis-store.ts'
import { runScript } from './run-script.ts'

/** The options of `createRedisSignIns`. */
export type RedisSignInsOptions = RedisStoreOptions

/** The script that keeps a value if there is none. Returns 1 if it was kept. */
const addScript = `
if redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end
return 0
`

/** The script that removes a value if it is still the same one. Returns 1 if it was removed. */
const removeScript = `
if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0
`

/**
 * Creates a store in Redis for the option `store` of an MCP server's `oauth`, so that people stay
 * signed in at each of several proxies. The tokens stand in Redis as they are: let nobody else read
 * it.
 *
 * @example
 * mcpServers({ tickets: { url, oauth: { clientId, store: createRedisSignIns({ client }) } } })
 */
export function createRedisSignIns(options: RedisSignInsOptions): SignInStore {
  const { keyPrefix = 'ambit' } = options
  const client = toRedis(options.client)
  const keyOf = (key: string): string => `${keyPrefix}:sign-in:${key}`
  return {
    get: (key) => client.get(keyOf(key)),
    set: (key, value, ttlMs) => keepFor(client, keyOf(key), value, ttlMs),
    async add(key, value, ttlMs) {
      const values = [value, String(Math.ceil(ttlMs))]
      return Number(await runScript(client, addScript, [keyOf(key)], values)) === 1
    },
    async remove(key, value) {
      return Number(await runScript(client, removeScript, [keyOf(key)], [value])) === 1
    },
  }
}
