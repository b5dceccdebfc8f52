import type { Ports } from '../environment.ts'
import { keepLease } from './lease.ts'
import { type AgentStorage, type SessionClaim, StorageError } from '../storage/storage.ts'

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
