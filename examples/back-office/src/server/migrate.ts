import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from './database.ts'

const folder = join(import.meta.dirname, 'migrations')

/** One migration of the tables. */
export interface Migration {
  name: string
  sql: string
}

/** Reads the migrations in the folder `migrations`, in the order of their names. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => ({ name, sql: await readFile(join(folder, name), 'utf8') })),
  )
}

/** Applies the migrations that were not applied yet, all of them or none. */
export async function migrate(
  database: Database,
  migrations?: readonly Migration[],
): Promise<void> {
  const all = migrations ?? (await readMigrations())
  await database.transaction(async ({ query, script }) => {
    // The lock makes two servers that start at once take turns.
    await query('select pg_advisory_xact_lock(7102026)')
    await script('create table if not exists migrations (name text primary key)')
    const rows = await query<{ name: string }>('select name from migrations')
    const applied = new Set(rows.map(({ name }) => name))
    for (const { name, sql } of all) {
      if (applied.has(name)) continue
      await script(sql).catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new Error(`The migration ${name} failed: ${reason}`, { cause })
      })
      await query('insert into migrations (name) values ($1)', [name])
    }
  })
}
