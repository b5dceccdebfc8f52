import { AsyncLocalStorage } from 'node:async_hooks'
import { offlineStorage, serverStorage } from '@ambit/browser/server-storage'
import { type Agent, type ChatInput, createAgent, type Message, Tool } from '@ambit/core'
import { type AgentStorage, memoryStorage } from '@ambit/core/storage'
import { call, calls, scriptedModel } from '@ambit/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProxy } from '../../src/create-proxy.ts'
import { sessions } from '../../src/sessions/sessions.ts'
import { sqliteSessions } from '../../src/sessions/sqlite-sessions.ts'
import type { SessionFiles } from '../../src/sessions/store.ts'

type Answer = (request: Request) => Response | Promise<Response>

/** The work that goes on and needs no time. */
const going = new Set<object>()
const place = new AsyncLocalStorage<object>()

async function during<T>(work: () => Promise<T>): Promise<T> {
  const one = {}
  going.add(one)
  return place.run(one, work).finally(() => going.delete(one))
}

/** Lets the work around it wait for ever, which only time can end. */
async function hang(): Promise<never> {
  going.delete(place.getStore() ?? {})
  return new Promise(() => undefined)
}

/** A server over SQLite, and what stands between it and the pages. */
class Server {
  readonly #proxy: (request: Request) => Response | Promise<Response>
  /** The requests so far, without those for events. */
  count = 0
  /** Answers in place of the server; undefined lets a request through. */
  instead: (request: Request) => Promise<Answer | undefined> | Answer | undefined = () => undefined

  constructor(files?: SessionFiles) {
    this.#proxy = createProxy({
      authorize: ({ headers }) => headers.get('x-user') ?? undefined,
      use: [sessions({ store: sqliteSessions(':memory:', { files }) })],
      log: () => undefined,
    })
  }

  storage(): AgentStorage {
    return serverStorage({
      baseURL: 'http://localhost/api/agent',
      headers: { 'x-user': 'ann' },
      fetch: async (input, init) => {
        const request = new Request(input, init)
        if (!request.url.includes('/events')) this.count++
        const refuse = await during(async () => this.instead(request.clone()))
        return refuse ? refuse(request) : during(async () => this.#proxy(request))
      },
    })
  }

  readonly ids = async (): Promise<string[]> => (await this.messages()).map(({ id }) => id)

  /** Returns the messages as another device sees them. */
  async messages(): Promise<readonly Message[]> {
    const { instead, count } = this
    this.instead = () => undefined
    const storage = this.storage()
    const [session] = await storage.list()
    const rows = await storage.readMessages(session?.id ?? '', { from: 0 })
    Object.assign(this, { instead, count })
    return rows.map(({ message }) => message)
  }
}

const isWrite = async (request: Request): Promise<boolean> =>
  request.method === 'PUT' ||
  (request.method === 'POST' && (await request.text()).includes('"operation":"write"'))

const idsOf = ({ history }: Agent): string[] => history.messages.map(({ id }) => id)

const fileOf = (bytes: number): ChatInput => [
  { type: 'text', text: 'report' },
  {
    type: 'file',
    mediaType: 'application/pdf',
    data: Buffer.alloc(bytes, 7).toString('base64'),
    filename: 'r.pdf',
  },
]

/** A proxy in front of the server that takes 1 MB, as nginx does by default. */
const takesOneMb = async (request: Request): Promise<Answer | undefined> =>
  (await request.arrayBuffer()).byteLength > 1_048_576
    ? () => new Response('Request Entity Too Large', { status: 413 })
    : undefined

const look = (result: unknown): Tool =>
  new Tool({ name: 'look', description: 'Looks.', handler: () => result })

