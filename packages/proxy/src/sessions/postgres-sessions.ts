import { Lanes } from './lanes.ts'
import { channel, connectionOf } from './postgres-connection.ts'
import {
  checkStoreOptions,
  inTurns,
  once,
  type SentEvent,
  type SessionStore,
  type SessionStoreOptions,
} from './store.ts'
import { migrate } from './tables.ts'

/** The number of the lock under which one process changes the tables. */
const migrationLock = 7_355_608

/** The time of one statement, in milliseconds. All of them are short, so it waits for a lock. */
const statementMs = 10_000

/** The most connections that one user has at once, so that there are some for the others. */
const mostConnections = 2

/** The most characters of one notification, which PostgreSQL limits to 8,000 bytes. */
const pieceLength = 1_900

/**
 * Creates a store of sessions in PostgreSQL 13 or newer, for any number of proxies. The first
 * transaction creates the tables, whose names begin with `ambit_`, or brings them to the newest
 * version. Several proxies may do so at once. Row-level security keeps each transaction to its
 * subject, unless the role of the connection is a superuser.
 *
 * Proxies tell each other what is new by `NOTIFY`, so the client must reach the database itself,
 * and not through a pool of transactions. Whoever may connect to the database hears that.
 *
 * That takes one more connection of each proxy.
 *
 * @param client A `Pool` of the package `pg`, a client of the package `postgres`, or a PGlite for
 * development and tests. When the database restarts, `postgres` 3.4.9 can end the process by an
 * error that nobody can catch.
 * @throws TypeError for an unknown option, and for what is not such a client.
 *
 * @example
 * const store = postgresSessions(new Pool({ connectionString: process.env.DATABASE_URL }))
 * createProxy({ …, use: [sessions({ store })] })
 */
export function postgresSessions(client: object, options: SessionStoreOptions = {}): SessionStore {
  checkStoreOptions(options, ['postgresSessions', ''])
  const { begin, listen } = connectionOf(client)
  const { now: clock, files } = options
  const listeners = new Map<(sent: SentEvent) => void, () => void>()
  const lanes = new Lanes(Infinity, mostConnections)
  const bringUpToDate = once(() =>
    begin(async (sql) => {
      await sql('select pg_advisory_xact_lock($1::bigint)', [migrationLock])
      await migrate(sql, 'postgres')
    }),
  )
  const hear = once(async () => {
    const pieces = new Map<string, string>()
    const onText = (text: string): void => {
      const { id, piece, isLast } = JSON.parse(text) as Piece
      const whole = (pieces.get(id) ?? '') + piece
      pieces.set(id, whole)
      if (!isLast) return
      pieces.delete(id)
      for (const onEvent of listeners.keys()) onEvent(JSON.parse(whole) as SentEvent)
    }
    // Called again after the connection was lost.
    const onListen = (): void => {
      pieces.clear()
      for (const onMissed of listeners.values()) onMissed()
    }
    await listen(onText, onListen)
  })

  return {
    files,
    async transaction(subject, work, signal) {
      await bringUpToDate()
      const begun = () =>
        begin(async (run) => {
          const sql = inTurns(run, signal)
          const [begun] = await sql<{ now: number }>(
            `select set_config('ambit.subject', $1, true), set_config('ambit.everybody', $2, true),
             set_config('statement_timeout', '${statementMs}', true),
             (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
            [subject ?? '', subject === undefined ? 'yes' : ''],
          )
          const events: SentEvent[] = []
          const now = clock ? clock() : (begun?.now ?? Date.now())
          const result = await work({ sql, now, send: (sent) => void events.push(sent) })
          if (events.length)
            await sql('select pg_notify($1, value) from json_array_elements_text($2::text::json)', [
              channel,
              JSON.stringify(events.flatMap(toPieces)),
            ])
          return result
        })
      return lanes.run(subject, begun, signal)
    },
    async listen(onEvent, onMissed) {
      listeners.set(onEvent, onMissed)
      await hear()
    },
  }
}

/** A part of an event, whose parts come one after another. */
interface Piece {
  id: string
  /** PostgreSQL sends equal notifications of a transaction once. */
  at: number
  piece: string
  isLast: boolean
}

/** Returns the notifications of an event. */
function toPieces(sent: SentEvent): string[] {
  const id = crypto.randomUUID()
  const text = JSON.stringify(sent)
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += pieceLength) {
    const piece = text.slice(at, at + pieceLength)
    const isLast = at + pieceLength >= text.length
    pieces.push(JSON.stringify({ id, at, piece, isLast } satisfies Piece))
  }
  return pieces
}
