import {
  type AgentStorage,
  type Intent,
  type SessionRow,
  StorageError,
  toSessionInfo,
} from '@ambit/core'
import { lockSession } from '../tabs/session-lock.ts'
import type { TabChannel } from '../tabs/tab-channel.ts'
import { claimSession } from './claim-session.ts'
import { type Connection, deleteSession } from './connection.ts'
import { readMessages } from './read-messages.ts'
import { type StoredSession, toSessionRow } from './stored.ts'

/** The part of a storage that lies in the database. */
export type Sessions = Omit<AgentStorage, 'watch' | 'send' | 'onDegraded'>

/** Sessions in one database, each run by one page at a time. */
export function indexedDbSessions(
  connection: Connection,
  channel: TabChannel,
  { takeoverMs, onDamaged }: { takeoverMs: number; onDamaged: (count: number) => void },
): Sessions {
  const readStored = (id: string): Promise<StoredSession | undefined> =>
    connection.use(({ database }) => database.get('sessions', id))
  const read = async (id: string): Promise<SessionRow | undefined> => {
    const stored = await readStored(id)
    return stored && connection.use(({ cipher }) => toSessionRow(stored, cipher))
  }
  return {
    list: () =>
      connection.use(async ({ database, cipher }) => {
        const stored = await database.getAll('sessions')
        const rows = await Promise.all(
          stored.map(({ state: _state, ...row }) =>
            toSessionRow(row, cipher).catch(() => undefined),
          ),
        )
        const infos = rows.flatMap((row) => (row ? [toSessionInfo(row)] : []))
        return infos.sort((a, b) => b.updatedAt - a.updatedAt)
      }),
    read,
    readMessages: (id, range) =>
      connection.use(async (opened) => {
        const { next = 0 } = (await opened.database.get('sessions', id)) ?? {}
        return readMessages(opened, id, range, next, onDamaged)
      }),
    readIntents: (id) =>
      connection.use(async ({ database, cipher }) => {
        const open = await database.getAllFromIndex('intents', 'open', [id, 'started'])
        const intents = await Promise.all(
          open.map(async ({ callId, body = '' }) =>
            JSON.parse(await cipher.open(body, `${id}|${callId}`)),
          ),
        )
        return latest(intents as Intent[])
      }),
    claim: async (id, { at, isWaiting = true, signal }) => {
      const lockName = `ambit:${connection.name}:${id}`
      const request = { sid: id, lockName, channel, isWaiting, signal, takeoverMs }
      const lock = await lockSession(request)
      if (!lock) return undefined
      try {
        return await claimSession(connection, id, at, lock, ({ next, run }) =>
          channel.note(id, { type: 'advanced', next, isRunning: run !== undefined }),
        )
      } catch (error) {
        lock.release()
        throw error
      }
    },
    update: (id, { title, head }) =>
      connection.use(async ({ database, cipher }) => {
        const sealed = title === undefined ? undefined : await cipher.seal(title, `${id}|title`)
        const tx = database.transaction('sessions', 'readwrite')
        const stored = await tx.store.get(id)
        if (!stored) throw new StorageError('unavailable', `There is no session "${id}".`)
        const change = { ...(sealed && { title: sealed }), ...(head !== undefined && { head }) }
        await Promise.all([tx.store.put({ ...stored, ...change }), tx.done])
      }),
    delete: (id) => connection.use(({ database }) => deleteSession(database, id)),
  }
}

/** Of a call that was started again, only the last attempt counts. */
function latest(intents: readonly Intent[]): Intent[] {
  const byCall = new Map<string, Intent>()
  for (const intent of intents) {
    const other = byCall.get(intent.call.id)
    if (!other || other.attempt < intent.attempt) byCall.set(intent.call.id, intent)
  }
  return [...byCall.values()]
}
