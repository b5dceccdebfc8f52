import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAgent, Tool } from 'ambit'
import { nodeListener } from '@ambit/proxy/node'
import { call, calls, scriptedModel } from '@ambit/testing'
import { storageConformance } from '@ambit/testing/storage'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverStorage } from './page/server-storage.ts'
import { createSessionServer } from './server/create-session-server.ts'
import { type Database, tables } from './server/database.ts'

let database: Database
let postgres: PGlite
let server: Server
let url: string
let now = 1_000_000

/** Starts a server process: it has the database in common with the one before, and nothing else. */
async function start(port = 0): Promise<void> {
  const handler = createSessionServer({
    database,
    leaseMs: 60_000,
    now: () => now,
    // In an app: the user of the server's session, which the cookie names.
    userOf: async ({ headers }) => /^user=(.+)$/.exec(headers.get('cookie') ?? '')?.[1],
  })
  server = createServer(nodeListener(handler))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sessions`
}

/** Kills the server: requests that go on are cut. */
async function kill(): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeAllConnections()
  await closed
}

beforeAll(async () => {
  postgres = await PGlite.create()
  await postgres.exec(tables)
  database = {
    transaction: (work) =>
      postgres.transaction((tx) =>
        work(async <Row>(text: string, values: readonly unknown[] = []) => {
          const { rows } = await tx.query<Row>(text, [...values])
          return rows
        }),
      ),
  }
  await start()
}, 180_000)
afterAll(async () => {
  await kill()
  await postgres.close()
})

type Fetch = typeof globalThis.fetch

/** Returns the `fetch` of a browser in which somebody is signed in. */
const signedIn =
  (user: string): Fetch =>
  (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as object), cookie: `user=${user}` } })

/** Returns a `fetch` over a network that loses requests and answers, at fixed places. */
function lossy(fetch: Fetch, latencyMs: number): Fetch {
  let count = 0
  return async (input, init) => {
    if (String(input).includes('/events')) return fetch(input, init)
    const nth = ++count
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs))
    if (nth % 7 === 3) throw new TypeError('The request was lost.')
    if (nth % 11 === 6) return new Response('busy', { status: 503 })
    const response = await fetch(input, init)
    if (nth % 5 !== 2) return response
    await response.arrayBuffer()
    throw new TypeError('The answer was lost.')
  }
}

const isLong = !!process.env['AMBIT_LONG']

const networks: [string, (fetch: Fetch) => Fetch][] = [
  ['a network that loses requests and answers', (fetch) => lossy(fetch, 0)],
]
if (isLong) {
  networks.push(
    ['a good network', (fetch) => fetch],
    ['a network that loses, 80 ms away', (fetch) => lossy(fetch, 80)],
  )
}

describe.each(networks)('serverStorage over %s', (_name, network) => {
  const cases = storageConformance(
    ({ store }) => serverStorage({ url, fetch: network(signedIn(store)), retryMs: 1, pollMs: 20 }),
    { wait: (ms) => void (now += ms), timeoutMs: isLong ? 300_000 : 20_000, steps: 30 },
  )
  it.each(cases)('$name', ({ run }) => run(), 330_000)
})

describe('serverStorage', () => {
  it('completes a run of five calls over a server that is killed in the middle of it', async () => {
    const ran: number[] = []
    let failed = 0
    let isDown = false
    const stop = async (): Promise<void> => {
      await kill()
      isDown = true
    }
    const { port } = server.address() as AddressInfo
    const watching: Fetch = async (input, init) => {
      try {
        return await signedIn('ada')(input, init)
      } catch (error) {
        // The server comes back when the page has noticed that it is gone.
        if (isDown && !String(input).includes('/events') && ++failed === 3) {
          isDown = false
          await start(port)
        }
        throw error
      }
    }
    const storage = serverStorage({ url, fetch: lossy(watching, 0), retryMs: 1 })
    const step = new Tool({
      name: 'step',
      description: 'Does a step.',
      effect: 'write',
      handler: async () => {
        ran.push(ran.length + 1)
        if (ran.length === 3) await stop()
        return `did ${ran.length}`
      },
    })
    const steps = [1, 2, 3, 4, 5].map((nth) => calls(call('step', {}, `call-${nth}`)))
    const agent = createAgent({
      model: scriptedModel([...steps, 'All done.']),
      tools: [step],
      storage,
      session: 'new',
    })
    const { content } = await agent.chat('Do five steps')
    expect(content).toBe('All done.')
    expect(ran).toEqual([1, 2, 3, 4, 5])
    expect(failed).toBeGreaterThanOrEqual(3)
    expect(agent.sessions.getState().degraded).toBeUndefined()
    const rows = await storage.readMessages(agent.sessions.current, { from: 0 })
    expect(rows.map(({ message }) => message.id)).toEqual(
      agent.history.messages.map(({ id }) => id),
    )
    expect(rows).toHaveLength(12)
    expect(await storage.readIntents(agent.sessions.current)).toEqual([])
    expect((await storage.read(agent.sessions.current))?.run).toBeUndefined()
    agent.sessions.close()
  })

  it('shows nothing to a person who is not signed in, or to another one', async () => {
    const ada = serverStorage({ url, fetch: signedIn('ada'), retryMs: 1 })
    const bob = serverStorage({ url, fetch: signedIn('bob'), retryMs: 1 })
    const nobody = serverStorage({ url, retryMs: 1 })
    const claim = await ada.claim('private', { at: 1 })
    expect(await bob.read('private')).toBeUndefined()
    expect((await bob.list()).map(({ id }) => id)).not.toContain('private')
    await expect(nobody.read('private')).rejects.toMatchObject({ details: { kind: 'unavailable' } })
    await claim?.release()
  })
})
