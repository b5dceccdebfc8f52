import { serverStorage } from '@ambit/browser/server-storage'
import { Pool } from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresSessions } from '../../src/sessions/postgres-sessions.ts'
import { itTakesHostileSizes } from './hostile-sizes.ts'
import { noPostgres, PostgresServer } from './postgres-server.ts'
import { describeStore } from './session-rules.ts'
import { baseURL, SessionServer, signedIn } from './session-servers.ts'

describe.skipIf(noPostgres)(`PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`, () => {
  const server = new PostgresServer()
  const clients: ReturnType<typeof postgres>[] = []
  const connect = () => {
    const client = postgres(server.url, { onnotice: () => undefined, backoff: () => 0.05 })
    clients.push(client)
    return client
  }
  const pools: Pool[] = []
  const createPool = () => {
    const pool = new Pool({ connectionString: server.url })
    pools.push(pool)
    return pool
  }
  beforeAll(() => server.create(), 60_000)
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.end({ timeout: 0 })))
    await Promise.all(pools.map((pool) => pool.end()))
    await server.remove()
  })

  describeStore('PostgreSQL, by both packages', async (now) => [
    postgresSessions(createPool(), { now }),
    postgresSessions(connect(), { now }),
  ])

  itTakesHostileSizes('PostgreSQL', 200, async () => postgresSessions(createPool()))

  it('creates the tables once, though ten proxies begin at the same time', async () => {
    const client = connect()
    await client`drop table ambit_versions, ambit_sessions, ambit_messages, ambit_intents, ambit_blobs, ambit_objects`
    const stores = Array.from({ length: 10 }, () => postgresSessions(connect()))
    await Promise.all(stores.map((store) => store.transaction('ada', ({ sql }) => sql('select 1'))))
    expect(await client`select version from ambit_versions`).toEqual([{ version: 2 }])
    await client`insert into ambit_versions values (1000000)`
    const old = postgresSessions(connect())
    await expect(old.transaction('ada', async () => undefined)).rejects.toThrow('newer version')
    await client`delete from ambit_versions where version > 1000`
  })

  it('shows a transaction no row of another subject, whatever it asks for', async () => {
    const store = postgresSessions(connect())
    const insert = `insert into ambit_sessions
      (subject, id, body, title, updated_at, stored_at, is_empty) values ($1, 's', '{}', '', 1, 1, 0)`
    await store.transaction('ada', ({ sql }) => sql(insert, ['ada']))
    const all = 'select subject from ambit_sessions'
    expect(await store.transaction('ada', ({ sql }) => sql(all))).toEqual([{ subject: 'ada' }])
    expect(await store.transaction('eve', ({ sql }) => sql(all))).toEqual([])
    expect(await store.transaction('', ({ sql }) => sql(all))).toEqual([])
    const forging = store.transaction('eve', ({ sql }) => sql(insert, ['ada']))
    await expect(forging).rejects.toThrow('row-level security')
    await store.transaction('eve', ({ sql }) => sql('delete from ambit_sessions'))
    expect(await store.transaction('ada', ({ sql }) => sql(all))).toHaveLength(1)
  })

  it('loses nothing when the database crashes between writes, and hears again after it', async () => {
    const here = new SessionServer(postgresSessions(createPool()))
    const there = new SessionServer(postgresSessions(createPool()))
    await Promise.all([here.start(), there.start()])
    const [writer, follower] = [here, there].map((proxy) =>
      serverStorage({ baseURL, fetch: signedIn('crash', [proxy]), retryMs: 100 }),
    )
    const claim = await writer?.claim('s', { at: 1 })
    const heard: number[] = []
    const stop = follower?.watch('s', (note) => {
      if (note.type === 'advanced') heard.push(note.next)
    })
    const write = async (nth: number) => {
      const message = { id: `m${nth}`, parentId: null, createdAt: nth, content: 'x' }
      return claim?.write({ at: nth, next: nth, messages: [{ ...message, role: 'user' }] })
    }
    await write(0)
    await expect.poll(() => heard).toContain(1)
    const writing = Array.from({ length: 20 }, (_, nth) => write(nth + 1))
    await server.crash()
    await server.start()
    await Promise.all(writing)
    const rows = await follower?.readMessages('s', { from: 0 })
    expect(rows?.map(({ message }) => message.id)).toEqual(
      Array.from({ length: 21 }, (_, nth) => `m${nth}`),
    )
    await write(21)
    await expect.poll(() => heard, { timeout: 10_000 }).toContain(22)
    stop?.()
    await claim?.release()
    await Promise.all([here.kill(), there.kill()])
  })
})
