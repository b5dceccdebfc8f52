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
