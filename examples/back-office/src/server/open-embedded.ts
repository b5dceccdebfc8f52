import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kill, pid } from 'node:process'
import { PGlite } from '@electric-sql/pglite'
import { type Database, DatabaseUnavailableError, type Queries } from './database.ts'

type Executor = Pick<PGlite, 'query' | 'exec'>

const toQueries = (executor: Executor): Queries => ({
  query: async <Row>(text: string, values: readonly unknown[] = []) =>
    (await executor.query<Row>(text, [...values])).rows,
  script: async (text) => void (await executor.exec(text)),
})

/** Opens PostgreSQL in this process, on disk in a folder, or in memory without one. */
export async function openEmbedded(folder: string | undefined): Promise<Database> {
  const unlock = folder === undefined ? undefined : await lock(folder)
  try {
    const database = await PGlite.create(
      folder === undefined ? {} : { dataDir: join(folder, 'pg') },
    )
    return {
      ...toQueries(database),
      transaction: (work) => database.transaction((transaction) => work(toQueries(transaction))),
      close: async () => {
        await database.close()
        await unlock?.()
      },
    }
  } catch (error) {
    await unlock?.()
    throw new DatabaseUnavailableError(
      `The embedded database in ${folder ?? 'memory'} could not be opened.`,
      [`Delete the folder ${folder ?? ''}; it is filled again at the next start.`],
      error,
    )
  }
}

/** Locks the folder for this process. Two processes would destroy each other's files. */
async function lock(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'process')
  const owner = Number(await readFile(file, 'utf8').catch(() => ''))
  if (owner && owner !== pid && isAlive(owner)) {
    throw new DatabaseUnavailableError(
      `The embedded database in ${folder} is in use by process ${owner}.`,
      ['Stop the other back office.', 'Or give this one a folder of its own: BACK_OFFICE_DATA=…'],
      undefined,
    )
  }
  await writeFile(file, String(pid))
  return () => rm(file, { force: true })
}

function isAlive(id: number): boolean {
  try {
    return kill(id, 0)
  } catch {
    return false
  }
}
