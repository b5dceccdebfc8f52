import { memoryStorage, type ReadOptions } from '@ambit/core/storage'
import { TabChannel } from '../tabs/tab-channel.ts'
import { Connection } from './connection.ts'
import { Degradations } from './degradations.ts'
import { deleteDatabase } from './delete.ts'
import { deleteExpired } from './expire.ts'
import type { IndexedDbStorage, IndexedDbStorageOptions } from './indexed-db-storage.ts'
import { indexedDbSessions, type Sessions } from './indexed-db-sessions.ts'
import { keepSpace } from './keep-space.ts'
import { memoryEntries } from './memory-entries.ts'
import { createAudit, createLedger } from './records.ts'
import { nameOf } from './storage-error.ts'
import { watchSession } from './watch-session.ts'

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
