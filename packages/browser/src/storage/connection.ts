import { AgentError } from '@ambit/core'
import { type DegradeReason, storageError } from '@ambit/core/storage'
import { type Cipher, createCipher, noCipher, type StoredText } from './cipher.ts'
import { openDatabase } from './database.ts'
import { checkFormat } from './format.ts'
import type { Database } from './schema.ts'
import { mayPass, nameOf } from './storage-error.ts'

export interface ConnectionOptions {
  /** The name of the database. */
  readonly name: string
  readonly secret?: (() => string | Promise<string>) | undefined
  /** Deletes what is too old, each time the database is opened. Never rejects. */
  readonly expire: (database: Database) => Promise<void>
  readonly onDegraded: (reason: DegradeReason, message: string) => void
}

/** An open database, and the cipher of its rows. */
export interface Opened {
  readonly database: Database
  readonly cipher: Cipher
}

/** The pauses before a database is opened again, in milliseconds. */
const pausesMs = [50, 500]

/**
 * A connection to one database, which opens when it is first needed, and again after the browser
 * has closed it.
 */
export class Connection {
  readonly name: string
  /**
   * The ids of sessions that were found in the open database. One that is missing later was deleted
   * on purpose.
   */
  readonly found: Set<string> = new Set<string>()
  /** True once the database was open in this page, so that the browser has one for it. */
  wasOpen = false
  readonly #options: ConnectionOptions
  #opening: Promise<Opened> | undefined
  /** True after the browser has closed the connection, until it is known why. */
  #isCut = false
  /** The deletion that goes on. */
  #deleting: Promise<void> | undefined

  constructor(options: ConnectionOptions) {
    this.name = options.name
    this.#options = options
  }

  /**
   * Opens the database. Tries again what may pass. Rejects if the browser has none for this page,
   * or one that cannot be opened.
   */
  async open(): Promise<Opened> {
    for (const ms of pausesMs) {
      try {
        return await this.#openOnce()
      } catch (error) {
        if (!mayPass(error)) throw error
        await new Promise((resolve) => setTimeout(resolve, ms))
      }
    }
    return this.#openOnce()
  }

  #openOnce(): Promise<Opened> {
    return (this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = undefined
      throw error
    }))
  }

  /**
   * Does some work with the database. If the connection turns out to be dead, opens a new one and
   * tries once more. A browser ends the connections of a page in the background.
   */
  async use<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    const opened = await this.open()
    try {
      const done = await work(opened)
      this.#isCut = false
      return done
    } catch (error) {
      if (!mayPass(error)) throw error
      if ((await this.#opening?.catch(() => undefined)) === opened) this.#opening = undefined
      opened.database.close()
      return work(await this.open())
    }
  }

  /**
   * Closes the database for its deletion. What is asked for meanwhile waits: a connection to a
   * database that is about to go would be closed again.
   */
  async closeDuring(deleteIt: () => Promise<void>): Promise<void> {
    const opening = this.#opening
    this.#opening = undefined
    const deleting = this.#deleting
    const work = async (): Promise<void> => {
      await deleting?.catch(() => undefined)
      const opened = await opening?.catch(() => undefined)
      opened?.database.close()
      await deleteIt()
    }
    await (this.#deleting = work())
  }

  async #open(): Promise<Opened> {
    await this.#deleting?.catch(() => undefined)
    const { name, secret, expire, onDegraded } = this.#options
    this.found.clear()
    const database = await openDatabase(name, {
      onCreated: (wasThere) => {
        if (this.#isCut) onDegraded('cleared', "This site's data was cleared in the browser.")
        else if (wasThere)
          onDegraded('history_lost', 'The browser has thrown away the conversations of this site.')
      },
      onClosed: (isTerminated) => {
        this.#opening = undefined
        if (!isTerminated || this.#isCut) return
        // Only a database that is new by now was cleared. Others lost their connection.
        this.#isCut = true
        void this.open().catch(() => undefined)
      },
    })
    try {
      await checkFormat(database)
      const cipher = await this.#createCipher(database, secret).catch((thrown: unknown) => {
        throw toCipherError(thrown)
      })
      await expire(database)
      this.wasOpen = true
      return { database, cipher }
    } catch (error) {
      database.close()
      throw error
    }
  }

  /**
   * Creates the cipher. Rejects if the secret cannot be had, or if the rows were encrypted with
   * another one.
   */
  async #createCipher(database: Database, secret: ConnectionOptions['secret']): Promise<Cipher> {
    if (!secret) {
      if ((await database.get('meta', 'check')) === undefined) return noCipher
      throw storageError(
        'unavailable',
        'The stored conversations cannot be opened: they were stored with a secret, and `secret` is not given. Conversations now end with this page.',
      )
    }
    const given = await secret()
    const fresh = crypto.getRandomValues(new Uint8Array(16))
    const tx = database.transaction('meta', 'readwrite')
    const stored = (await tx.store.get('salt')) as Uint8Array<ArrayBuffer> | undefined
    if (!stored) await tx.store.put(fresh, 'salt')
    await tx.done
    const cipher = await createCipher(given, stored ?? fresh)
    const check = (await database.get('meta', 'check')) as StoredText | undefined
    if (check === undefined)
      await database.put('meta', await cipher.encrypt('ok', 'check'), 'check')
    else await cipher.decrypt(check, 'check')
    return cipher
  }
}

/**
 * Explains why nothing can be encrypted. Leaves out the message that `secret` threw, which may hold
 * anything.
 */
function toCipherError(thrown: unknown): AgentError<'storage'> {
  if (AgentError.is(thrown, 'storage')) return thrown
  const why = !globalThis.crypto?.subtle
    ? 'the browser encrypts on https and localhost alone'
    : nameOf(thrown) === 'OperationError'
      ? 'they were stored with another secret'
      : `the secret could not be had (${nameOf(thrown) || 'unknown'})`
  return storageError(
    'unavailable',
    `The stored conversations cannot be opened: ${why}. Conversations now end with this page.`,
    { cause: thrown },
  )
}
