import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll } from 'vitest'
import { postgresSessions } from '../../src/sessions/postgres-sessions.ts'
import { sqliteSessions } from '../../src/sessions/sqlite-sessions.ts'
import { describeStore } from './session-rules.ts'

let pglite: PGlite | undefined
afterAll(() => pglite?.close())

describeStore('PGlite', async (now) => {
  pglite = await PGlite.create()
  // A superuser would pass by the policies of the rows.
  await pglite.exec(`create role app login; grant all on schema public to app; set role app`)
  return [postgresSessions(pglite, { now }), postgresSessions(pglite, { now })]
})

const folder = mkdtempSync(join(tmpdir(), 'ambit-sessions-'))
afterAll(() => rmSync(folder, { recursive: true }))

describeStore('SQLite', async (now) => {
  const store = sqliteSessions(join(folder, 'sessions.db'), { now })
  return [store, store]
})
