import { ProxyError } from '../proxy-error.ts'
import { reportFailure } from '../report-failure.ts'
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
   * Adds charges whatever their limits. Never rejects. If the store refuses them, the failure is
   * logged once, and they are added before the next reservation, unless their time is over by then.
   */
  settle: (charges: readonly Charge[]) => Promise<void>
  /** Renews leases. Never rejects. The next renewal makes up for one that fails. */
  renew: (leases: readonly Charge[]) => Promise<void>
  /** Throws as `reserve` does. */
  read: (charges: readonly Charge[]) => Promise<readonly number[]>
}

/** The time after which a client may try again, while the store is down. */
const retryAfterMs = 1_000

/** Creates the list of what a store has failed to add, and has still to. */
function createOwed(store: ProxyStore) {
  /** The charges, and the time at which nobody needs each any more. */
  let owed: { charge: Charge; endsAt: number }[] = []

  function add(charges: readonly Charge[]): void {
    for (const charge of charges) owed.push({ charge, endsAt: Date.now() + charge.ttlMs })
  }

  return {
    add,
    /** Adds all that is still needed to the store. Throws what the store throws. */
    async settle(): Promise<void> {
      const now = Date.now()
      const charges = owed
        .filter(({ endsAt }) => endsAt > now)
        .map(({ charge, endsAt }) => ({ ...charge, ttlMs: endsAt - now }))
      owed = []
      if (charges.length === 0) return
      try {
        await store.add(charges)
      } catch (thrown) {
        add(charges)
        throw thrown
      }
    },
  }
}

/** Guards a store. A reservation that succeeds after its time is given back. */
export function guardStore(store: ProxyStore, limitMs: number): GuardedStore {
  let isDown = false
  const owed = createOwed(store)

  const settle: GuardedStore['settle'] = async (charges) => {
    const free = charges.map((charge) => ({ ...charge, limit: undefined }))
    // A store that is only slow still adds them, so they are owed once it has refused them.
    const adding = (async () => store.add(free))().catch((thrown: unknown) => {
      owed.add(free)
      reportFailure('the store of the limits failed to settle calls, so it is asked again', thrown)
    })
    await within('The store', limitMs, () => adding).catch(() => {})
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
    async renew(leases) {
      await within('The store', limitMs, async () => store.add(leases)).catch((thrown: unknown) =>
        reportFailure('the store of the limits failed to renew streams', thrown),
      )
    },
    async read(charges) {
      try {
        return await within('The store', limitMs, async () => store.count(charges))
      } catch (cause) {
        throw new ProxyError('store_unavailable', { cause, retryAfterMs })
      }
    },
    async reserve(charges) {
      const reserving = (async () => {
        await owed.settle()
        return store.add(charges)
      })()
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
