import { AgentError, checkOptions, lazily, type Loader, type OptionNames } from '@ambit/core'
import type { Audit, AuditRedact } from '@ambit/core/audit'
import type { MemoryStore } from '@ambit/core/memory'
import { type AgentStorage, hash } from '@ambit/core/storage'
import type * as code from './database-storage.ts'
import type { StoredLedger } from './records.ts'

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
 *
 * The code for the database is a separate chunk, fetched with the first use. If it cannot be had,
 * that use rejects with the code `load`, and the next one tries again.
 */
export function indexedDbStorage(options: IndexedDbStorageOptions = {}): IndexedDbStorage {
  checkOptions('`indexedDbStorage`', options, names)
  requirePositive('ttlMs', options.ttlMs)
  requirePositive('takeoverMs', options.takeoverMs)
  const { name, work, listen } = new LateStorage(databaseName(options), options)
  return {
    id: name,
    isLocal: true,
    preload: () => work(async () => undefined),
    list: (query) => work((storage) => storage.list(query)),
    read: (id, how) => work((storage) => storage.read(id, how)),
    readMessages: (id, range, how) => work((storage) => storage.readMessages(id, range, how)),
    readIntents: (id, how) => work((storage) => storage.readIntents(id, how)),
    putBlob: (id, hash, blob) => work(async (storage) => storage.putBlob?.(id, hash, blob)),
    getBlob: (id, hash, how) => work(async (storage) => storage.getBlob?.(id, hash, how)),
    claim: (id, how) => work((storage) => storage.claim(id, how)),
    update: (id, change, how) => work((storage) => storage.update(id, change, how)),
    delete: (id) => work((storage) => storage.delete(id)),
    watch: (id, listener) => listen((storage) => storage.watch(id, listener)),
    send: (id, note) => void work(async (storage) => storage.send(id, note)).catch(() => undefined),
    onDegraded: (listener) => listen((storage) => storage.onDegraded(listener)),
    wipe: () => work((storage) => storage.wipe()),
    ledger: {
      append: (row) => work(async ({ ledger }) => ledger.append(row)),
      query: (filter) => work(({ ledger }) => ledger.query(filter)),
    },
    audit: ({ redact } = {}) => ({
      redact,
      append: (row) => work(async (storage) => storage.audit({ redact }).append(row)),
      query: (filter) => work(async (storage) => storage.audit({ redact }).query(filter)),
      export: (format, filter) =>
        work(async (storage) => storage.audit({ redact }).export(format, filter)),
    }),
    memory: {
      list: () => work(({ memory }) => memory.list()),
      put: (entry) => work(({ memory }) => memory.put(entry)),
      delete: (id) => work(({ memory }) => memory.delete(id)),
      watch: (listener) => listen(({ memory }) => memory.watch?.(listener) ?? (() => undefined)),
    },
  }
}

/** Loads the code for the database. */
const loadCode: Loader<typeof code> = lazily(() => import('./database-storage.ts'))

/** A storage whose code is fetched with the first use. */
class LateStorage {
  readonly name: string
  readonly #options: IndexedDbStorageOptions
  #storage: IndexedDbStorage | undefined
  /** What begins once the code is there. */
  readonly #waiting = new Set<(storage: IndexedDbStorage) => void>()

  constructor(name: string, options: IndexedDbStorageOptions) {
    this.name = name
    this.#options = { ...options }
  }

  /** Does some work with the storage: at once if its code is there. */
  readonly work = <T>(job: (storage: IndexedDbStorage) => Promise<T>): Promise<T> =>
    loadCode.loaded
      ? job(this.#open(loadCode.loaded))
      : loadCode().then((code) => job(this.#open(code)))

  /**
   * Begins to listen to the storage: at once if its code is there, else with the first use that
   * gets it. Returns the function that ends it.
   */
  readonly listen = (begin: (storage: IndexedDbStorage) => () => void): (() => void) => {
    let end: (() => void) | undefined
    const start = (storage: IndexedDbStorage): void => void (end = begin(storage))
    this.#waiting.add(start)
    this.work(async () => undefined).catch(() => undefined)
    return () => {
      this.#waiting.delete(start)
      end?.()
    }
  }

  #open({ databaseStorage }: typeof code): IndexedDbStorage {
    const storage = (this.#storage ??= databaseStorage(this.name, this.#options))
    for (const start of this.#waiting) {
      this.#waiting.delete(start)
      start(storage)
    }
    return storage
  }
}

function requirePositive(option: string, value: number | undefined): void {
  if (value === undefined || (Number.isFinite(value) && value > 0)) return
  throw new AgentError(`\`${option}\` is ${String(value)}. Give a positive number of milliseconds.`)
}

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Returns the name of a user's database. It holds the user's id as a hash, because names of
 * databases and keys of `localStorage` can be read without a secret. Two pairs of name and user
 * never share a name. Throws `AgentError` for a name or a user that is not text.
 */
export function databaseName(options: {
  readonly name?: string | undefined
  readonly user?: string | undefined
}): string {
  const { name = 'ambit', user } = options
  requireText('name', name, 'Give the name of the database, or leave it out for "ambit".')
  const escaped = name.replaceAll('%', '%25').replaceAll(':', '%3A')
  if (user !== undefined) {
    requireText(
      'user',
      user,
      'Everybody without an id would share one database, and see the conversations of the others. Create the storage after sign-in, with the id of the user as text. Leave `user` out if the application has no users.',
    )
    return `${escaped}:${hash(user)}`
  }
  if ('user' in options) hintAtUser()
  return escaped
}

function requireText(option: string, value: unknown, advice: string): void {
  if (typeof value === 'string' && value.trim() !== '') return
  const what = typeof value === 'string' ? 'empty' : value === null ? 'null' : `a ${typeof value}`
  throw new AgentError(`\`${option}\` of \`indexedDbStorage\` is ${what}. ${advice}`)
}

let isHinted = false

/** Warns once, in development, that a `user` that is not known yet gets the database of nobody. */
function hintAtUser(): void {
  try {
    // Bundlers replace this value, and remove the rest of the function for production.
    if (process.env.NODE_ENV === 'production' || isHinted) return
    isHinted = true
    console.warn(
      '[ambit] `user` of `indexedDbStorage` is undefined: everybody who uses this browser without signing in shares these conversations. Create the storage after sign-in, or leave `user` out if the application has no users.',
    )
  } catch {
    // A page without a bundler has no `process`.
  }
}
