import { ProxyError } from '../proxy-error.ts'
import { within } from '../abortable.ts'
import type { Charge, ProxyStore } from '../store.ts'

/** A store with a time limit, whose failures are reported once. */
export interface GuardedStore {
  /**
   * Adds charges. Tells the index of the refused one, and if the store is back after a failure.
   *
   * @throws ProxyError `store_unavailable` if the store throws, rejects or takes too long. Only the
   * first error after an answer has a `cause`, so a store that is down is reported once.
   */
  reserve: (charges: readonly Charge[]) => Promise<{ refused: number | undefined; isBack: boolean }>
  /**
   * Adds charges whatever their limits, and renews leases. Never rejects. If the store fails, the
   * charges stay until their windows end.
   */
  settle: (charges: readonly Charge[]) => Promise<void>
  /** Throws as `reserve` does. */
  read: (charges: readonly Charge[]) => Promise<readonly number[]>
}

/** The time after which a client may try again, while the store is down. */
const retryAfterMs = 1_000

/** Guards a store. A reservation that succeeds after its time is given back. */
export function guardStore(store: ProxyStore, limitMs: number): GuardedStore {
  let isDown = false
  const settle: GuardedStore['settle'] = async (charges) => {
    try {
      const free = charges.map((charge) => ({ ...charge, limit: undefined }))
      await within('The store', limitMs, async () => store.add(free))
    } catch {
      // The next reservation reports a store that is down.
    }
  }

  async function giveBackLater(
    reserving: Promise<number | undefined>,
    charges: readonly Charge[],
  ): Promise<void> {
    const refused = await reserving.catch(() => -1)
    if (refused === undefined) {
      await settle(charges.map((charge) => ({ ...charge, amount: -charge.amount })))
    }
  }

  return {
    settle,
    async read(charges) {
      try {
        return await within('The store', limitMs, async () => store.count(charges))
      } catch (cause) {
        throw new ProxyError('store_unavailable', { cause, retryAfterMs })
      }
    },
    async reserve(charges) {
      const reserving = (async () => store.add(charges))()
      try {
        const refused = await within('The store', limitMs, () => reserving)
        // A refused request does not tell it, so the next one does.
        if (refused !== undefined) return { refused, isBack: false }
        const isBack = isDown
        isDown = false
        return { refused, isBack }
      } catch (thrown) {
        void giveBackLater(reserving, charges)
        const cause: unknown = isDown ? undefined : thrown
        isDown = true
        throw new ProxyError('store_unavailable', { cause, retryAfterMs })
      }
    },
  }
}