describe('a piece that is too large', () => {
  const large: readonly [string, ChatInput, Server['instead']][] = [
    ['a file over the limit of the proxy', fileOf(5_000_000), () => undefined],
    ['a file over the limit before it', fileOf(2_000_000), takesOneMb],
    ['a text', 'x'.repeat(1_200_000), takesOneMb],
  ]
  it.each(large)(
    'R104 is told, and what is said after it is stored: %s',
    async (_, said, instead) => {
      const server = new Server()
      server.instead = instead
      const agent = createAgent({
        model: scriptedModel(['hi', 'fine', 'more']),
        storage: server.storage(),
      })
      await agent.chat('hello')
      await agent.chat(said)
      await agent.chat('next')
      await expect.poll(server.ids).toEqual(idsOf(agent))
      expect(agent.sessions.getState().degraded?.message).toContain('too large')
      agent.sessions.close()
    },
  )

  it('R104 is sent apart from others, if each alone is small enough', async () => {
    const server = new Server()
    server.instead = takesOneMb
    const agent = createAgent({
      model: scriptedModel(['hi', 'fine', 'good', 'more']),
      storage: server.storage(),
    })
    await agent.chat('hello')
    server.instead = () => () => new Response(null, { status: 401 })
    await agent.chat('x'.repeat(600_000))
    await agent.chat('y'.repeat(600_000))
    server.instead = takesOneMb
    await agent.chat('next')
    await expect.poll(server.ids).toEqual(idsOf(agent))
    expect(await server.messages()).toEqual(agent.history.messages)
    expect(agent.sessions.getState().degraded).toBeUndefined()
    agent.sessions.close()
  })

  it('R104 is told, and what is said after it is stored: the state of the session', async () => {
    const server = new Server()
    server.instead = takesOneMb
    const agent = createAgent({ model: scriptedModel(['hi', 'more']), storage: server.storage() })
    await agent.chat('hello')
    agent.sessions.state.set({ notes: 'x'.repeat(1_200_000) } as never)
    await agent.chat('next')
    await expect.poll(server.ids).toEqual(idsOf(agent))
    expect(agent.sessions.getState().degraded?.message).toContain('The state')
    agent.sessions.close()
  })
})

/** A bucket whose fate a test decides. */
function createBucket() {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>()
  const bucket = {
    objects,
    isBroken: 'refuses' as 'refuses' | 'hangs' | undefined,
    files: {
      put: async (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
        if (bucket.isBroken === 'hangs') await hang()
        if (bucket.isBroken) throw new Error('The bucket refuses it.')
        objects.set(name, bytes)
      },
      get: async (name: string) => objects.get(name),
      delete: async (name: string) => void objects.delete(name),
    } satisfies SessionFiles,
  }
  return bucket
}

/** Lets time pass, and what needs no time have its turn in between. */
async function pass(ms: number, stepMs = 15_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await vi.advanceTimersByTimeAsync(stepMs)
    for (let turn = 0; turn < 8 || going.size > 0; turn++)
      await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Lets time pass until some work has ended. */
async function until<T>(work: PromiseLike<T>): Promise<T> {
  let isDone = false
  const end = (): void => void (isDone = true)
  work.then(end, end)
  for (let nth = 0; !isDone && nth < 10_000; nth++) await pass(500, 500)
  return work
}

/** Lets time pass until `look` returns what is expected, for at most an hour. */
async function eventually(look: () => unknown, expected: unknown): Promise<void> {
  for (let passed = 0; passed < hourMs; passed += 15_000) {
    await pass(15_000)
    if (JSON.stringify(await look()) === JSON.stringify(expected)) break
  }
  expect(await look()).toEqual(expected)
}

const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const

function stopTime(): void {
  vi.useFakeTimers({ toFake: [...toFake] })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController()
    setTimeout(() => late.abort(), ms)
    return late.signal
  })
  // Another thread does it, which a busy machine lets wait.
  const digest = crypto.subtle.digest.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'digest').mockImplementation((...sent) => during(() => digest(...sent)))
}

function startTime(): void {
  vi.restoreAllMocks()
  vi.useRealTimers()
}

const hourMs = 3_600_000

const storages: Readonly<Record<string, (server: Server) => AgentStorage>> = {
  serverStorage: (server) => server.storage(),
  offlineStorage: (server) => offlineStorage({ server: server.storage(), local: memoryStorage() }),
}

