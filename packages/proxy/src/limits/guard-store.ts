import { ProxyError } from '../proxy-error.ts'
import { within } from '../within.ts'
import type { Charge, LimitedCharge, LimitStore } from './limit-store.ts'

/** The result of a reservation. */
export interface Reservation {
  /** The index of the refused charge. Undefined if all were added. */
  refused: number | undefined
  /** True if all were added, for the first time after a failure. */
  isBack: boolean
}

/** A store with a time limit, whose failures are reported once. */
export interface GuardedStore {
  /**
   * @throws ProxyError `store_unavailable` if the store throws, rejects or takes too long. Only the
   * first error after an answer has a `cause`, so a store that is down is reported once.
   */
  reserve: (charges: readonly LimitedCharge[]) => Promise<Reservation>
  /** Never rejects. If the store fails, the charges stay until their windows end. */
  settle: (charges: readonly Charge[]) => Promise<void>
  /** Never rejects. Undefined if the store has no leases. */
  renew: ((charges: readonly Charge[]) => Promise<void>) | undefined
  /** Throws as `reserve` does. Undefined if the store cannot be read. */
  read: ((charges: readonly Charge[]) => Promise<readonly number[]>) | undefined
}

/** The time after which a client may try again, while the store is down. */
const retryAfterMs = 1_000

/** Guards a store. A reservation that succeeds after its time is given back. */
export function guardStore(store: LimitStore, limitMs: number): GuardedStore {
  let isDown = false
  const tryTo = async (work: () => Promise<void>): Promise<void> => {
    try {
      await within('The store', limitMs, work)
    } catch {
      // The next reservation reports a store that is down.
    }
  }
  const settle: GuardedStore['settle'] = (charges) => tryTo(async () => store.settle(charges))

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
    renew: store.renew && ((charges) => tryTo(async () => store.renew?.(charges))),
    read:
      store.read &&
      (async (charges) => {
        try {
          return await within('The store', limitMs, async () => store.read?.(charges) ?? [])
        } catch (cause) {
          throw new ProxyError('store_unavailable', { cause, retryAfterMs })
        }
      }),
    async reserve(charges) {
      const reserving = (async () => store.reserve(charges))()
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
