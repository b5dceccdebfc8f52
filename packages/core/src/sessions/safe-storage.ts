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
    list: (query) => safely(() => storage.list(query), query?.signal),
    read: (id, options) => safely(() => storage.read(id, options), options?.signal),
    readMessages: (id, range, options) =>
      safely(() => storage.readMessages(id, range, options), options?.signal),
    readIntents: (id, options) => safely(() => storage.readIntents(id, options), options?.signal),
    ...(storage.putBlob && {
      putBlob: (id, hash, blob) => safely(async () => storage.putBlob?.(id, hash, blob)),
    }),
    ...(storage.getBlob && {
      getBlob: (id, hash, options) =>
        safely(async () => storage.getBlob?.(id, hash, options), options?.signal),
    }),
    claim: async (id, options) => {
      const claim = await safely(() => storage.claim(id, { ...options, holder }), options.signal)
      return claim && keepLease(toSafeClaim(claim), clock)
    },
    update: (id, change, options) => safely(() => storage.update(id, change, options)),
    delete: (id) => safely(() => storage.delete(id)),
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
    ...(claim.renew && { renew: () => safely(async () => claim.renew?.()) }),
    write: (write) => safely(() => claim.write(write)),
    holds: () => safely(() => claim.holds()),
    release: () => safely(() => claim.release()).catch(() => undefined),
  }
}

/** Does some work of a storage. Rejects with `StorageError`, or as the aborted `signal` says. */
async function safely<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (StorageError.isInstance(thrown) || signal?.aborted) throw thrown
    // The message of an error can hold anything, also what the person said.
    const name = thrown instanceof Error ? thrown.name : typeof thrown
    throw new StorageError(
      'unavailable',
      `The storage failed (${name}), so the conversation is kept in this page alone until it works again. The cause of this error says why.`,
      { cause: thrown },
    )
  }
}
