import { nextTurn } from '../turns.ts'
import type { SessionTransaction } from './store.ts'

/** The channel of the notifications. */
export const channel = 'ambit_sessions'

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
export interface Connection {
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
export function connectionOf(client: object): Connection {
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
