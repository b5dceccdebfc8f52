import { resolve } from 'node:path'
import { type Database, DatabaseUnavailableError } from './database.ts'
import { migrate } from './migrate.ts'
import { seed } from './seed/seed.ts'

/**
 * The variables that name the database: a server in `DATABASE_URL`, else a folder in
 * `BACK_OFFICE_DATA` (`memory` for no folder), else `.data`.
 */
export type DatabaseVariables = Readonly<
  Partial<Record<'DATABASE_URL' | 'BACK_OFFICE_DATA', string>>
>

const example = resolve(import.meta.dirname, '../..')

/**
 * Opens the database, migrates its tables, and fills them once. Loads only the driver that it
 * needs.
 */
export async function openDatabase(variables: DatabaseVariables): Promise<Database> {
  const database = await connect(variables)
  try {
    await migrate(database)
    await seed(database)
    return database
  } catch (error) {
    await database.close()
    throw new DatabaseUnavailableError(
      error instanceof Error ? error.message : String(error),
      ['Nothing was changed. Correct what the message says, and try again.'],
      error,
    )
  }
}

async function connect({ DATABASE_URL, BACK_OFFICE_DATA }: DatabaseVariables): Promise<Database> {
  if (DATABASE_URL) return (await import('./open-postgres.ts')).openPostgres(DATABASE_URL)
  const { openEmbedded } = await import('./open-embedded.ts')
  if (BACK_OFFICE_DATA === 'memory') return openEmbedded(undefined)
  return openEmbedded(resolve(example, BACK_OFFICE_DATA || '.data'))
}
