// The reasons: decisions/0040.
import { type Duration, toMilliseconds } from '@ambit/protocol'
import { type Check, group, span } from '../check-options.ts'
import type { ProxyPlugin } from '../exchange.ts'
import { memoryStore } from '../memory-store.ts'
import { type ProxyStore, storeOption } from '../store.ts'

/** Where parts of calls are kept, and how long. */
export interface KeptParts {
  store: ProxyStore
  ttlMs: number
}

/** The options of `prefixes`. */
interface PrefixesOptions {
  /** The store. Several instances need a shared one. Default: `memoryStore()`. */
  store?: ProxyStore | undefined
  /** The time that a part is kept. Default: `'10m'`. */
  ttl?: Duration | undefined
}

const check: Check = group<PrefixesOptions>({ store: storeOption, ttl: span })

/**
 * Keeps the stable parts of calls for some minutes: tools and messages. The next call of the same
 * user names them by their hash, and sends only what is new. These are parts of conversations, so
 * it is a choice: without this plug-in nothing is kept. Without `authorize` nothing is kept either.
 *
 * @throws TypeError for an unknown option, and for a `ttl` that is not a time from 1 ms.
 *
 * @example
 * createProxy({ …, use: [prefixes()] })
 */
export function prefixes(options: PrefixesOptions = {}): ProxyPlugin {
  check(options, ['prefixes', ''])
  const { store = memoryStore(), ttl = 600_000 } = options
  return { prefixes: { store, ttlMs: toMilliseconds(ttl) } }
}
