import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverStorage } from '@ambit/browser/server-storage'
import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { listen } from '../../test/gateway-under-test.ts'
import { allowedJson } from '../../test/hostile-json.ts'
import { errorOf, proxyUnderTest, requestOf } from '../../test/proxy-under-test.ts'
import { nodeListener } from '../node/node-listener.ts'
import { nextTurn } from '../turns.ts'
import { deleteSubject, exportSubject } from './people.ts'
import { postgresSessions } from './postgres-sessions.ts'
import type { SessionLimits } from './session-limits.ts'
import { sessions } from './sessions.ts'
import { sqliteSessions } from './sqlite-sessions.ts'
import type { SessionStore } from './store.ts'

const isLong = Boolean(process.env['AMBIT_LONG'])

const row = { id: 's', createdAt: 1, updatedAt: 1, state: {} }
const say = (id: string, content: string) => ({ id, role: 'user', content })
const many = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => make(nth))

/** Counts the turns of the event loop until the test ends. */
function countTurns(): () => number {
  let turn = 0
  const tick = (): void => {
    turn++
    ticking = setImmediate(tick)
  }
  let ticking = setImmediate(tick)
  onTestFinished(() => clearImmediate(ticking))
  return () => turn
}

/** Lets each step take long, by the clock. */
function slowDown(): void {
  let clock = 0
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => (clock += 100))
  onTestFinished(() => spy.mockRestore())
}

/** What one transaction has read, and the turn of the event loop in which it began. */
interface Step {
  rows: number
  characters: number
  /** The characters of its longest statement. */
  given: number
  readonly turn: number
}

/** A store that counts the steps of the work of it. `failAt` is the step that fails. */
function counting(store: SessionStore) {
  const counted = { steps: [] as Step[], turn: 0, failAt: Infinity }
  const transaction: SessionStore['transaction'] = (subject, work, signal) => {
    const count: typeof work = (begun) => {
      const step: Step = { rows: 0, characters: 0, given: 0, turn: counted.turn }
      if (counted.steps.push(step) > counted.failAt) throw new Error('away')
      const sql: typeof begun.sql = async (text, values = []) => {
        const given = values.reduce<number>((sum, value) => sum + String(value).length, 0)
        step.given = Math.max(step.given, given)
        const rows = await begun.sql<object>(text, values)
        step.rows += rows.length
        for (const value of rows.flatMap((one) => Object.values(one) as unknown[])) {
          if (typeof value === 'string') step.characters += value.length
        }
        return rows as never
      }
      return work({ ...begun, sql })
    }
    return store.transaction(subject, count, signal)
  }
  return { ...store, transaction, counted }
}

/** A proxy with limits over a store, and functions to ask it. */
function server(
  store: SessionStore,
  limits: SessionLimits = {},
  timeouts: { callback?: number; idle?: number } = {},
  bytes: { request?: number } = {},
) {
  const { handle } = proxyUnderTest({
    authorize: ({ headers }) => headers.get('x-user') ?? 'ada',
    use: [sessions({ store, limits })],
    timeouts,
    bytes,
  })
  const send = (body: unknown, user: string, init: Parameters<typeof requestOf>[0] = {}) =>
    handle(
      requestOf({
        body: JSON.stringify(body),
        path: '/api/agent/sessions?page=p',
        headers: { 'x-user': user },
        ...init,
      }),
    )
  const ask = async (user: string, operation: string, gets: object): Promise<unknown> =>
    (await send({ operation, ...gets }, user)).json()
  const storageOf = (user: string) =>
    serverStorage({
      baseURL: 'http://localhost/api/agent',
      headers: { 'x-user': user },
      retryMs: 1,
      fetch: async (input, init) =>
        init?.method === 'GET' && String(input).includes('/events')
          ? new Promise<never>(() => undefined)
          : handle(new Request(input, init)),
    })
  /** Stores messages in a new session. */
  const write = async (user: string, id: string, texts: readonly string[], more: object = {}) => {
    const claim = { id, claim: `c-${id}` }
    await ask(user, 'claim', { ...claim, row: { ...row, id } })
    const messages = texts.map((text, nth) => say(`${id}-${nth}`, text))
    const written = { at: 2, id: `w-${id}`, messages, ...more }
    const answer = await ask(user, 'write', { ...claim, write: written })
    await ask(user, 'release', claim)
    return answer
  }
  return { handle, send, ask, storageOf, write }
}

