// The reasons: decisions/0078.
import { type Check, wrong } from './check-options.ts'

/** An amount that counts against a limit. All amounts are whole numbers. */
export interface Charge {
  /** The name of the counter. A limit per window has a new key for each window. */
  readonly key: string
  /** The amount to add. A negative amount is refunded, unless the counter has expired. */
  readonly amount: number
  /** The most that the counter may hold. Default: no limit. */
  readonly limit?: number | undefined
  /** The time, from now, in which the counter is needed, in milliseconds. */
  readonly ttlMs: number
  /**
   * The id of one holder. Such a charge is a lease: its amount is 1 to take it or to renew it, and
   * -1 to release it. The counter is then the number of holders whose `ttlMs` is not over.
   */
  readonly holder?: string | undefined
}

/**
 * What a proxy keeps: the counts of its limits, parts of calls for `prefixes()`, and the sign-ins
 * of `mcpServers()`. A store that several proxies share keeps it for all of them. Its texts are
 * conversations and secrets, so nobody but the proxy may read them.
 *
 * The key of a text is a kind, an owner and a name, with colons between them. The store may drop a
 * text at any time, and may bound what it keeps of each kind and for each owner. All texts of a
 * kind are kept for the same time.
 *
 * A call first reserves the most it may cost, and settles once its real cost is known. So calls at
 * the same time cannot exceed a limit together.
 */
export interface ProxyStore {
  /** Returns a text. Undefined or null if it is not there, or no more. */
  readonly get: (key: string) => Promise<string | null | undefined>
  /** Keeps a text for `ttlMs` milliseconds. */
  readonly set: (key: string, text: string, ttlMs: number) => Promise<void>
  /**
   * Deletes a text if it is still this one, in one step. Resolves with true if it did, so only one
   * of several requests can take it.
   */
  readonly take: (key: string, text: string) => Promise<boolean>
  /**
   * Adds all charges, or none if one would exceed its limit. Does so in one step, or gives back
   * what it added. A key that comes twice counts twice. A lease that is renewed or released always
   * fits.
   *
   * The proxy reserves with limits, and settles with the same keys and no limits. If that rejects,
   * it is logged once, and added before the next reservation.
   *
   * @returns The index of the first charge that does not fit. Undefined if all were added.
   */
  readonly add: (charges: readonly Charge[]) => Promise<number | undefined>
  /** Returns what the counter of each charge holds now, 0 for none. Amounts do not matter. */
  readonly count: (charges: readonly Charge[]) => Promise<readonly number[]>
  /**
   * The most bytes of texts that the store keeps of one kind for one owner. The proxy asks for
   * parts of calls only if they fit together. Default: no bound.
   */
  readonly maxBytesPerOwner?: number | undefined
}

/** Checks that a store has all functions of one. */
export const storeOption: Check = (value, at) => {
  for (const name of ['get', 'set', 'take', 'add', 'count']) {
    if (typeof Object(value)[name] === 'function') continue
    throw wrong(at, `lacks \`${name}\`. Give memoryStore() or redisStore(client).`)
  }
}
