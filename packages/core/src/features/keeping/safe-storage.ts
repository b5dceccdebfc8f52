import type { Clock, Ports } from '../../environment.ts'
import { type AgentStorage, type SessionClaim, StorageError } from '../../storage/storage.ts'

/**
 * Returns a storage whose methods reject with nothing but `StorageError`. Anything else that was
 * thrown becomes `unavailable`, with its cause. An abort by the signal of a caller stays as it is.
 * Its claims are those of one page, and their leases are kept.
 */
export function toSafeStorage(
  storage: AgentStorage,
  { clock, createId }: Pick<Ports, 'clock' | 'createId'>,
): AgentStorage {
  const holder = createId()
  return {
    isLocal: storage.isLocal,
    list: (query) => safely(notListed, () => storage.list(query), query?.signal),
    read: (id, options) => safely(notRead, () => storage.read(id, options), options?.signal),
    readMessages: (id, range, options) =>
      safely(notRead, () => storage.readMessages(id, range, options), options?.signal),
    readIntents: (id, options) =>
      safely(notRead, () => storage.readIntents(id, options), options?.signal),
    ...(storage.putBlob && {
      putBlob: (id, hash, blob) => safely(notStored, async () => storage.putBlob?.(id, hash, blob)),
    }),
    ...(storage.getBlob && {
      getBlob: (id, hash, options) =>
        safely(notRead, async () => storage.getBlob?.(id, hash, options), options?.signal),
    }),
    claim: async (id, options) => {
      const work = (): ReturnType<AgentStorage['claim']> =>
        storage.claim(id, { ...options, holder })
      const claim = await safely(notStored, work, options.signal)
      return claim && keepLease(toSafeClaim(claim), clock)
    },
    update: (id, change, options) => safely(notChanged, () => storage.update(id, change, options)),
    delete: (id) => safely(notDeleted, () => storage.delete(id)),
    watch: (id, listener) => storage.watch(id, listener),
    send: (id, note) => storage.send(id, note),
    onDegraded: (listener) => storage.onDegraded(listener),
  }
}

function toSafeClaim(claim: SessionClaim): SessionClaim {
  const { row, intents, leaseMs, lost } = claim
  return {
    row,
    intents,
    leaseMs,
    lost,
    ...(claim.renew && { renew: () => safely(notStored, async () => claim.renew?.()) }),
    write: (write) => safely(notStored, () => claim.write(write)),
    holds: () => safely(notStored, () => claim.holds()),
    release: () => safely(notStored, () => claim.release()).catch(() => undefined),
  }
}

const notListed = 'so the stored conversations could not be listed'
const notRead = 'so the stored conversation could not be read'
const notStored = 'so the conversation is kept in this page alone until it works again'
const notChanged = 'so the change of the conversation was not stored'
const notDeleted = 'so the conversation may still be stored. Delete it again'

/**
 * Does some work of a storage. Rejects with `StorageError`, which says what a failure means, or as
 * the aborted `signal` says.
 */
async function safely<T>(
  meaning: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (StorageError.isInstance(thrown) || signal?.aborted) throw thrown
    // The message of an error can hold anything, also what the person said.
    const name = thrown instanceof Error ? thrown.name : typeof thrown
    throw new StorageError(
      'unavailable',
      `The storage failed (${name}), ${meaning}. The cause of this error says why.`,
      { cause: thrown },
    )
  }
}

/** The longest wait for a release, in milliseconds. The storage frees the session by itself. */
const releaseMs = 2_000

/**
 * Returns a claim that is kept: `renew` is called about every third of its lease, until it is
 * released or lost. The claim is lost if the storage says so, or if its lease ends before `renew`
 * succeeds. `release` waits at most 2 s for the storage. `claim` rejects with `StorageError` alone.
 */
export function keepLease(claim: SessionClaim, clock: Clock): SessionClaim {
  const { leaseMs, lost } = claim
  const release = (): Promise<void> => within(releaseMs, claim.release(), clock)
  if (leaseMs === undefined || !claim.renew) return { ...claim, release }
  const over = new AbortController()
  const renew = async (): Promise<void> => claim.renew?.()
  const renewing = new Renewing(renew, leaseMs, clock, () => over.abort())
  lost.addEventListener('abort', renewing.stop, { once: true })
  return {
    ...claim,
    lost: AbortSignal.any([lost, over.signal]),
    release: () => {
      renewing.stop()
      return release()
    },
  }
}

/** The renewals of one lease. One goes on at a time. */
class Renewing {
  readonly #renew: () => Promise<void>
  readonly #leaseMs: number
  readonly #clock: Clock
  readonly #onLost: () => void
  #until: number
  #timer: unknown
  #isOver = false

  constructor(renew: () => Promise<void>, leaseMs: number, clock: Clock, onLost: () => void) {
    this.#renew = renew
    this.#leaseMs = leaseMs
    this.#clock = clock
    this.#onLost = onLost
    this.#until = clock.now() + leaseMs
    this.#wait(leaseMs / 3, this.#ask)
  }

  readonly stop = (): void => {
    this.#isOver = true
    this.#clock.clearTimeout(this.#timer)
  }

  #wait(ms: number, then: () => void): void {
    this.#clock.clearTimeout(this.#timer)
    this.#timer = this.#clock.setTimeout(then, ms)
  }

  readonly #lose = (): void => {
    this.stop()
    this.#onLost()
  }

  readonly #ask = (): void => {
    const at = this.#clock.now()
    // A page that was asleep may be late. Its storage knows if the session is still free.
    this.#wait(Math.max(this.#until - at, this.#leaseMs / 3), this.#lose)
    this.#renew().then(
      () => {
        if (this.#isOver) return
        this.#until = at + this.#leaseMs
        const tookMs = this.#clock.now() - at
        this.#wait(Math.max(0, this.#leaseMs / 3 - tookMs), this.#ask)
      },
      (error: unknown) => {
        if (this.#isOver) return
        const leftMs = this.#until - this.#clock.now()
        const isLost = StorageError.isInstance(error) && error.code === 'lost'
        if (isLost || leftMs <= 0) this.#lose()
        else this.#wait(Math.min(this.#leaseMs / 10, leftMs), this.#ask)
      },
    )
  }
}

/** Resolves when some work settles, or after `ms` milliseconds. */
async function within(ms: number, work: Promise<unknown>, clock: Clock): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = clock.setTimeout(resolve, ms)
  await Promise.race([work, promise]).finally(() => clock.clearTimeout(timer))
}
