import type { MemoryEntry, MemoryStore } from '@ambit/core/memory'
import { storageError } from '@ambit/core/storage'
import type { TabChannel } from '../tabs/tab-channel.ts'
import type { StoredText } from './cipher.ts'
import type { Connection } from './connection.ts'
import { asStorageErrors } from './storage-error.ts'

/** The start of the keys of entries in the store `meta`. An id follows it. */
const prefix = 'memory:'
const ofEntries = (): IDBKeyRange => IDBKeyRange.bound(prefix, 'memory;', false, true)

/**
 * Creates the store of what is remembered of the user of a database. Its rows do not belong to a
 * session, so they stay when a session is deleted. An entry that cannot be read is left out.
 */
export function memoryEntries(connection: Connection, channel: TabChannel): MemoryStore {
  const list = (): Promise<readonly MemoryEntry[]> => {
    const { wipedAt } = channel
    return asStorageErrors(
      connection.use(async ({ database, cipher }) => {
        const keys = await database.getAllKeys('meta', ofEntries())
        const read = keys.map(async (key): Promise<MemoryEntry[]> => {
          try {
            const body = (await database.get('meta', key)) as StoredText
            return [JSON.parse(await cipher.decrypt(body, key)) as MemoryEntry]
          } catch {
            return []
          }
        })
        const entries = (await Promise.all(read)).flat()
        return channel.wipedAt === wipedAt ? entries : []
      }),
    )
  }
  const change = async (write: Parameters<typeof connection.use<unknown>>[0]): Promise<void> => {
    await asStorageErrors(connection.use(write))
    channel.ping(prefix)
  }
  return {
    list,
    put: (entry) => {
      const { wipedAt } = channel
      const key = prefix + entry.id
      return change(async ({ database, cipher }) => {
        const body = await cipher.encrypt(JSON.stringify(entry), key)
        // What was under way when everything was deleted belongs to a user who is gone.
        if (channel.wipedAt !== wipedAt)
          throw storageError('unavailable', 'The memory was deleted.')
        return database.put('meta', body, key)
      })
    },
    delete: (id) => change(({ database }) => database.delete('meta', prefix + id)),
    watch: (listener) =>
      channel.listen(prefix, ({ type }) => {
        if (type === 'wiped') listener([])
        else void list().then(listener, () => undefined)
      }),
  }
}
