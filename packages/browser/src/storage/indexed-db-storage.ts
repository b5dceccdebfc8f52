import { type OptionNames, checkOptions, AgentError } from '@ambit/core'
import { type Audit, type AuditRedact } from '@ambit/core/audit'
import type { MemoryStore } from '@ambit/core/memory'
import { type AgentStorage, memoryStorage, type ReadOptions } from '@ambit/core/storage'
import { TabChannel } from '../tabs/tab-channel.ts'
import { Connection } from './connection.ts'
import { databaseName } from './database-name.ts'
import { Degradations } from './degradations.ts'
import { deleteDatabase } from './delete.ts'
import { deleteExpired } from './expire.ts'
import { createAudit, createLedger, type StoredLedger } from './records.ts'
import { indexedDbSessions, type Sessions } from './indexed-db-sessions.ts'
import { keepSpace } from './keep-space.ts'
import { memoryEntries } from './memory-entries.ts'
import { nameOf } from './storage-error.ts'
import { watchSession } from './watch-session.ts'

/** The options of {@link indexedDbStorage}. */
export interface IndexedDbStorageOptions {
  /** The name of the database, one for each application on the origin. Default `ambit`. */
  readonly name?: string | undefined
  /**
   * The id of the user whose sessions these are, of your own choice. Each user has a separate
   * database, and sees no session of another user. The id is hashed in names of databases. Null and
   * empty text are refused. Undefined is the database of nobody, with a warning in development.
   */
  readonly user?: string | undefined
  /**
   * The time for which an untouched session is kept, in milliseconds. A session that is open in a
   * page, or whose run has not ended, is kept longer. Default: for ever.
   */
  readonly ttlMs?: number | undefined
  /**
   * Returns the secret that encrypts the stored data: AES-GCM, with a key derived from the secret.
   * Messages, arguments and results of tools, titles and state of sessions, and the memory are
   * encrypted.
   * Roles, times, ids and usage stay readable. Do not store the secret in the browser: get it from
   * your server after sign-in, or let the user type it in. What was stored before there was a
   * secret stays plain.
   */
  readonly secret?: (() => string | Promise<string>) | undefined
  /**
   * The permission to delete sessions if less than 10 MB are left for this site. At most one
   * session is deleted when a run begins: the one that was used longest ago, and that is open in no
   * page. The storage reports `low_space` with or without the permission. Default false.
   */
  readonly evict?: boolean | undefined
  /**
   * The time without a sign of life after which another page takes over a running session. Default
   * 10,000 milliseconds.
   */
  readonly takeoverMs?: number | undefined
}

/** A storage of sessions in the browser's database. */
export interface IndexedDbStorage extends AgentStorage {
  /**
   * The ledger for the plug-in `ledger`, with a row for every model call. The rows outlive their
   * sessions.
   */
  readonly ledger: StoredLedger
  /**
   * Creates an audit for the plug-in `audit`, with a row for every tool call. The rows
   * outlive their sessions. Arguments are kept only as `redact` leaves them.
   */
  audit(options?: { redact?: AuditRedact | undefined }): Audit
  /**
   * The store for the plug-in `memory`. What is remembered outlives the sessions, and `ttlMs`. It
   * rejects where the browser has no database for the page.
   */
  readonly memory: MemoryStore
  /**
   * Deletes everything of this user, as on signing out. Agents that show a session of this user, in
   * any page, end their runs and begin a new session. Runs that end after that store nothing. The
   * storage is empty then, and can be used again. Resolves where the browser stores nothing for
   * this page. Rejects with the code `storage` if another page holds up the database, or if it is
   * damaged.
   */
  wipe(): Promise<void>
}

/** The options, each with the names that it has elsewhere. */
const names: OptionNames<IndexedDbStorageOptions> = {
  evict: '',
  name: 'database dbName',
  secret: 'key password',
  takeoverMs: '',
  ttlMs: 'ttl',
  user: 'userId',
}

/**
 * Creates a storage that keeps sessions in IndexedDB. The sessions outlive reloads and crashes, and
 * every page of the origin sees them. The browser may have no database for the page, as in a
 * sandboxed frame, a damaged profile or a blocked upgrade. The storage then keeps sessions in
 * memory until the page ends, and warns of it once. Throws `AgentError` for a wrong
 * option.
 */
export function indexedDbStorage(options: IndexedDbStorageOptions = {}): IndexedDbStorage {
  checkOptions('`indexedDbStorage`', options, names)
  const { ttlMs, secret, evict = false, takeoverMs = 10_000 } = options
  requirePositive('ttlMs', ttlMs)
  requirePositive('takeoverMs', takeoverMs)
  const database = databaseName(options)
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

function requirePositive(option: string, value: number | undefined): void {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return
  throw new AgentError(`\`${option}\` is ${String(value)}. Give a positive number of milliseconds.`)
}
