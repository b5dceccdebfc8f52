import { postgresSessions } from '@ambit/proxy/sessions'
import { type ClientBase, Pool } from 'pg'
import { type Database, DatabaseUnavailableError, type Queries } from './database.ts'

const toQueries = (client: Pool | ClientBase): Queries => ({
  query: async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[],
  script: async (text) => void (await client.query(text)),
})

/** Opens a PostgreSQL server by its address. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new Pool({ connectionString: url, max: 5, connectionTimeoutMillis: 5_000 })
  // Also watches the pool, so that a connection that is lost does not end the process.
  const sessions = postgresSessions(pool)
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw new DatabaseUnavailableError(
      `No PostgreSQL answers at ${withoutPassword(url)}: ${reasonOf(error)}.`,
      [
        'Start the server, or correct DATABASE_URL.',
        'Or unset DATABASE_URL: the back office then brings its own database.',
      ],
      error,
    )
  }
  return { ...toQueries(pool), transaction, sessions, close: () => pool.end() }

  async function transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    // The statement that fails tells of a lost connection.
    client.on('error', ignore)
    try {
      await client.query('begin')
      const result = await work(toQueries(client))
      await client.query('commit')
      client.off('error', ignore)
      client.release()
      return result
    } catch (error) {
      // The database itself undoes what a closed connection leaves behind.
      client.release(true)
      throw error
    }
  }
}

const ignore = (): void => undefined

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'the address in DATABASE_URL, which is not a URL'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'it refused'
