import type { Duration } from '@ambit/protocol'
import { checkNames, toNumber } from '../check-options.ts'
import type { ProxyPlugin } from '../exchange.ts'
import { memoryStore } from '../memory-store.ts'
import { checkStore, type ProxyStore } from '../store.ts'

/** Where parts of calls are kept, and how long. */
export interface KeptParts {
  store: ProxyStore
  ttlMs: number
}

/**
 * Keeps the stable parts of calls for some minutes: tools and messages. The next call of the same
 * person names them by their hash, and sends only what is new. These are parts of conversations, so
 * it is a choice: without this plug-in nothing is kept. Without `authorize` nothing is kept either.
 *
 * @throws TypeError for an unknown option, and for a `ttl` below a millisecond.
 *
 * @example
 * createProxy({ …, use: [prefixes()] })
 */
export function prefixes(
  options: {
    /** The store. Several instances need a shared one. Default: `memoryStore()`. */
    store?: ProxyStore | undefined
    /** The time that a part is kept. Default: `'10m'`. */
    ttl?: Duration | undefined
  } = {},
): ProxyPlugin {
  checkNames('prefixes', options, 'store ttl')
  const { store = memoryStore(), ttl = 600_000 } = options
  checkStore('prefixes: `store`', store)
  return { prefixes: { store, ttlMs: toNumber('prefixes: `ttl`', ttl, 'time', 1) } }
}
