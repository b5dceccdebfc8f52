import { checkNumbers } from '../check-numbers.ts'
import type { PrefixStore } from '../prefixes/prefix-store.ts'
import { keepFor } from './keep-for.ts'
import { toRedis } from './redis-client.ts'
import type { RedisStoreOptions } from './redis-store.ts'

/** The options of `createRedisPrefixes`. */
export interface RedisPrefixesOptions extends RedisStoreOptions {
  /** The time that a text is kept, in milliseconds. Default: 600,000, which is 10 minutes. */
  keptMs?: number | undefined
}

/**
 * Creates a store in Redis for the option `prefixes`, so that several proxies know what one of them
 * was sent. The texts are conversations: they stand in Redis for `keptMs`.
 *
 * @throws TypeError for a `keptMs` that is below 1, or no number.
 *
 * @example
 * createProxy({ …, prefixes: createRedisPrefixes({ client }) })
 */
export function createRedisPrefixes(options: RedisPrefixesOptions): PrefixStore {
  const { keyPrefix = 'ambit', keptMs = 600_000 } = options
  checkNumbers('createRedisPrefixes', { keptMs }, 1)
  const client = toRedis(options.client)
  const keyOf = (subject: string, sha256: string): string =>
    `${keyPrefix}:prefix:${encodeURIComponent(subject)}:${sha256}`
  return {
    get: (subject, sha256) => client.get(keyOf(subject, sha256)),
    set: (subject, sha256, text) => keepFor(client, keyOf(subject, sha256), text, keptMs),
  }
}
