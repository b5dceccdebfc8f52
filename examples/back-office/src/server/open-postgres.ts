import { postgresSessions } from '@ambit/proxy/sessions'
import postgres from 'postgres'
import { type Database, DatabaseUnavailableError, type Queries } from './database.ts'

const toQueries = (sql: postgres.ISql): Queries => ({
  query: async <Row>(text: string, values: readonly unknown[] = []) =>
    (await sql.unsafe(text, [...values] as postgres.ParameterOrJSON<never>[])) as unknown as Row[],
  script: async (text) => void (await sql.unsafe(text)),
})

/** Opens a PostgreSQL server by its address. */
export async function openPostgres(url: string): Promise<Database> {
  const sql = postgres(url, { max: 5, connect_timeout: 5, onnotice: () => {} })
  try {
    await sql.unsafe('select 1')
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw new DatabaseUnavailableError(
      `No PostgreSQL answers at ${withoutPassword(url)}: ${reasonOf(error)}.`,
      [
        'Start the server, or correct DATABASE_URL.',
        'Or unset DATABASE_URL: the back office then brings its own database.',
      ],
      error,
    )
  }
  return {
    ...toQueries(sql),
    transaction: (work) => sql.begin((inner) => work(toQueries(inner))) as ReturnType<typeof work>,
    sessions: postgresSessions(sql),
    close: () => sql.end({ timeout: 5 }),
  }
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'the address in DATABASE_URL, which is not a URL'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'it refused'
