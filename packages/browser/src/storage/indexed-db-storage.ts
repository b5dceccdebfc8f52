import { AgentError } from '@ambit/core'
import { type Audit, type AuditRedact } from '@ambit/core/audit'
import {
  type AgentStorage,
  type DegradeReason,
  memoryStorage,
  type SessionNote,
  type StorageDegradation,
  StorageError,
} from '@ambit/core/storage'
import { TabChannel } from '../tabs/tab-channel.ts'
import { Connection } from './connection.ts'
import { nameOf } from './database.ts'
import { deleteDatabase } from './delete-database.ts'
import { createAudit, createLedger, type StoredLedger } from './records.ts'
import { indexedDbSessions, type Sessions } from './indexed-db-sessions.ts'
import { keepSpace, type SpaceOptions } from './keep-space.ts'

/** Where sessions are kept in this browser. */
export interface IndexedDbStorageOptions {
  /** Of the database. One for each application on the origin. Default `ambit`. */
  readonly name?: string | undefined
  /** Whose sessions these are, by an id of your own. Each user has a database apart, which no other is shown. */
  readonly user?: string | undefined
  /** How long a session that nobody touches is kept, in milliseconds. Default: for good. */
  readonly ttlMs?: number | undefined
  /**
   * Encrypts what people said, what tools were given and returned, and session titles and state, with AES-GCM under a key derived from this. Keep it elsewhere: asked of your server after sign-in, or typed in.
   * Roles, times, ids and usage stay readable.
   */
  readonly secret?: (() => string | Promise<string>) | undefined
  /**
   * Whether the session that was used longest ago may be deleted when a run begins and less than 10 MB are left for this site, one a run. That little is left is told in
   * any case, as `low_space`. Default false.
   */
  readonly evict?: boolean | undefined
  /** How long a page that runs a session may give no sign of life before another takes the session over. Default 10,000 milliseconds. */
  readonly takeoverMs?: number | undefined
}

/** Sessions in the browser's database. */
export interface IndexedDbStorage extends AgentStorage {
  /** A row for every model call, for the agent's `ledger`. Outlives the sessions it tells of. */
  readonly ledger: StoredLedger
  /** A row for every tool call, for the agent's `audit`. Outlives the sessions it tells of. Arguments are kept only as `redact` leaves them. */
  audit(options?: { redact?: AuditRedact | undefined }): Audit
  /**
   * Deletes everything of this user, as on signing out. Agents that show a session of the user's, in whatever page, end what runs and begin a new session; nothing of what
   * was going on is stored any more. The storage is empty then and can be used on. Rejects with `StorageError` when another page holds up the database.
   */
  wipe(): Promise<void>
}

/**
 * Keeps sessions in IndexedDB: they outlive reloads and crashes, and every page of the origin sees them. Where the browser has no database for this page (a sandboxed frame, a damaged
 * profile, a blocked upgrade) sessions are kept in memory until the page ends, and `storage_degraded` tells of it, once. Throws `AgentError` for an option that is wrong.
 */
