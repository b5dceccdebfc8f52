import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ppid } from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, readMigrations } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { openEmbedded } from './open-embedded.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('openDatabase', { timeout: 120_000 }, () => {
  it('fills an empty folder once, and finds it as it was left', async () => {
    const first = await openDatabase({ BACK_OFFICE_DATA: folder })
    const [filled] = await first.query<{ count: number }>('select count(*)::int from orders')
    expect(filled?.count).toBeGreaterThan(3000)
    await first.query(`update customers set city = 'Oslo' where id = 'C-1001'`)
    await first.close()

    const second = await openDatabase({ BACK_OFFICE_DATA: folder })
    const rows = await second.query<{ city: string }>(
      `select city from customers where id = 'C-1001'`,
    )
    await second.close()
    expect(rows).toEqual([{ city: 'Oslo' }])
  })

  it('leaves a folder alone that another process has open', async () => {
    await writeFile(join(folder, 'process'), String(ppid))
    await expect(openDatabase({ BACK_OFFICE_DATA: folder })).rejects.toThrow(
      `is in use by process ${ppid}`,
    )
  })

  it('names the server that does not answer, and not its password', async () => {
    const opening = openDatabase({ DATABASE_URL: 'postgres://shop:planted@127.0.0.1:1/shop' })
    await expect(opening).rejects.toThrow(
      'No PostgreSQL answers at postgres://127.0.0.1:1/shop: ECONNREFUSED.',
    )
  })
})

describe('migrate', { timeout: 120_000 }, () => {
  it('leaves nothing behind of steps of which one fails, and goes on where it was', async () => {
    const database = await openEmbedded(undefined)
    const tables = async () =>
      (
        await database.query<{ name: string }>(
          `select table_name as name from information_schema.tables where table_schema = 'public'`,
        )
      ).map(({ name }) => name)
    const migrations = await readMigrations()
    const broken = { name: '9999-broken.sql', sql: 'create table half (); select nonsense;' }

    await expect(migrate(database, [...migrations, broken])).rejects.toThrow(
      'The migration 9999-broken.sql failed',
    )
    expect(await tables()).toEqual([])
    await migrate(database, migrations)
    expect(await tables()).toContain('refunds')
    await expect(migrate(database, [...migrations, broken])).rejects.toThrow()
    expect(await tables()).not.toContain('half')
    await migrate(database, migrations)
    await database.close()
  })
})
