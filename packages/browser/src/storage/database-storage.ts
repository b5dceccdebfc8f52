import {
  type DegradeReason,
  isEmptySession,
  memoryStorage,
  type ReadOptions,
  type SessionNote,
  type StorageDegradation,
  storageError,
} from '@ambit/core/storage'
import { TabChannel } from '../tabs/tab-channel.ts'
import { Connection } from './connection.ts'
import { deleteDatabase, deleteSession } from './delete.ts'
import type { IndexedDbStorage, IndexedDbStorageOptions } from './indexed-db-storage.ts'
import { indexedDbSessions, type Sessions } from './indexed-db-sessions.ts'
import { createAudit, createLedger } from './records.ts'
import { asStorageErrors, isBlocked, isDamaged, nameOf, newerText } from './storage-error.ts'
import { lockName, lockSession } from '../tabs/session-lock.ts'
import { readRows } from './database.ts'
import type { Database } from './schema.ts'
import type { StoredSession } from './stored.ts'
import type { MemoryEntry, MemoryStore } from '@ambit/core/memory'
import type { StoredText } from './cipher.ts'
import { AgentError } from '@ambit/core'

/** Creates the storage that {@link indexedDbStorage} returns, with its code. */
export function databaseStorage(
  database: string,
  { ttlMs, secret, evict = false, takeoverMs = 10_000 }: IndexedDbStorageOptions,
): IndexedDbStorage {
  const degraded = new Degradations()
  const channel = new TabChannel(`ambit:${database}`)
  const connection = new Connection({
    name: database,
    secret,
    expire: async (opened) => {
      const before = ttlMs === undefined ? -Infinity : Date.now() - ttlMs
      // A full database refuses even a deletion. What is left is deleted another time.
      const deleting = deleteExpired(opened, channel, before).catch(() => undefined)
      // No list has an empty session, so nothing waits for its deletion.
      if (ttlMs !== undefined) await deleting
    },
    onDegraded: degraded.report,
  })
  const stored = indexedDbSessions(connection, channel, {
    takeoverMs,
    onDamaged: (what) => degraded.report('rows_damaged', `Could not be read: ${what}.`),
    onNewer: () => degraded.report('newer', newerMessagesText),
  })
  const kept = new SessionsOrMemory(connection, stored, degraded)
  return {
    id: database,
    isLocal: true,
    list: (query) => kept.use((sessions) => sessions.list(query)),
    read: (id, options) => kept.read(options, (sessions) => sessions.read(id, options)),
    readMessages: (id, range, options) =>
      kept.read(options, (sessions) => sessions.readMessages(id, range, options)),
    readIntents: (id, options) =>
      kept.read(options, (sessions) => sessions.readIntents(id, options)),
    putBlob: (id, hash, blob) => kept.use(async (sessions) => sessions.putBlob?.(id, hash, blob)),
    getBlob: (id, hash, options) =>
      kept.read(options, async (sessions) => sessions.getBlob?.(id, hash, options)),
    claim: async (id, options) => {
      const claim = await kept.use((sessions) => sessions.claim(id, options))
      // No run waits for this or fails because of it.
      if (claim && !kept.isInMemory)
        keepSpace(connection, channel, id, degraded, evict).catch(() => undefined)
      return claim
    },
    update: (id, change, options) => kept.use((sessions) => sessions.update(id, change, options)),
    delete: (id) => kept.use((sessions) => sessions.delete(id)),
    watch: (id, listener) => watchSession(connection, channel, id, listener),
    ledger: createLedger(connection, channel),
    audit: ({ redact } = {}) => createAudit(connection, channel, redact),
    memory: memoryEntries(connection, channel),
    send: (id, note) => channel.note(id, note),
    onDegraded: degraded.listen,
    wipe: async () => {
      kept.forgetMemory()
      channel.wipe()
      await connection.closeDuring(() => deleteDatabase(database))
    },
  }
}

const newerMessagesText =
  'A newer version of this page has stored messages that this one cannot show. They are kept. Reload the page to get that version.'

/** The sessions of the database; those of memory where the browser has none for this page. */
class SessionsOrMemory {
  readonly #connection: Connection
  readonly #stored: Sessions
  readonly #degraded: Degradations
  #memory: Sessions | undefined

  constructor(connection: Connection, stored: Sessions, degraded: Degradations) {
    this.#connection = connection
    this.#stored = stored
    this.#degraded = degraded
  }

