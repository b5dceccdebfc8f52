/** An amount that counts against a limit. All amounts are whole numbers. */
export interface Charge {
  /** Names the counter; for a limit per time it holds the window too, and a new window is a new key. */
  key: string
  /** What is added. Below 0 gives back. */
  amount: number
  /** How long the counter is of use to anybody, from now. */
  ttlMs: number
}

/** A charge that is refused where the counter would pass `limit`. */
export interface LimitedCharge extends Charge {
  limit: number
}

/**
 * Where limits are counted. A store that several proxies share counts for all of them.
 *
 * A call first reserves the most it may cost and settles once it is known what it did cost, so calls
 * at the same time cannot pass a limit together.
 */
export interface LimitStore {
  /**
   * Adds all charges, or none where one would pass its limit.
   *
   * @returns the index of the charge that was refused; undefined when all were added.
   */
  reserve: (charges: readonly LimitedCharge[]) => Promise<number | undefined>
  /** Adds the charges whatever the limit. Gives nothing back to a counter that is no more. */
  settle: (charges: readonly Charge[]) => Promise<void>
}

interface Counter {
  used: number
  expiresAt: number
}

/** Counts in this process: right for one instance, forgotten at a restart. */
export function createMemoryStore(): LimitStore {
  const counters = new Map<string, Counter>()
  let sweepAt = 0

  function counterOf(key: string): Counter | undefined {
    const counter = counters.get(key)
    return counter && counter.expiresAt > Date.now() ? counter : undefined
  }

  function add({ key, amount, ttlMs }: Charge): void {
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
        ({ key, amount, limit }) => (counterOf(key)?.used ?? 0) + amount > limit,
      )
      if (refused >= 0) return refused
      for (const charge of charges) add(charge)
      return undefined
    },
    async settle(charges) {
      for (const charge of charges) add(charge)
    },
  }
}