const folder = mkdtempSync(join(tmpdir(), 'ambit-limits-'))
const file = join(folder, 'sessions.db')
let pglite: PGlite
beforeAll(async () => {
  pglite = await PGlite.create()
}, 120_000)
afterAll(async () => {
  await pglite.close()
  rmSync(folder, { recursive: true })
})

describe.each([
  ['SQLite', () => sqliteSessions(file)],
  ['PGlite', () => postgresSessions(pglite)],
] as const)('the limits of sessions over %s', (_kind, open) => {
  let store: SessionStore
  beforeAll(() => {
    store = open()
  })

  it('R106 an answer has a bound of bytes and of rows, and the page reads the rest', async () => {
    const { write, ask, storageOf, send } = server(store, { answer: { bytes: 2_000, rows: 7 } })
    const texts = many(40, (nth) => 'x'.repeat(nth % 10 === 0 ? 3_000 : 100))
    const intents = many(30, (nth) => ({ call: { id: `call${nth}` }, attempt: 1 }))
    await write('reader', 's', texts, { intents })
    for (let nth = 0; nth < 20; nth++)
      await write('reader', `t${nth}`, [], { session: { title: 'Title' } })
    const user = 'reader'
    for (const [operation, gets] of [
      ['messages', { id: 's' }],
      ['messages', { id: 's', last: 30 }],
      ['intents', { id: 's' }],
      ['list', {}],
    ] as const) {
      const response = await send({ operation, ...gets }, user)
      expect((await response.clone().text()).length).toBeLessThan(4_500)
      expect(await response.json()).toMatchObject({ more: expect.anything() as unknown })
    }
    const storage = storageOf(user)
    const seqs = async (range: Parameters<typeof storage.readMessages>[1]) =>
      (await storage.readMessages('s', range)).map(({ seq }) => seq)
    expect(await seqs({ from: 0 })).toEqual(many(40, (nth) => nth))
    expect(await seqs({ last: 30, before: 35 })).toEqual(many(30, (nth) => nth + 5))
    expect(await storage.readIntents('s')).toHaveLength(30)
    const claim = await storage.claim('s', { at: 1 })
    expect(claim?.intents).toHaveLength(30)
    await claim?.release()
    expect(await storage.list()).toHaveLength(21)
    expect(await storage.list({ limit: 15 })).toHaveLength(15)
    expect(await ask(user, 'read', { id: 's' })).toMatchObject({ id: 's' })
  })

  it('R106 the answers of one request have one bound together, and none is left out', async () => {
    const { write, send, storageOf } = server(store, { answer: { bytes: 5_000 } })
    await write(
      'joiner',
      's',
      many(4, () => 'x'.repeat(2_000)),
    )
    const asked = many(10, () => ({ operation: 'messages', id: 's' }))
    const response = await send(asked, 'joiner')
    const text = await response.text()
    expect(text.length).toBeLessThan(11_000)
    expect(JSON.parse(text)).toMatchObject([{ answer: {} }, { answer: {} }, ...many(8, () => ({}))])
    const storage = storageOf('joiner')
    const read = await Promise.all(many(10, () => storage.readMessages('s', { from: 0 })))
    expect(read.map(({ length }) => length)).toEqual(many(10, () => 4))
  })

  it('R106 a search reads in steps, has a bound in one request, and finds the same', async () => {
    const { write } = server(store)
    const hostile = 'a'.repeat(600_000)
    await write('searcher', 'needle', [hostile, `${hostile} two needles`, 'a third'])
    await write('searcher', 'none', [hostile, ''])
    await write('searcher', 'title', ['third'], { session: { title: 'Needle two' } })
    const counted = counting(store)
    const small = server(counted, { search: { scanned: 1 } })
    const requests: { rows: unknown[]; more?: object }[] = []
    const search = async (query: string): Promise<unknown[]> => {
      requests.length = 0
      for (let more: object | undefined = {}; more; more = requests.at(-1)?.more) {
        const page = await small.ask('searcher', 'list', { query, ...more })
        requests.push(page as (typeof requests)[0])
      }
      return requests.flatMap(({ rows }) => rows)
    }
    const ticking = setInterval(() => counted.counted.turn++)
    for (const query of ['NEEDLE two third', 'b', `${'a'.repeat(499)}b`, 'needle', 'two third']) {
      const whole = (await server(store).ask('searcher', 'list', { query })) as { rows: object[] }
      expect(await search(query)).toEqual(whole.rows)
    }
    clearInterval(ticking)
    expect(await search('needle two third')).toMatchObject([
      { id: 'needle', match: { text: expect.stringMatching(/^a+ two needles$/) as unknown } },
      { id: 'title' },
    ])
    expect(requests.length).toBeGreaterThan(3)
    for (const { rows, characters } of counted.counted.steps) {
      expect(rows).toBeLessThan(1_100)
      // One message may be longer than a step.
      expect(characters).toBeLessThan(610_000)
    }
  })

  it('R106 each step of a search gives others their turn', async () => {
    const { write } = server(store)
    for (let nth = 0; nth < 30; nth++) await write('turner', `s${nth}`, ['nothing'])
    const turn = countTurns()
    const turns: number[] = []
    const transaction: SessionStore['transaction'] = (subject, work) =>
      store.transaction(subject, (begun) => {
        turns.push(turn())
        return work(begun)
      })
    await server({ ...store, transaction }).ask('turner', 'list', { query: 'needle' })
    expect(turns.length).toBeGreaterThan(30)
    expect(new Set(turns).size).toBe(turns.length)
  })

  it('R106 a statement is about as long as its message, and a long one is found', async () => {
    const counted = counting(store)
    const { write, ask } = server(counted)
    const long = `${'한'.repeat(500_000)} Needle`
    await write('writer', 's', ['short', long, 'needles'])
    for (const { given } of counted.counted.steps) expect(given).toBeLessThan(510_000)
    expect(await ask('writer', 'list', { query: '한 needle' })).toMatchObject({
      rows: [{ id: 's', match: { text: expect.stringContaining('한한') as unknown } }],
    })
    expect(await ask('writer', 'list', { query: 'needles short' })).toMatchObject({
      rows: [{ id: 's' }],
    })
    expect(await ask('writer', 'list', { query: 'needlework' })).toEqual({ rows: [] })
  })

  it('R106 a text of marks alone is stored and found', async () => {
    const { write, ask } = server(store)
    const marks = '\u0301\u0323\uff9e'.repeat(isLong ? 430_000 : 30_000)
    await write('marker', 's', [`before ${marks} after`])
    expect(await ask('marker', 'list', { query: `a${marks.slice(0, 900)}fter` })).toMatchObject({
      rows: [],
    })
    expect(await ask('marker', 'list', { query: 'before after' })).toMatchObject({
      rows: [{ id: 's' }],
    })
  })

  it.each([
    ['operations', many(3, () => ({ operation: 'list' }))],
    ['search.characters', { operation: 'list', query: 'x'.repeat(21) }],
    ['search.words', { operation: 'list', query: 'a b c d' }],
    [
      'waiting',
      { operation: 'claim', id: 's', claim: 'c', row, waiting: many(3, () => ({ id: 'a' })) },
    ],
    [
      'written',
      {
        operation: 'write',
        id: 's',
        claim: 'c',
        write: { at: 1, id: 'w', messages: many(3, (nth) => say(`m${nth}`, '')) },
      },
    ],
    [
      'answer.bytes',
      { operation: 'claim', id: 's', claim: 'c', row: { ...row, state: { a: 'x'.repeat(300) } } },
    ],
  ])('R106 a request over %s is refused with 413 and its name', async (name, body) => {
    const limits = { characters: 20, words: 3 }
    const { send, ask } = server(store, {
      search: limits,
      operations: 2,
      waiting: 2,
      written: 2,
      answer: { bytes: 200 },
    })
    const response = await send(body, 'bounded')
    expect(response.status).toBe(413)
    const { code, message } = await errorOf(response)
    expect(code).toBe('body_too_large')
    expect(message).toContain(`limits.${name}\``)
    expect(await ask('bounded', 'list', {})).toEqual({ rows: [] })
  })

  it('R106 the values of a session have a bound, however many writes they come with', async () => {
    const { send, ask } = server(store)
    const claim = { id: 's', claim: 'c' }
    await ask('grower', 'claim', { ...claim, row })
    const grow = (nth: number) => {
      const session = { [`state${nth}`]: { value: JSON.parse(allowedJson('empty lists')) } }
      const write = { at: 1, id: `w${nth}`, session }
      return send({ operation: 'write', ...claim, write }, 'grower')
    }
    expect((await grow(1)).status).toBe(200)
    const response = await grow(2)
    expect(response.status).toBe(413)
    expect(await errorOf(response)).toMatchObject({ code: 'body_too_large' })
    const { state1, state2 } = (await ask('grower', 'read', { id: 's' })) as Record<string, unknown>
    expect([state1, state2]).toEqual([expect.anything(), undefined])
  })

  it('R106 a user has a bound of requests at once, of which no body is read', async () => {
    const { send, ask } = server(store, { atOnce: 2 })
    const list = { operation: 'list' }
    const bodies = many(2, () => new TransformStream<Uint8Array, Uint8Array>())
    const headers = { 'x-user': 'hasty' }
    const begun = bodies.map(({ readable: body }) =>
      send(undefined, '', { body, duplex: 'half', headers }),
    )
    await vi.waitFor(() => expect(bodies.every(({ readable }) => readable.locked)).toBe(true))
    let isRead = false
    const pull = (): void => void (isRead = true)
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
    const refused = await send(undefined, '', { body, duplex: 'half', headers })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await errorOf(refused)).toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('`limits.atOnce`') as unknown,
    })
    expect(isRead).toBe(false)
    expect(await ask('patient', 'list', {})).toEqual({ rows: [] })
    for (const { writable } of bodies) {
      const writer = writable.getWriter()
      await writer.write(new TextEncoder().encode(JSON.stringify(list)))
      await writer.close()
    }
    expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200])
    expect((await send(list, 'hasty')).status).toBe(200)
  })

  it('R106 a long answer counts as a request until its client has taken it', async () => {
    const { send, ask, write } = server(store, { atOnce: 2 })
    await write('stalled', 's', ['x'.repeat(300_000)])
    const messages = { operation: 'messages', id: 's' }
    const [first, second] = [await send(messages, 'stalled'), await send(messages, 'stalled')]
    expect([first.status, second.status]).toEqual([200, 200])
    expect((await send(messages, 'stalled')).status).toBe(429)
    expect(await ask('patient', 'list', {})).toEqual({ rows: [] })
    expect(await first.json()).toMatchObject({ rows: [{ seq: 0 }] })
    const third = await send(messages, 'stalled')
    expect(third.status).toBe(200)
    expect((await send(messages, 'stalled')).status).toBe(429)
    await Promise.all([second.body?.cancel(), third.body?.cancel()])
    // A short one is in the hands of the network at once.
    for (let nth = 0; nth < 5; nth++) {
      expect((await send({ operation: 'list' }, 'stalled')).status).toBe(200)
    }
    const leaving = new AbortController()
    const headers = { 'x-user': 'stalled' }
    await send(messages, '', { headers, signal: leaving.signal })
    await send(messages, '', { headers, signal: leaving.signal })
    expect((await send(messages, 'stalled')).status).toBe(429)
    leaving.abort()
    expect((await send(messages, 'stalled')).status).toBe(200)
  })

  it('R106 a client that never reads a long answer has no place for ever, on any server', async () => {
    const { send, write } = server(store, { atOnce: 1 }, { idle: 100 })
    await write('mute', 's', ['x'.repeat(300_000)])
    const held = await send({ operation: 'messages', id: 's' }, 'mute')
    const ask = async (): Promise<number> => (await send({ operation: 'list' }, 'mute')).status
    await expect.poll(ask, { timeout: 20_000 }).toBe(200)
    await expect(held.text()).rejects.toThrow('client_closed')
  })

  it('R106 a client that never reads a long answer has no place for ever, on Node', async () => {
    const headers = { 'x-user': 'silent', 'content-type': 'application/json' }
    /** Reads only the head of a long answer. Returns a function for the status of another one. */
    const begin = async (idle: number): Promise<() => Promise<number>> => {
      const { handle, write } = server(store, { atOnce: 1 }, { idle }, { request: 20_000_000 })
      await write('silent', 's', ['x'.repeat(16_000_000)])
      const url = `${await listen(nodeListener(handle))}/api/agent/sessions?page=p`
      const silent = httpRequest(url, { method: 'POST', headers })
      silent.on('error', () => undefined).end('{"operation":"messages","id":"s"}')
      await once(silent, 'response')
      return async () =>
        (await fetch(url, { method: 'POST', headers, body: '{"operation":"list"}' })).status
    }
    const [whileHeld, later] = [await begin(60_000), await begin(100)]
    expect(await whileHeld()).toBe(429)
    await expect.poll(later, { timeout: 20_000 }).toBe(200)
  })

  it.each(['leaves', 'waits for too long'])(
    'R106 what still waits when its client %s is never done',
    async (why) => {
      const user = `client who ${why}`
      const isLate = why.startsWith('waits')
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      const holding = store.transaction(user, () => held)
      const counted = counting(store)
      const isAsked = vi.spyOn(counted, 'transaction')
      const { send } = server(counted, {}, isLate ? { callback: 50 } : {})
      const leaving = new AbortController()
      const claim = { operation: 'claim', id: 's', claim: 'c', row }
      const asking = send(claim, user, { headers: { 'x-user': user }, signal: leaving.signal })
      await vi.waitFor(() => expect(isAsked).toHaveBeenCalled())
      if (!isLate) leaving.abort()
      expect((await asking).status).toBe(isLate ? 503 : 499)
      release()
      await holding
      expect(await server(store).ask(user, 'read', { id: 's' })).toBeNull()
      expect(counted.counted.steps).toEqual([])
    },
  )

  it('R106 a search stops at its next step when its client leaves', async () => {
    const { write } = server(store)
    for (let nth = 0; nth < 30; nth++) await write('stopper', `s${nth}`, ['nothing'])
    const counted = counting(store)
    const leaving = new AbortController()
    const transaction: SessionStore['transaction'] = (...given) => {
      if (counted.counted.steps.length === 5) leaving.abort()
      return counted.transaction(...given)
    }
    const { send } = server({ ...counted, transaction })
    const headers = { 'x-user': 'stopper' }
    const query = { operation: 'list', query: 'needle' }
    const { status } = await send(query, '', { headers, signal: leaving.signal })
    expect(status).toBe(499)
    await server(store).ask('stopper', 'list', { query: 'needle' })
    expect(counted.counted.steps).toHaveLength(5)
  })

  it('R106 messages that wait are added once, however many there are', async () => {
    const { ask } = server(store, { waiting: 2_000 })
    const waiting = many(1_000, (nth) => ({ id: `w${nth}`, content: 'x' }))
    const claim = { id: 's', claim: 'c1', row, waiting }
    await ask('waiter', 'claim', claim)
    await ask('waiter', 'release', claim)
    const more = { ...claim, claim: 'c2', waiting: many(2_000, (nth) => ({ id: `w${nth}` })) }
    const granted = (await ask('waiter', 'claim', more)) as { row: { waiting: unknown[] } }
    expect(granted.row.waiting).toHaveLength(2_000)
    const over = { ...more, claim: 'c2', waiting: [] }
    expect(await ask('waiter', 'claim', over)).toMatchObject({ row: { epoch: 2 } })
  })

  it('R106 what a user stores has a bound, and stays readable and deletable', async () => {
    const { write, ask, send, storageOf } = server(store, { stored: { bytes: 4_000, sessions: 3 } })
    const user = 'storer'
    await write(user, 'a', ['x'.repeat(3_000)])
    const refused = await write(user, 'b', ['x'.repeat(3_000)])
    expect(refused).toMatchObject({
      kind: 'quota',
      message: expect.stringMatching(/4000 bytes, `limits.stored.bytes`. Delete/) as unknown,
    })
    const again = { id: 'b', claim: 'c', operation: 'claim', row: { ...row, id: 'b' } }
    expect((await send(again, user)).status).toBe(200)
    const bytes = { at: 1, id: 'w', messages: [say('m', 'x'.repeat(3_000))] }
    const joined = [
      { operation: 'write', id: 'b', claim: 'c', write: bytes },
      { operation: 'list' },
    ]
    expect(await (await send(joined, user)).json()).toMatchObject([
      { refused: { kind: 'quota' } },
      { answer: { rows: [{ id: 'a' }] } },
    ])
    expect((await send(joined[0], user)).status).toBe(413)
    expect(await storageOf(user).readMessages('a', { from: 0 })).toHaveLength(1)
    await ask(user, 'delete', { id: 'a' })
    expect(await (await send(joined[0], user)).json()).toMatchObject({ next: 1 })
    // The space of one user is not that of another.
    expect(await write('another', 'a', ['x'.repeat(3_000)])).toMatchObject({ next: 1 })
    for (const id of ['d', 'e', 'f']) await write(user, id, [])
    expect(await ask(user, 'claim', { ...again, id: 'g', claim: 'g' })).toMatchObject({
      kind: 'quota',
      message: expect.stringContaining('3, `limits.stored.sessions`') as unknown,
    })
    expect(await deleteSubject(store, user)).toBe(3)
    expect(await ask(user, 'claim', again)).toMatchObject({ row: { id: 'b' } })
  })

  it('R106 the chat shows why nothing more is stored', async () => {
    const { write, storageOf } = server(store, { stored: { bytes: 4_000 } })
    await write('talker', 'a', ['x'.repeat(3_000)])
    const agent = createAgent({
      model: scriptedModel(['Yes.']),
      storage: storageOf('talker'),
      session: 'new',
    })
    await agent.chat('x'.repeat(2_000))
    expect(agent.sessions.getState().degraded).toMatchObject({
      reason: 'quota',
      message: expect.stringContaining('Delete some of them') as unknown,
    })
    agent.sessions.close()
  })

  it('R106 a deletion is done in steps, and one that is cut short is gone all the same', async () => {
    const texts = many(8, () => 'x'.repeat(400_000))
    const intents = many(700, (nth) => ({ call: { id: `call${nth}` }, attempt: 1 }))
    const claim = { id: 's', claim: 'c' }
    const counted = counting(store)
    const { ask, storageOf } = server(counted)
    await ask('deleter', 'claim', { ...claim, row })
    for (const [nth, text] of texts.entries()) {
      const write = { at: 2, id: `w${nth}`, messages: [say(`n${nth}`, text)] }
      await ask('deleter', 'write', { ...claim, write: nth === 0 ? { ...write, intents } : write })
    }
    counted.counted.steps.length = 0
    counted.counted.failAt = 2
    expect(await ask('deleter', 'delete', { id: 's' })).toMatchObject({
      error: { code: 'store_unavailable' },
    })
    counted.counted.failAt = Infinity
    expect(await ask('deleter', 'read', { id: 's' })).toBeNull()
    expect(await ask('deleter', 'messages', { id: 's' })).toEqual({ rows: [] })
    expect(await ask('deleter', 'intents', { id: 's' })).toEqual({ rows: [] })
    expect(await ask('deleter', 'list', {})).toEqual({ rows: [] })
    expect(await ask('deleter', 'holds', claim)).toBe(false)
    const begun = await storageOf('deleter').claim('s', { at: 1, isWaiting: false })
    expect(begun).toBeUndefined()
    expect(counted.counted.steps.length).toBeGreaterThan(5)
    const left = await store.transaction('deleter', ({ sql }) =>
      sql("select 1 as one from ambit_messages where subject = 'deleter'"),
    )
    expect(left).toEqual([])
    expect(await ask('deleter', 'claim', { ...claim, row })).toMatchObject({ row: { epoch: 1 } })
  })

  it('exports what can be read beside a record that cannot', async () => {
    const { ask } = server(store)
    const subject = 'exporter of calls'
    const claim = { id: 's', claim: 'c' }
    await ask(subject, 'claim', { ...claim, row })
    const intents = [
      { call: { id: 'good' }, attempt: 1 },
      { call: { id: 'bad' }, attempt: 2 },
    ]
    await ask(subject, 'write', { ...claim, write: { at: 2, id: 'w', intents } })
    await store.transaction(subject, ({ sql }) =>
      sql(
        "update ambit_intents set body = '{' where subject = $1 and attempt = 2 returning attempt",
        [subject],
      ),
    )
    const calls: object[] = []
    for await (const part of exportSubject(store, subject)) calls.push(...part.intents)
    expect(calls).toEqual([expect.objectContaining({ call: { id: 'good' } })])
  })

  it('R106 a deletion gives up the objects of a bucket in steps', async () => {
    const counted = counting(store)
    const { ask } = server(counted)
    const subject = 'objector'
    await ask(subject, 'claim', { id: 's', claim: 'c', row })
    await store.transaction(subject, async ({ sql }) => {
      for (let nth = 0; nth < 1_100; nth++) {
        await sql('insert into ambit_objects values ($1, $2, $3, $4, 1, $5, $6)', [
          `object${nth}`,
          subject,
          's',
          `hash${nth}`,
          'digest',
          nth === 0 ? 4e12 : null,
        ])
      }
    })
    counted.counted.steps.length = 0
    await ask(subject, 'delete', { id: 's' })
    expect(counted.counted.steps.length).toBeGreaterThan(2)
    for (const { rows } of counted.counted.steps) expect(rows).toBeLessThan(600)
    const left = await store.transaction(undefined, async ({ sql, now }) => {
      const all = 'select name from ambit_objects where session_id is null'
      // One that is still uploaded keeps its time.
      const due = await sql(`${all} and due <= $1`, [now])
      return [due.length, (await sql(all)).length, await sql('delete from ambit_objects')]
    })
    expect(left).toEqual([1_099, 1_100, []])
  })

  it('R106 an export of a long session comes in parts, which are all of it', async () => {
    const { ask, write } = server(store)
    const claim = { id: 's', claim: 'c' }
    await ask('exporter', 'claim', { ...claim, row })
    for (let nth = 0; nth < 5; nth++) {
      const messages = [say(`m${nth}`, 'x'.repeat(1_500_000))]
      await ask('exporter', 'write', { ...claim, write: { at: 2, id: `w${nth}`, messages } })
    }
    await write('exporter', 't', ['short'])
    const parts: unknown[] = []
    for await (const { session, messages } of exportSubject(store, 'exporter')) {
      parts.push([(session as { id: string }).id, messages.map((one) => Object(one).id as string)])
    }
    expect(parts).toEqual([
      ['s', ['m0', 'm1']],
      ['s', ['m2', 'm3']],
      ['s', ['m4']],
      ['t', ['t-0']],
    ])
  })
})

