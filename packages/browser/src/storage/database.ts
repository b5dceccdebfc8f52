import { deleteDB, openDB, type StoreNames } from 'idb'
import { notOurs } from './format.ts'
import { createStores, type Database, type Schema, version } from './schema.ts'
import { nameOf } from './storage-error.ts'

/** The listeners to the life of an open database. */
export interface DatabaseEvents {
  /** Called if the database is new. `wasThere` is true if it is known that there was one before. */
  readonly onCreated: (wasThere: boolean) => void
  /**
   * Called if the connection is closed: another page upgrades. `isTerminated` if the browser has
   * closed it, as when the site's data is cleared, or its server of databases has ended.
   */
  readonly onClosed: (isTerminated: boolean) => void
}

/**
 * Opens a database. Rejects with a `TimeoutError` if another page holds it up, see
 * {@link watchHold}. A slow machine is waited for.
 */
export async function openDatabase(name: string, events: DatabaseEvents): Promise<Database> {
  const { held, stop } = watchHold()
  const opening = open(name, version, events, stop).catch((error: unknown) => {
    if (nameOf(error) !== 'VersionError') throw error
    return open(name, undefined, events, stop)
  })
  let isLate = false
  const late = held.then(() => {
    isLate = true
    throw new DOMException('The database did not open in time.', 'TimeoutError')
  })
  try {
    return await Promise.race([opening, late])
  } finally {
    stop()
    // Nobody waits for the database any more. An open connection would hold up other pages.
    if (isLate) opening.then((database) => database.close()).catch(() => undefined)
  }
}

/** Half of the time after which a request to a database counts as held up, in milliseconds. */
const holdMs = 1_500

/** The name of a database that there never is. */
const probe = 'ambit:?'

/**
 * Watches a request to a database that was just made. `held` resolves once another page holds it
 * up. It has no answer after 3 s then, though the browser has answered a later request, for another
 * database, in between. On a slow machine that answer is slow too, and four times as long is
 * waited for. An old page that is frozen holds up an upgrade or a deletion for ever, and the
 * browser does not report it.
 */
export function watchHold(): { readonly held: Promise<void>; readonly stop: () => void } {
  const { promise: held, resolve } = Promise.withResolvers<void>()
  const ask = async (): Promise<void> => {
    const askedAt = performance.now()
    try {
      await deleteDB(probe)
    } catch {
      // Not every place has databases: a server renders the page, too.
    }
    const ms = holdMs + 4 * (performance.now() - askedAt)
    if (timer !== undefined) timer = setTimeout(resolve, ms)
  }
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(() => void ask(), holdMs)
  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  return { held, stop }
}

function open(
  name: string,
  wanted: number | undefined,
  { onCreated, onClosed }: DatabaseEvents,
  onBegun: () => void,
): Promise<Database> {
  const sentinel = `ambit:born:${name}`
  let isForeign = false
  const opening = openDB<Schema>(name, wanted, {
    upgrade(database, oldVersion, _newVersion, tx) {
      // From here on only this page is waited for.
      onBegun()
      if (oldVersion === 0) onCreated(readSentinel(sentinel))
      isForeign = oldVersion > 0 && !database.objectStoreNames.contains('meta')
      if (isForeign) {
        tx.done.catch(() => undefined)
        return tx.abort()
      }
      createStores(database, oldVersion)
    },
    blocking: (_current, _blocked, event) => {
      ;(event.target as IDBDatabase).close()
      onClosed(false)
    },
    terminated: () => onClosed(true),
  })
  return opening.then(
    (database) => {
      writeSentinel(sentinel)
      return database
    },
    (error: unknown) => {
      throw isForeign ? notOurs(name) : error
    },
  )
}

/** Whether there was a database before. A lost history differs from a new user by nothing else. */
function readSentinel(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function writeSentinel(key: string): void {
  try {
    localStorage.setItem(key, '1')
  } catch {
    // Without the sentinel a loss is not noticed. Nothing else depends on it.
  }
}

/** Removes the sentinel of a database that is deleted on purpose. */
export function removeSentinel(name: string): void {
  try {
    localStorage.removeItem(`ambit:born:${name}`)
  } catch {
    // The same holds here.
  }
}

/**
 * Reads the rows of a range. A single value that is gone from the disk fails the request for all
 * rows. The rows are then read one by one, and that row is left out.
 */
export async function readRows<Name extends StoreNames<Schema>>(
  database: Database,
  store: Name,
  range?: IDBKeyRange,
): Promise<Schema[Name]['value'][]> {
  try {
    return await database.getAll(store, range)
  } catch {
    const keys = await database.getAllKeys(store, range)
    const rows = await Promise.all(
      keys.map((key) => database.get(store, key).catch(() => undefined)),
    )
    return rows.filter((row) => row !== undefined)
  }
}