describe('a bucket that is away', () => {
  beforeEach(stopTime)
  afterEach(startTime)

  it.each(['refuses', 'hangs'] as const)(
    'R104 holds up nothing, and gets its file once it is back (it %s)',
    async (how) => {
      const bucket = createBucket()
      bucket.isBroken = how
      const server = new Server(bucket.files)
      const agent = createAgent({
        model: scriptedModel(['hi', 'fine', 'more', 'again']),
        storage: server.storage(),
      })
      const degraded = (): unknown => agent.sessions.getState().degraded
      await until(agent.chat('hello'))
      const saidAt = Date.now()
      await until(agent.chat(fileOf(20_000)))
      await until(agent.chat('next'))
      await eventually(server.ids, idsOf(agent))
      expect(Date.now() - saidAt).toBeLessThan(120_000)
      expect(degraded()).toMatchObject({ message: expect.stringContaining('file') as unknown })
      await pass(600_000)
      const { count } = server
      await pass(hourMs)
      expect(server.count - count).toBeLessThan(100)
      bucket.isBroken = undefined
      await eventually(() => bucket.objects.size, 1)
      await eventually(degraded, undefined)
      agent.sessions.close()
    },
  )

  const idle = Object.keys(storages).flatMap((storage) =>
    (['refuses', 'hangs'] as const).map((how) => ({ storage, how })),
  )
  it.each(idle)(
    'R104 gets its files once it is back, with nothing new (it $how, $storage)',
    async ({ storage, how }) => {
      const bucket = createBucket()
      const server = new Server(bucket.files)
      const agent = createAgent({
        model: scriptedModel(['hi', 'fine', 'more']),
        storage: storages[storage]?.(server),
      })
      await until(agent.chat('hello'))
      bucket.isBroken = how
      await until(agent.chat(fileOf(20_000)))
      await until(agent.chat(fileOf(30_000)))
      await pass(30_000, 500)
      expect(agent.sessions.getState().degraded?.message).toContain('file')
      bucket.isBroken = undefined
      await pass(60_000, 500)
      expect(bucket.objects.size).toBe(2)
      expect(agent.sessions.getState().degraded).toBeUndefined()
      agent.sessions.close()
    },
  )

  it.each(Object.keys(storages))(
    'R104 gets a file after one that is refused for ever (%s)',
    async (storage) => {
      const bucket = createBucket()
      bucket.isBroken = undefined
      const server = new Server(bucket.files)
      let refused: string | undefined
      server.instead = ({ method, url }) => {
        if (method === 'PUT') refused ??= url
        return url === refused ? () => new Response(null, { status: 400 }) : undefined
      }
      const agent = createAgent({
        model: scriptedModel(['hi', 'fine', 'more']),
        storage: storages[storage]?.(server),
      })
      await until(agent.chat('hello'))
      await until(agent.chat(fileOf(20_000)))
      await pass(hourMs)
      await until(agent.chat(fileOf(30_000)))
      await pass(5_000, 500)
      expect(bucket.objects.size).toBe(1)
      agent.sessions.close()
    },
  )
})

describe('a server that refuses', () => {
  beforeEach(stopTime)
  afterEach(startTime)

  const answer =
    (status: number): Answer =>
    () =>
      new Response(null, { status })
  const fates: Readonly<Record<string, Answer>> = {
    'with 400': answer(400),
    'with 401': answer(401),
    'with 413': answer(413),
    'with 503': answer(503),
    'without an answer': () => Promise.reject(new TypeError('Failed to fetch')),
    'after 10 s with 503': () =>
      new Promise((resolve) => {
        setTimeout(() => resolve(new Response(null, { status: 503 })), 10_000)
      }),
  }
  const cases = Object.keys(storages).flatMap((storage) =>
    Object.keys(fates).flatMap((fate) =>
      ['each request', 'each write'].flatMap((what) =>
        [0, 3].map((first) => ({ storage, fate, what, first })),
      ),
    ),
  )
  it.each(cases)(
    'R104 $what $fate from write $first on, $storage: the page rests, and all is stored later',
    async ({ storage, fate, what, first }) => {
      const server = new Server()
      let writes = 0
      server.instead = async (request) => {
        const isOne = await isWrite(request)
        if (isOne) writes++
        return writes > first && (isOne || what === 'each request') ? fates[fate] : undefined
      }
      const agent = createAgent({
        model: scriptedModel(['hi', calls(call('look')), 'seen', 'more']),
        storage: storages[storage]?.(server),
        tools: [look('here')],
      })
      await until(agent.chat('hello').catch(() => undefined))
      await until(agent.chat('look').catch(() => undefined))
      await pass(hourMs)
      const { count } = server
      await pass(hourMs)
      // At most 60 tries, each of a few requests that are sent up to 8 times.
      expect(server.count - count).toBeLessThan(800)
      server.instead = () => undefined
      await eventually(() => server.ids().catch(() => []), idsOf(agent))
      await eventually(() => agent.sessions.getState().degraded, undefined)
      agent.sessions.close()
    },
  )
})