describe('postgresSessions', () => {
  it('R106 a user with much to do leaves connections for another one', async () => {
    const begun: string[] = []
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const store = postgresSessions({
      begin: async (work: (tx: object) => Promise<unknown>) => work({ unsafe: async () => [] }),
      listen: async () => undefined,
    })
    const run = (subject: string) =>
      store.transaction(subject, async () => {
        begun.push(subject)
        await held
      })
    const all = [...many(20, () => run('mallory')), run('ada')]
    await vi.waitFor(() => expect(begun).toHaveLength(3))
    await store.transaction('eve', async () => undefined)
    expect(begun.toSorted()).toEqual(['ada', 'mallory', 'mallory'])
    release()
    await Promise.all(all)
    expect(begun).toHaveLength(21)
  })

  it('R106 sends a long note in a few statements, in the order of its pieces', async () => {
    const given: unknown[][] = []
    const unsafe = async (text: string, values: unknown[]): Promise<unknown[]> => {
      if (text.includes('pg_notify')) given.push(values)
      return []
    }
    const store = postgresSessions({
      begin: async (work: (tx: object) => Promise<unknown>) => work({ unsafe }),
      listen: async () => undefined,
    })
    const note = { type: 'long', text: 'x'.repeat(2_000_000) }
    const event = { type: 'note', id: 's', noteId: 'n', note } as const
    await store.transaction('ada', async ({ send }) => send({ subject: 'ada', page: 'p', event }))
    expect(given.length).toBeLessThan(20)
    const pieces = given.flatMap(([channel, texts]) => {
      expect(channel).toBe('ambit_sessions')
      const all = JSON.parse(String(texts)) as readonly string[]
      return all.map((text) => (JSON.parse(text) as { piece: string }).piece)
    })
    expect(JSON.parse(pieces.join(''))).toEqual({ subject: 'ada', page: 'p', event })
  })
})