export function indexedDbStorage({
  name = 'ambit',
  user,
  ttlMs,
  secret,
  evict = false,
  takeoverMs = 10_000,
}: IndexedDbStorageOptions = {}): IndexedDbStorage {
  requirePositive('ttlMs', ttlMs)
  requirePositive('takeoverMs', takeoverMs)
  const database = user === undefined ? name : `${name}:${user}`
  const degraded = new Degradations()
  const channel = new TabChannel(`ambit:${database}`)
  const connection = new Connection({
    name: database,
    secret,
    ttlMs,
    now: () => Date.now(),
    onDegraded: degraded.tell,
  })
  const stored = indexedDbSessions(connection, channel, {
    takeoverMs,
    onDamaged: (what) => degraded.tell('rows_damaged', `Could not be read: ${what}.`),
  })
  const space: SpaceOptions = {
    evict,
    onLittle: () =>
      degraded.tell(
        'low_space',
        'The browser has little space left for this site. Delete old conversations.',
      ),
  }
  let memory: Sessions | undefined
  const fallBack = (error: unknown): Sessions => {
    const name = nameOf(error)
    const isHeldUp = name === 'TimeoutError'
    degraded.tell(
      isHeldUp ? 'blocked' : 'unavailable',
      isHeldUp
        ? 'Another page of this site holds up its database. Close the other pages and reload. Until then conversations end with this page.'
        : StorageError.isInstance(error)
          ? error.message
          : `The browser has no database for this page (${name || 'unknown'}). Conversations end with it.${name === 'UnknownError' ? ' It may be damaged: clearing the data of this site mends it.' : ''}`,
    )
    return (memory ??= memoryStorage())
  }
  /** Does something with the database or, where there is none, in memory. */
  const within = async <T>(work: (sessions: Sessions) => Promise<T>): Promise<T> => {
    if (memory) return work(memory)
    try {
      await connection.open()
    } catch (error) {
      return work(fallBack(error))
    }
    return work(stored).catch((error: unknown) => {
      const isBroken = StorageError.isInstance(error)
        ? error.code === 'unavailable'
        : broken.has(nameOf(error))
      if (!isBroken) throw error
      return work(fallBack(StorageError.isInstance(error) ? error.cause : error))
    })
  }
  return {
    list: () => within((sessions) => sessions.list()),
    read: (id) => within((sessions) => sessions.read(id)),
    readMessages: (id, range) => within((sessions) => sessions.readMessages(id, range)),
    readIntents: (id) => within((sessions) => sessions.readIntents(id)),
    claim: async (id, options) => {
      const claim = await within((sessions) => sessions.claim(id, options))
      // No run waits for it, nor fails by it.
      if (claim && !memory) keepSpace(connection, channel, id, space).catch(() => undefined)
      return claim
    },
    update: (id, change) => within((sessions) => sessions.update(id, change)),
    delete: (id) => within((sessions) => sessions.delete(id)),
    watch: (id, listener) => watch(channel, stored, id, listener),
    ledger: createLedger(connection, channel),
    audit: ({ redact } = {}) => createAudit(connection, channel, redact),
    send: (id, note) => channel.note(id, note),
    onDegraded: degraded.listen,
    wipe: async () => {
      memory = undefined
      channel.wipe()
      await connection.close()
      await deleteDatabase(database)
    },
  }
}

/** What tells that the database itself does not work any more. */
const broken: ReadonlySet<string> = new Set(['UnknownError', 'InvalidStateError', 'SecurityError'])

/** Hears of notes, and of what was missed while the page was in the back-forward cache. */
function watch(
  channel: TabChannel,
  stored: Sessions,
  id: string,
  listener: (note: SessionNote) => void,
): () => void {
  const stop = channel.listen(id, (heard) => {
    if (heard.type === 'note') listener(heard.note)
    else if (heard.type === 'wiped') listener({ type: 'gone' })
  })
  const catchUp = (): void => {
    stored
      .read(id)
      .then((row) => {
        if (row) listener({ type: 'advanced', next: row.next, isRunning: row.run !== undefined })
      })
      .catch(() => undefined)
  }
  const restored = (event: PageTransitionEvent): void => {
    if (event.persisted) catchUp()
  }
  globalThis.addEventListener?.('pageshow', restored)
  globalThis.document?.addEventListener('resume', catchUp)
  return () => {
    stop()
    globalThis.removeEventListener?.('pageshow', restored)
    globalThis.document?.removeEventListener('resume', catchUp)
  }
}

/** What went wrong, each reason told once. */
class Degradations {
  readonly #told = new Map<DegradeReason, StorageDegradation>()
  readonly #listeners = new Set<(what: StorageDegradation) => void>()

  readonly tell = (reason: DegradeReason, message: string): void => {
    if (this.#told.has(reason)) return
    const what = { reason, message }
    this.#told.set(reason, what)
    for (const listener of this.#listeners) listener(what)
  }

  readonly listen = (listener: (what: StorageDegradation) => void): (() => void) => {
    this.#listeners.add(listener)
    for (const what of this.#told.values()) listener(what)
    return () => this.#listeners.delete(listener)
  }
}

function requirePositive(option: string, value: number | undefined): void {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return
  throw new AgentError(`\`${option}\` is ${String(value)}. Give a positive number of milliseconds.`)
}
