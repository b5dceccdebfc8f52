import type { StorageDegradation } from '../storage/storage-degradation.ts'
import type { MessageRow, SessionRow } from '../storage/session-row.ts'
import type { AgentStorage, ReadOptions, SessionClaim } from '../storage/storage.ts'
import { changeIntent, changeMessage, changeWaiting, type PartChange } from './file-parts.ts'
import { type BlobStorage, changeAll, createFilling, storeFiles } from './session-files.ts'

/**
 * Returns the storage with the files of messages beside the messages, each once by the hash of its
 * bytes. What is read has its files again. Returns a storage without files as it is.
 */
export function keepFiles(storage: AgentStorage): AgentStorage {
  return storage.putBlob && storage.getBlob ? withFiles(storage as BlobStorage) : storage
}

function withFiles(storage: BlobStorage): AgentStorage {
  const listeners = new Set<(what: StorageDegradation) => void>()
  let missing: StorageDegradation | undefined
  const onMissing = (): void => {
    if (missing) return
    missing = { reason: 'rows_damaged', message: 'Could not be read: files of stored messages.' }
    for (const listener of listeners) listener(missing)
  }
  const filling = (id: string, options?: ReadOptions): PartChange =>
    createFilling(storage, id, onMissing, options)
  const fillRow = async (row: SessionRow, options?: ReadOptions): Promise<SessionRow> => {
    const { waiting } = row
    if (!waiting) return row
    return { ...row, waiting: await changeAll(waiting, changeWaiting, filling(row.id, options)) }
  }
  const wrapClaim = async (claim: SessionClaim): Promise<SessionClaim> => {
    const { intents, leaseMs, lost } = claim
    const row = await fillRow(claim.row)
    const { id } = row
    let { waiting } = row
    let prepared: Promise<unknown> = Promise.resolve()
    return {
      row,
      ...(intents && { intents: await changeAll(intents, changeIntent, filling(id)) }),
      leaseMs,
      lost,
      ...(claim.renew && { renew: async () => claim.renew?.() }),
      write: async (write) => {
        // A write with files must not come after a later one without them.
        const preparing = prepared.then(() => storeFiles(storage, id, write))
        prepared = preparing.catch(() => undefined)
        const written = await claim.write(await preparing)
        waiting = write.session?.waiting ?? waiting
        return written.waiting ? { ...written, waiting } : written
      },
      holds: () => claim.holds(),
      release: () => claim.release(),
    }
  }
  return {
    isLocal: storage.isLocal,
    list: (query) => storage.list(query),
    read: async (id, options) => {
      const row = await storage.read(id, options)
      return row && fillRow(row, options)
    },
    readMessages: async (id, range, options) => {
      const rows = await storage.readMessages(id, range, options)
      const change = filling(id, options)
      const filled: MessageRow[] = []
      for (const row of rows) {
        const message = changeMessage(row.message, change)
        filled.push(message instanceof Promise ? { seq: row.seq, message: await message } : row)
      }
      return filled
    },
    readIntents: async (id, options) =>
      changeAll(await storage.readIntents(id, options), changeIntent, filling(id, options)),
    claim: async (id, options) => {
      const claim = await storage.claim(id, options)
      return claim && wrapClaim(claim)
    },
    update: (id, change, options) => storage.update(id, change, options),
    delete: (id) => storage.delete(id),
    watch: (id, listener) => storage.watch(id, listener),
    send: (id, note) => storage.send(id, note),
    onDegraded: (listener) => {
      listeners.add(listener)
      const stop = storage.onDegraded(listener)
      if (missing) listener(missing)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}