describe('the turns of sessions', () => {
  it('R106 each turn of the event loop has the work of one, however many wait', async () => {
    const turn = countTurns()
    const turns = await Promise.all(many(20, () => nextTurn().then(turn)))
    expect(new Set(turns).size).toBe(20)
  })

  it('R106 a long statement and a long step have a turn of their own', async () => {
    const store = sqliteSessions(':memory:')
    await store.transaction('ada', async () => undefined)
    const turn = countTurns()
    slowDown()
    const turns = await store.transaction('ada', async ({ sql }) => {
      const before = turn()
      await sql('select 1 as one')
      const between = turn()
      await sql('select 1 as one')
      return [before, between, turn()]
    })
    expect(new Set(turns).size).toBe(3)
  })

  it('R106 each operation of a request, and its answer, has a turn of its own', async () => {
    const turn = countTurns()
    slowDown()
    const turns: number[] = []
    const store: SessionStore = {
      async transaction(_subject, work) {
        turns.push(turn())
        return work({ sql: async () => [], now: 1, send: () => undefined })
      },
      listen: async () => undefined,
    }
    const asked = many(10, () => ({ operation: 'list' }))
    expect((await server(store).send(asked, 'ada')).status).toBe(200)
    expect(new Set(turns).size).toBe(10)
  })
})

