import { type DegradeReason, StorageError } from '@ambit/core/storage'
import { type Cipher, createCipher, noCipher } from './cipher.ts'
import { type Database, nameOf, openDatabase } from './database.ts'
import { readRows } from './read-rows.ts'

/** What a connection is made with. */
export interface ConnectionOptions {
  /** Of the database. */
  readonly name: string
  readonly secret?: (() => string | Promise<string>) | undefined
  /** Sessions that nobody has touched for so long are deleted when the database is opened. */
  readonly ttlMs?: number | undefined
  readonly now: () => number
  readonly onDegraded: (reason: DegradeReason, message: string) => void
}

/** An open database and what opens its rows. */
export interface Opened {
  readonly database: Database
  readonly cipher: Cipher
}

/** One database, opened when it is first needed and again when the browser has closed it. */
export class Connection {
  readonly name: string
  readonly #options: ConnectionOptions
  #opening: Promise<Opened> | undefined

  constructor(options: ConnectionOptions) {
    this.name = options.name
    this.#options = options
  }

  /** Rejects when the browser has no database for this page, or one that cannot be opened. */
  open(): Promise<Opened> {
    return (this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined
      throw error
    }))
  }

  /** Does something with the database, once more on a new connection when the old one is found to be closed. */
  async use<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    const opened = await this.open()
    try {
      return await work(opened)
    } catch (error) {
      // Thrown by `transaction()`, so nothing of the work was done.
      if (nameOf(error) !== 'InvalidStateError') throw error
      this.#opening = undefined
      return work(await this.open())
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined)
    opened?.database.close()
    this.#opening = undefined
  }

  async #open(): Promise<Opened> {
    const { name, secret, ttlMs, now, onDegraded } = this.#options
    const database = await openDatabase(name, {
      onLost: () =>
        onDegraded('history_lost', 'The browser has thrown away the conversations of this site.'),
      onClosed: (isTerminated) => {
        this.#opening = undefined
        if (isTerminated) onDegraded('cleared', "This site's data was cleared in the browser.")
      },
    })
    const refuse = (thrown: unknown): never => {
      database.close()
      throw toCipherError(thrown)
    }
    const cipher = secret ? await this.#cipher(database, secret).catch(refuse) : noCipher
    if (ttlMs !== undefined) await deleteOlder(database, now() - ttlMs)
    return { database, cipher }
  }

  /** Rejects when there is no secret, or it is not the one that rows were sealed with. */
  async #cipher(
    database: Database,
    secret: NonNullable<ConnectionOptions['secret']>,
  ): Promise<Cipher> {
    const given = await secret()
    const fresh = crypto.getRandomValues(new Uint8Array(16))
    const tx = database.transaction('meta', 'readwrite')
    const stored = (await tx.store.get('salt')) as Uint8Array<ArrayBuffer> | undefined
    if (!stored) await tx.store.put(fresh, 'salt')
    await tx.done
    const cipher = await createCipher(given, stored ?? fresh)
    const check = (await database.get('meta', 'check')) as Parameters<Cipher['open']>[0] | undefined
    if (check === undefined) await database.put('meta', await cipher.seal('ok', 'check'), 'check')
    else await cipher.open(check, 'check')
    return cipher
  }
}

/** Says in words why nothing can be sealed; what `secret` threw may hold anything. */
function toCipherError(thrown: unknown): StorageError {
  const why = !globalThis.crypto?.subtle
    ? 'the browser encrypts on https and localhost alone'
    : nameOf(thrown) === 'OperationError'
      ? 'they were stored with another secret'
      : `the secret could not be had (${nameOf(thrown) || 'unknown'})`
  return new StorageError(
    'unavailable',
    `The stored conversations cannot be opened: ${why}. What is said now ends with this page.`,
    { cause: thrown },
  )
}

async function deleteOlder(database: Database, before: number): Promise<void> {
  const sessions = await readRows(database, 'sessions')
  for (const { id, updatedAt } of sessions) {
    if (updatedAt < before) await deleteSession(database, id)
  }
}

/** Deletes all there is of a session, in one transaction. */
export async function deleteSession(database: Database, id: string): Promise<void> {
  const stores = ['sessions', 'messages', 'big', 'intents'] as const
  const tx = database.transaction(stores, 'readwrite')
  const ofSession = IDBKeyRange.bound([id], [id, []])
  await Promise.all([
    tx.objectStore('sessions').delete(id),
    tx.objectStore('messages').delete(ofSession),
    tx.objectStore('big').delete(ofSession),
    tx.objectStore('intents').delete(ofSession),
    tx.done,
  ])
}
