/** An amount that counts against a limit. All amounts are whole numbers. */
export interface Charge {
  /** The name of the counter. A limit per window has a new key for each window. */
  key: string
  /** The amount to add. A negative amount gives back. */
  amount: number
  /** The time, from now, in which the counter is needed, in milliseconds. */
  ttlMs: number
  /**
   * The id of one holder. Such a charge is a lease: its amount is 1 to take it and -1 to release
   * it. The counter is then the number of holders whose `ttlMs` is not over. Only a store with
   * `renew` gets leases.
   */
  holder?: string | undefined
}

/** A charge that is refused if the counter would exceed `limit`. */
export interface LimitedCharge extends Charge {
  /** The most that the counter may hold. */
  limit: number
}

/**
 * A store that counts for limits. A store that several proxies share counts for all of them.
 *
 * A call first reserves the most it may cost, and settles once its real cost is known. So calls at
 * the same time cannot exceed a limit together.
 */
export interface LimitStore {
  /**
   * Adds all charges, or none if one would exceed its limit.
   *
   * @returns The index of the refused charge. Undefined if all were added.
   */
  reserve: (charges: readonly LimitedCharge[]) => Promise<number | undefined>
  /** Adds the charges without a limit. Gives nothing back to a counter that has expired. */
  settle: (charges: readonly Charge[]) => Promise<void>
  /**
   * Extends leases: each holder counts for `ttlMs` more, from now. Optional. Without it a stream is
   * counted by `reserve` and `settle` alone, so the streams of a killed proxy count for 16 minutes.
   */
  renew?: ((charges: readonly Charge[]) => Promise<void>) | undefined
}

interface Counter {
  used: number
  expiresAt: number
}

/** Creates a store in the memory of this process. It fits one instance; a restart empties it. */
export function createMemoryStore(): LimitStore {
  const counters = new Map<string, Counter>()
  /** The ends of the leases, by key and holder. */
  const leases = new Map<string, Map<string, number>>()
  let sweepAt = 0

  function counterOf(key: string): Counter | undefined {
    const counter = counters.get(key)
    return counter && counter.expiresAt > Date.now() ? counter : undefined
  }

  function countOf(key: string, holder: string | undefined): number {
    if (holder === undefined) return counterOf(key)?.used ?? 0
    const now = Date.now()
    const ends = leases.get(key)
    for (const [id, end] of ends ?? []) if (end <= now) ends?.delete(id)
    return ends?.size ?? 0
  }

  function hold(key: string, holder: string, amount: number, ttlMs: number): void {
    const ends = leases.get(key) ?? new Map<string, number>()
    if (amount > 0) ends.set(holder, Date.now() + ttlMs)
    else ends.delete(holder)
    if (ends.size > 0) leases.set(key, ends)
    else leases.delete(key)
  }

  function add({ key, amount, ttlMs, holder }: Charge): void {
    if (holder !== undefined) return hold(key, holder, amount, ttlMs)
    const counter = counterOf(key)
    if (!counter && amount < 0) return
    const used = Math.max(0, (counter?.used ?? 0) + amount)
    counters.set(key, { used, expiresAt: Date.now() + ttlMs })
  }

  function sweep(): void {
    const now = Date.now()
    if (now < sweepAt) return
    sweepAt = now + 60_000
    for (const [key, { expiresAt }] of counters) if (expiresAt <= now) counters.delete(key)
  }

  return {
    async reserve(charges) {
      sweep()
      const refused = charges.findIndex(
        ({ key, amount, limit, holder }) => countOf(key, holder) + amount > limit,
      )
      if (refused >= 0) return refused
      for (const charge of charges) add(charge)
      return undefined
    },
    async settle(charges) {
      for (const charge of charges) add(charge)
    },
    async renew(charges) {
      for (const charge of charges) add(charge)
    },
  }
}
