import { Lanes } from './lanes.ts'
import {
  checkStoreOptions,
  inTurns,
  once,
  type SentEvent,
  type SessionStore,
  type SessionStoreOptions,
  type SessionTransaction,
} from './store.ts'
import { migrate } from './tables.ts'
import { nextTurn } from '../turns.ts'

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

/** The channel of the notifications. */
const channel = 'ambit_sessions'

/** A client of the package `postgres`. */
interface PostgresClient {
  begin: <T>(
    work: (tx: {
      unsafe: (text: string, values: readonly unknown[]) => PromiseLike<readonly unknown[]>
    }) => Promise<T>,
  ) => Promise<T>
  listen: (
    channel: string,
    onText: (text: string) => void,
    onListen: () => void,
  ) => PromiseLike<unknown>
}

/** A pool of the package `pg`. */
interface PgPool {
  connect: () => Promise<PgClient & { release: (isBroken: boolean) => void }>
  on: (event: 'error', listener: () => void) => unknown
  readonly ending: boolean
  readonly options: object
  readonly Client: new (options: object) => PgClient & {
    connect: () => Promise<unknown>
    end: () => Promise<void>
    unref: () => void
  }
}

interface PgClient {
  query: (
    text: string,
    values?: readonly unknown[],
  ) => Promise<{ readonly rows: readonly unknown[] }>
  on: PgEvents
  off: PgEvents
}

type PgEvents = (
  event: 'notification' | 'error' | 'end',
  listener: (message: { readonly payload?: string | undefined }) => void,
) => unknown

/** The time before it listens again after a connection was lost, in milliseconds. */
const pauseMs = 500

/** A PGlite: PostgreSQL in this process. */
interface PgliteClient {
  transaction: <T>(
    work: (tx: {
      query: (text: string, values: readonly unknown[]) => PromiseLike<{ rows: readonly unknown[] }>
    }) => Promise<T>,
  ) => Promise<T>
  listen: (channel: string, onText: (text: string) => void) => PromiseLike<unknown>
}

/** What the store needs of a client. */
interface Connection {
  /** Does some work in a transaction. */
  begin: <T>(work: (sql: SessionTransaction['sql']) => Promise<T>) => Promise<T>
  /** Calls `onListen` each time it listens from then on. */
  listen: (onText: (text: string) => void, onListen: () => void) => Promise<void>
}

/**
 * Returns what the store needs of a client.
 *
 * @throws TypeError if it is not a client.
 */
function connectionOf(client: object): Connection {
  const known = Object(client) as Partial<PostgresClient & PgliteClient & PgPool>
  if (typeof known.connect === 'function' && typeof known.Client === 'function') {
    return poolOf(client as PgPool)
  }
  if (typeof known.begin === 'function') {
    const postgres = client as PostgresClient
    return {
      begin: (work) =>
        postgres.begin((tx) =>
          work(async <Row>(text: string, values: readonly unknown[] = []) =>
            Array.from((await tx.unsafe(text, [...values])) as readonly Row[]),
          ),
        ),
      listen: async (onText, onListen) => void (await postgres.listen(channel, onText, onListen)),
    }
  }
  if (typeof known.transaction === 'function' && typeof known.listen === 'function') {
    const pglite = client as PgliteClient
    return {
      begin: async (work) => {
        // It runs in this process, so others must have their turn between two transactions.
        await nextTurn()
        return pglite.transaction((tx) =>
          work(async <Row>(text: string, values: readonly unknown[] = []) =>
            Array.from((await tx.query(text, [...values])).rows as readonly Row[]),
          ),
        )
      },
      listen: async (onText) => void (await pglite.listen(channel, onText)),
    }
  }
  throw new TypeError(
    'postgresSessions: the first argument must be a `Pool` of `pg`, a client of `postgres`, or a PGlite.',
  )
}

/** Without a listener, the loss of a connection would end the process. */
const ignore = (): void => undefined

function poolOf(pool: PgPool): Connection {
  pool.on('error', ignore)
  const queries =
    (client: PgClient): SessionTransaction['sql'] =>
    async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, values)).rows as Row[]
  return {
    async begin(work) {
      const client = await pool.connect()
      client.on('error', ignore)
      const end = (isBroken: boolean): void => {
        if (!isBroken) client.off('error', ignore)
        client.release(isBroken)
      }
      try {
        await client.query('begin')
        const result = await work(queries(client))
        await client.query('commit')
        end(false)
        return result
      } catch (thrown) {
        // The database itself undoes what a connection leaves behind.
        await client.query('rollback').then(
          () => end(false),
          () => end(true),
        )
        throw thrown
      }
    },
    async listen(onText, onListen) {
      const open = async (): Promise<void> => {
        // A connection of the pool would keep `pool.end()` waiting.
        const client = new pool.Client(pool.options)
        const { promise: lost, resolve: lose } = Promise.withResolvers<void>()
        client.on('error', lose as () => void)
        client.on('end', lose as () => void)
        client.on('notification', ({ payload = '' }) => onText(payload))
        try {
          await client.connect()
          client.unref()
          await client.query(`listen ${channel}`)
        } catch (thrown) {
          client.end().catch(ignore)
          throw thrown
        }
        onListen()
        void lost.then(again)
      }
      const again = (): void => {
        if (!pool.ending) setTimeout(() => void open().catch(again), pauseMs)
      }
      await open()
    },
  }
}