  get isInMemory(): boolean {
    return this.#memory !== undefined
  }

  /**
   * Does some work with the database, or in memory if there is none. What fails in a database that
   * was open before rejects: the agent keeps it, and stores it once the database works again.
   */
  async use<T>(work: (sessions: Sessions) => Promise<T>): Promise<T> {
    if (this.#memory) return work(this.#memory)
    try {
      await this.#connection.open()
      return await work(this.#stored)
    } catch (error) {
      const why = [error, (error as Error).cause].find((each) => lasting.includes(nameOf(each)))
      if (this.#connection.wasOpen && !why) throw error
      return work(this.#fallBack(why ?? error))
    }
  }

  /** Reads with the sessions, unless the signal aborts. */
  async read<T>(
    { signal }: ReadOptions = {},
    work: (sessions: Sessions) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const read = await this.use(work)
    signal?.throwIfAborted()
    return read
  }

  /** Goes back to the database. */
  forgetMemory(): void {
    this.#memory = undefined
  }

  #fallBack(error: unknown): Sessions {
    this.#degraded.reportFailure(error)
    return (this.#memory ??= memoryStorage())
  }
}

/** The names of errors after which this page has no database any more. */
const lasting: readonly string[] = ['SecurityError', 'VersionError']

/** The time for which an empty session is kept, in milliseconds. Its page may be about to write. */
const emptyMs = 300_000

/**
 * Deletes the sessions that were last used before a time, and the empty ones of pages that have
 * ended. Tells the other pages. Leaves those whose run has not ended, and those that stand open in
 * a page: a clock can be wrong.
 */
async function deleteExpired(
  database: Database,
  channel: TabChannel,
  before: number,
): Promise<void> {
  const now = Date.now()
  const isExpired = async (stored: StoredSession): Promise<boolean> => {
    const { id, run, updatedAt, notBefore = 0 } = stored
    // A time to come is that of a clock that was fast, and tells nothing.
    const usedAt = notBefore <= now ? Math.max(updatedAt, notBefore) : updatedAt
    if (!run && usedAt < before) return true
    if (usedAt > now - emptyMs || !isEmptySession(stored, [])) return false
    return (await database.count('intents', IDBKeyRange.bound([id], [id, []]))) === 0
  }
  const checked = (await readRows(database, 'sessions')).map(async (stored) =>
    (await isExpired(stored)) ? [stored.id] : [],
  )
  const expired = (await Promise.all(checked)).flat()
  const shown = await channel.findShown(expired)
  const deleteIfFree = async (sid: string): Promise<void> => {
    const request = { sid, lockName: lockName(database.name, sid), channel, takeoverMs: Infinity }
    const lock = await lockSession({ ...request, isWaiting: false })
    if (!lock) return
    try {
      // Another page may have used the session meanwhile.
      const stored = await database.get('sessions', sid)
      if (!stored || !(await isExpired(stored))) return
      await deleteSession(database, sid)
      channel.note(sid, { type: 'gone' })
    } finally {
      lock.release()
    }
  }
  await Promise.all(expired.filter((sid) => !shown.has(sid)).map(deleteIfFree))
}

/**
 * The space that should be free when a run begins, in bytes. Deleted rows free their space late,
 * and a full database refuses even a deletion.
 */
const spareBytes = 10_000_000

const lowSpaceText = 'The browser has little space left for this site.'

/**
 * Checks if there is space for a run of this session, and tells if there is little. With `evict`,
 * deletes the session that was used longest ago and stands open in no page. Does nothing if the
 * browser does not report its space.
 */
async function keepSpace(
  connection: Connection,
  channel: TabChannel,
  running: string,
  degraded: Degradations,
  evict: boolean,
): Promise<void> {
  const { quota, usage } = (await globalThis.navigator?.storage?.estimate?.()) ?? {}
  if (quota === undefined || usage === undefined) return
  if (quota - usage >= spareBytes) return degraded.over('low_space')
  const count = await connection.use(({ database }) => database.count('sessions'))
  degraded.report(
    'low_space',
    count > 1 ? `${lowSpaceText} Delete old conversations.` : lowSpaceText,
  )
  if (!evict) return
  await connection.use(async ({ database }) => {
    const sessions = (await readRows(database, 'sessions'))
      .filter(({ id, run }) => id !== running && run === undefined)
      .sort((a, b) => a.updatedAt - b.updatedAt)
    const shown = await channel.findShown(sessions.map(({ id }) => id))
    const oldest = sessions.find(({ id }) => !shown.has(id))
    if (!oldest) return
    await deleteSession(database, oldest.id)
    channel.note(oldest.id, { type: 'gone' })
  })
}

/** The start of the keys of entries in the store `meta`. An id follows it. */
const prefix = 'memory:'
const ofEntries = (): IDBKeyRange => IDBKeyRange.bound(prefix, 'memory;', false, true)

/**
 * Creates the store of what is remembered of the user of a database. Its rows do not belong to a
 * session, so they stay when a session is deleted. An entry that cannot be read is left out.
 */
function memoryEntries(connection: Connection, channel: TabChannel): MemoryStore {
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

/**
 * Calls the listener with the notes of other pages about a session, until the returned function is
 * called. Notes that this page did not get are made up for: those before this call, and those while
 * the page was in the back-forward cache.
 */
function watchSession(
  connection: Connection,
  channel: TabChannel,
  id: string,
  listener: (note: SessionNote) => void,
): () => void {
  const { found } = connection
  let isStopped = false
  const stopListening = channel.listen(id, (heard) => {
    if (heard.type === 'note') listener(heard.note)
    else if (heard.type === 'wiped') listener({ type: 'gone' })
  })
  const look = async (isNews: boolean): Promise<void> => {
    const row = await connection.use(({ database }) => database.get('sessions', id))
    if (isStopped) return
    if (!row && found.delete(id)) listener({ type: 'gone' })
    else if (row && isNews) {
      listener({ type: 'advanced', next: row.next, isRunning: row.run !== undefined })
    }
  }
  // Without a database there is nothing to make up for.
  const catchUp = (): void => void look(true).catch(() => undefined)
  const restored = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) catchUp()
  }
  // The session may have been deleted after this page has read it.
  if (found.has(id)) void look(false).catch(() => undefined)
  globalThis.addEventListener?.('pageshow', restored)
  globalThis.document?.addEventListener('resume', catchUp)
  return () => {
    isStopped = true
    stopListening()
    globalThis.removeEventListener?.('pageshow', restored)
    globalThis.document?.removeEventListener('resume', catchUp)
  }
}

/** The degradations of a storage. Each reason is reported once until it is over. */
class Degradations {
  readonly #reported = new Map<DegradeReason, StorageDegradation>()
  readonly #listeners = new Set<(what: StorageDegradation) => void>()

  readonly report = (reason: DegradeReason, message: string): void => {
    if (this.#reported.has(reason)) return
    const what = { reason, message }
    this.#reported.set(reason, what)
    for (const listener of this.#listeners) listener(what)
  }

  /** Takes back what was reported for a reason. */
  over(reason: DegradeReason): void {
    const what = this.#reported.get(reason)
    if (!what) return
    this.#reported.delete(reason)
    for (const listener of this.#listeners) listener({ ...what, isOver: true })
  }

  /** Reports why there is no database, so that conversations end with the page. */
  reportFailure(error: unknown): void {
    const { reason, message } = explain(error)
    this.report(reason, message)
  }

  readonly listen = (listener: (what: StorageDegradation) => void): (() => void) => {
    this.#listeners.add(listener)
    for (const what of this.#reported.values()) listener(what)
    return () => this.#listeners.delete(listener)
  }
}

function explain(error: unknown): StorageDegradation {
  const name = nameOf(error)
  if (name === 'TimeoutError') {
    return {
      reason: 'blocked',
      message:
        'Another page of this site holds up its database. Close the other pages and reload. Until then conversations end with this page.',
    }
  }
  if (name === 'VersionError') return { reason: 'newer', message: newerText }
  const reason = 'unavailable'
  if (AgentError.is(error, 'storage')) return { reason, message: error.message }
  if (isBlocked(error)) {
    return {
      reason,
      message:
        'The browser gives this page no database: the data of this site is blocked in its settings, or the page is in a frame that may store nothing. Conversations end with this page. To keep them, allow this site to store data.',
    }
  }
  const advice = isDamaged(error)
    ? ' It is damaged: clearing the data of this site repairs it.'
    : ''
  return {
    reason,
    message: `The browser has no database for this page (${name || 'unknown'}). Conversations end with it.${advice}`,
  }
}