describe('the rows of an answer', () => {
  it('R106 each row has a turn of its own, as it is read and as it is sent', async () => {
    const { ask } = server(sqliteSessions(':memory:'))
    const claim = { claim: 'c', waiting: [] }
    for (const id of many(20, (nth) => `s${nth}`)) {
      await ask('ada', 'claim', { ...claim, id, row: { ...row, id, title: id } })
    }
    slowDown()
    const turn = countTurns()
    expect(await ask('ada', 'list', {})).toMatchObject({ rows: many(20, () => ({})) })
    expect(turn()).toBeGreaterThan(40)
  })
})

describe('sqliteSessions', () => {
  it('R106 a user with much to do does not hold up another one', async () => {
    const store = sqliteSessions(':memory:')
    const done: string[] = []
    const run = (subject: string) => store.transaction(subject, async () => void done.push(subject))
    const running = many(50, () => run('mallory'))
    await Promise.all([run('ada'), run('ada'), ...running])
    expect(done.lastIndexOf('ada')).toBeLessThan(5)
  })

  it('R106 leaves nothing of what was deleted in its files', async () => {
    const path = join(folder, 'deleted.db')
    const store = sqliteSessions(path)
    const { write, ask } = server(store)
    const secret = 'the-secret-of-ada'
    const has = (): boolean =>
      [path, `${path}-wal`].some((name) => readFileSync(name).includes(secret.toUpperCase()))
    await write('ada', 's', [secret.repeat(100)])
    expect(has()).toBe(true)
    await ask('ada', 'delete', { id: 's' })
    expect(has()).toBe(false)
    await write('ada', 's', [secret.repeat(100)])
    await write('ada', 't', [secret.repeat(100)])
    expect(await deleteSubject(store, 'ada')).toBe(2)
    expect(has()).toBe(false)
  })
})
