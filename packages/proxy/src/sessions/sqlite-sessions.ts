import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  checkStoreOptions,
  once,
  type SentEvent,
  type SessionStore,
  type SessionStoreOptions,
  type SessionTransaction,
  type SqlValue,
} from './store.ts'
import { migrate } from './tables.ts'

/** The milliseconds between two looks at a database that another process writes. */
const busyMs = 10

/** The code of SQLite for a database that another connection writes. */
const isBusy = (thrown: unknown): boolean => (thrown as { errcode?: unknown }).errcode === 5

/**
 * Creates a store of sessions in one file, for one proxy: Node's own SQLite. It needs Node 22.13.
 *
 * @param path The path of the file, which is created. `:memory:` for no file.
 * @throws TypeError for an unknown option, and for a path that is not a text.
 *
 * @example
 * createProxy({ …, use: [sessions({ store: sqliteSessions('./sessions.db') })] })
 */
export function sqliteSessions(path: string, options: SessionStoreOptions = {}): SessionStore {
  checkStoreOptions(options, ['sqliteSessions', ''])
  if (typeof path !== 'string' || path === '') {
    throw new TypeError('sqliteSessions: the first argument must be the path of a file.')
  }
  const { now = Date.now, files } = options
  const listeners = new Set<(sent: SentEvent) => void>()
  let last: Promise<unknown> = Promise.resolve()

  const open = once(async () => {
    const { DatabaseSync } = await import('node:sqlite')
    const database = openFile(() => new DatabaseSync(path), path)
    try {
      await waitFor(() => database.exec('pragma journal_mode = wal'))
      // What is deleted is not in the file any more.
      database.exec('pragma secure_delete = on')
      const sql = queries(database)
      await inTransaction(database, () => migrate(sql, 'sqlite'))
      return { database, sql }
    } catch (thrown) {
      database.close()
      throw thrown
    }
  })

  async function run<T>(work: (transaction: SessionTransaction) => Promise<T>): Promise<T> {
    const { database, sql } = await open()
    const events: SentEvent[] = []
    const send = (sent: SentEvent): void => void events.push(sent)
    const result = await inTransaction(database, () => work({ sql, now: now(), send }))
    for (const sent of events) for (const listener of listeners) listener(sent)
    return result
  }

  return {
    files,
    // One after another, because all of them have one connection.
    transaction(_subject, work) {
      const running = last.then(() => run(work))
      last = running.catch(() => undefined)
      return running
    },
    async listen(onEvent) {
      listeners.add(onEvent)
    },
  }
}

function openFile(open: () => DatabaseSync, path: string): DatabaseSync {
  try {
    return open()
  } catch (cause) {
    throw new Error(`sqliteSessions: the file ${path} cannot be opened.`, { cause })
  }
}

/** The most statements that are kept prepared. Those of searches differ by their words. */
const mostPrepared = 100

/** Returns the function that runs statements. Each is prepared once. */
function queries(database: DatabaseSync): SessionTransaction['sql'] {
  const prepared = new Map<string, StatementSync>()
  return async <Row>(text: string, values: readonly SqlValue[] = []) => {
    const statement = prepared.get(text) ?? database.prepare(text)
    if (prepared.size < mostPrepared) prepared.set(text, statement)
    const named: Record<string, SQLInputValue> = {}
    for (const [nth, value] of values.entries()) named[`$${nth + 1}`] = value
    return statement.all(named) as Row[]
  }
}

async function inTransaction<T>(database: DatabaseSync, work: () => Promise<T>): Promise<T> {
  await waitFor(() => database.exec('begin immediate'))
  try {
    const result = await work()
    database.exec('commit')
    return result
  } catch (thrown) {
    database.exec('rollback')
    throw thrown
  }
}

/** Does something as soon as no other process writes the database. SQLite itself would block. */
async function waitFor(work: () => void): Promise<void> {
  for (;;) {
    try {
      return work()
    } catch (thrown) {
      if (!isBusy(thrown)) throw thrown
    }
    await new Promise((resolve) => setTimeout(resolve, busyMs))
  }
}
