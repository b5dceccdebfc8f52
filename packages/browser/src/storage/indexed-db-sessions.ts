import { type AgentStorage, listSessions, type SessionRow } from '@ambit/core/storage'
import { lockName, lockSession } from '../tabs/session-lock.ts'
import type { TabChannel } from '../tabs/tab-channel.ts'
import { claimSession } from './claim-session.ts'
import type { Connection, Opened } from './connection.ts'
import { readRows } from './database.ts'
import { deleteSession } from './delete.ts'
import { migrateSession } from './format.ts'
import { readIntents, readMessages } from './read-session.ts'
import { isUsable, type StoredSession } from './stored.ts'
import { asStorageErrors } from './storage-error.ts'
import { toSessionRow } from './to-session-row.ts'

/** The part of a storage that is in the database. */
export type Sessions = Omit<AgentStorage, 'watch' | 'send' | 'onDegraded'>

/** The options of {@link indexedDbSessions}. */
interface SessionsOptions {
  readonly takeoverMs: number
  /** Called with what cannot be read. */
  readonly onDamaged: (what: string) => void
  readonly onNewer: () => void
}

const noReports = { onDamaged: () => undefined, onNewer: () => undefined }

/** Creates the sessions of one database. One page at a time can claim a session. */
export function indexedDbSessions(
  connection: Connection,
  channel: TabChannel,
  { takeoverMs, onDamaged, onNewer }: SessionsOptions,
): Sessions {
  const readStored = (id: string): Promise<StoredSession | undefined> =>
    connection.use(({ database }) => database.get('sessions', id))
  const read = async (id: string): Promise<SessionRow | undefined> => {
    const stored = await readStored(id)
    if (stored) connection.found.add(id)
    else connection.found.delete(id)
    const report = (): void => onDamaged('part of a stored session')
    if (!stored) return undefined
    if (isUsable(stored))
      return connection.use(({ cipher }) => toSessionRow(stored, cipher, report))
    onDamaged(wholeSessions)
    return undefined
  }
  const onDamagedCalls = (count: number): void => onDamaged(`${count} calls that were under way`)
  return {
    list: (query) => connection.use((opened) => list(opened, query, onDamaged)),
    read,
    readMessages: (id, range) =>
      connection.use(async (opened) => {
        const { next = 0 } = (await opened.database.get('sessions', id)) ?? {}
        return readMessages(opened, id, range, next, {
          onDamaged: (count) => onDamaged(`${count} stored messages`),
          onNewer,
        })
      }),
    readIntents: (id) => connection.use((opened) => readIntents(opened, id, onDamagedCalls)),
    putBlob: (id, hash, blob) =>
      asStorageErrors(connection.use((opened) => putBlob(opened, id, hash, blob))),
    getBlob: (id, hash) => connection.use((opened) => getBlob(opened, id, hash)),
    claim: async (id, { at, isWaiting = true, signal }) => {
      const name = lockName(connection.name, id)
      const request = { sid: id, lockName: name, channel, isWaiting, signal, takeoverMs }
      const lock = await lockSession(request)
      if (!lock) return undefined
      try {
        return await claimSession(connection, id, at, lock, {
          onWritten: ({ next, run }) =>
            channel.note(id, { type: 'advanced', next, isRunning: run !== undefined }),
          onDamaged: onDamagedCalls,
        })
      } catch (error) {
        lock.release()
        throw error
      }
    },
    update: (...args) => connection.use((opened) => update(opened, ...args)),
    delete: (id) => connection.use(({ database }) => deleteSession(database, id)),
  }
}

const wholeSessions = 'stored conversations'

async function list(
  { database, cipher }: Opened,
  query: Parameters<Sessions['list']>[0] = {},
  onDamaged: SessionsOptions['onDamaged'],
): ReturnType<Sessions['list']> {
  const stored = await readRows(database, 'sessions')
  const usable = stored.filter(isUsable)
  if (usable.length < stored.length) onDamaged(wholeSessions)
  return listSessions(usable, query, {
    toRow: ({ state: _state, ...row }) => toSessionRow(row, cipher),
    // What cannot be read is reported once its session is opened.
    readMessages: (id, range) => readMessages({ database, cipher }, id, range, Infinity, noReports),
    readIntents: (id) => readIntents({ database, cipher }, id, noReports.onDamaged),
  })
}

async function update(
  { database, cipher }: Opened,
  ...[id, { title, head }, { ifHead } = {}]: Parameters<Sessions['update']>
): Promise<boolean> {
  const encrypted = title === undefined ? undefined : await cipher.encrypt(title, `${id}|title`)
  const tx = database.transaction('sessions', 'readwrite')
  const stored = await tx.store.get(id)
  if (!stored || (ifHead !== undefined && stored.head !== ifHead)) return false
  const change = {
    ...(encrypted && { title: encrypted }),
    ...(head !== undefined && { head }),
  }
  await Promise.all([tx.store.put({ ...migrateSession(stored), ...change }), tx.done])
  return true
}

/**
 * Stores a file of a session by its hash. Does nothing if the session has it, or is gone: nothing
 * may be stored of a session that was deleted meanwhile.
 */
async function putBlob(
  { database, cipher }: Opened,
  sid: string,
  hash: string,
  blob: Blob,
): Promise<void> {
  if ((await database.getKey('blobs', [sid, hash])) !== undefined) return
  // Encrypted before the transaction opens, which waits for the database alone.
  const body = await cipher.encryptBytes(await blob.arrayBuffer(), `${sid}|${hash}`)
  const tx = database.transaction(['sessions', 'blobs'], 'readwrite')
  const isThere = (await tx.objectStore('sessions').getKey(sid)) !== undefined
  const putting = isThere ? tx.objectStore('blobs').put({ sid, hash, body }) : undefined
  await Promise.all([putting, tx.done])
}

/** Reads a file. Resolves with undefined if there is none. Rejects if it is damaged. */
async function getBlob(
  { database, cipher }: Opened,
  sid: string,
  hash: string,
): Promise<Blob | undefined> {
  const stored = await database.get('blobs', [sid, hash])
  return stored && new Blob([await cipher.decryptBytes(stored.body, `${sid}|${hash}`)])
}
