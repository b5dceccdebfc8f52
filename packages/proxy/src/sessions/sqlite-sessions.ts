import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { nextTurn } from '../turns.ts'
import { Lanes } from './lanes.ts'
import {
  checkStoreOptions,
  inTurns,
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
  // One after another, because all of them have one connection.
  const lanes = new Lanes(1, 1)

  const open = once(async () => {
    const { DatabaseSync } = await import('node:sqlite')
    const database = openFile(() => new DatabaseSync(path), path)
    try {
      await waitFor(() => database.exec('pragma journal_mode = wal'))
      // What is deleted is not in the file any more.
      database.exec('pragma secure_delete = on')
      const queried = queries(database)
      await inTransaction(database, () => migrate(queried.sql, 'sqlite'))
      return { database, queried }
    } catch (thrown) {
      database.close()
      throw thrown
    }
  })

  async function run<T>(
    work: (transaction: SessionTransaction) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const { database, queried } = await open()
    // SQLite itself never waits, so the rest of the process would have to.
    await nextTurn()
    const sql = inTurns(queried.sql, signal)
    const events: SentEvent[] = []
    const send = (sent: SentEvent): void => void events.push(sent)
    const begun = { sql, now: now(), send }
    const result = await inTransaction(database, () => work(begun))
    // Until then, the log of the database has what was deleted.
    if (queried.isDeleted) database.exec('pragma wal_checkpoint(truncate)')
    queried.isDeleted = false
    for (const sent of events) for (const listener of listeners) listener(sent)
    return result
  }

  return {
    files,
    transaction: (subject, work, signal) => lanes.run(subject, () => run(work, signal), signal),
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

/** The function that runs statements, and whether one has deleted something. */
interface Queries {
  readonly sql: SessionTransaction['sql']
  isDeleted: boolean
}

/** Returns the function that runs statements. Each is prepared once. */
function queries(database: DatabaseSync): Queries {
  const prepared = new Map<string, StatementSync>()
  const sql = async <Row>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> => {
    if (text.startsWith('delete')) queried.isDeleted = true
    const statement = prepared.get(text) ?? database.prepare(text)
    if (prepared.size < mostPrepared) prepared.set(text, statement)
    const named: Record<string, SQLInputValue> = {}
    for (const [nth, value] of values.entries()) named[`$${nth + 1}`] = value
    return statement.all(named) as Row[]
  }
  const queried: Queries = { sql, isDeleted: false }
  return queried
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
