import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, describe } from 'vitest'
import { postgresSessions } from '../../src/sessions/postgres-sessions.ts'
import { sqliteSessions } from '../../src/sessions/sqlite-sessions.ts'
import { itTakesHostileSizes } from './hostile-sizes.ts'

describe('sessions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ambit-hostile-'))
  let pglite: PGlite | undefined
  afterAll(async () => {
    await pglite?.close()
    rmSync(folder, { recursive: true })
  })

  // At most 50 on a quiet machine. Beside other programs, the same work takes longer.
  itTakesHostileSizes('SQLite', 100, async () => sqliteSessions(join(folder, 'sessions.db')))
  // All of PostgreSQL works in this thread, too.
  itTakesHostileSizes('PGlite', 2_000, async () =>
    postgresSessions((pglite = await PGlite.create())),
  )
})
