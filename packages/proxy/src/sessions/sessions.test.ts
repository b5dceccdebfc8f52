import { describe, expect, it, vi } from 'vitest'
import { errorOf, proxyUnderTest, requestOf } from '../../test/proxy-under-test.ts'
import type { ProxyOptions } from '../proxy-options.ts'
import { deleteOlderThan, deleteSubject, exportSubject } from './people.ts'
import { postgresSessions } from './postgres-sessions.ts'
import { sessions } from './sessions.ts'
import { sqliteSessions } from './sqlite-sessions.ts'
import type { SessionStore } from './store.ts'

const row = { id: 's', createdAt: 1, updatedAt: 1, state: {} }

/** A proxy over a new store, and functions to ask it. */
function server(options: Partial<ProxyOptions> = {}, store = sqliteSessions(':memory:')) {
  const { handle, log } = proxyUnderTest({
    authorize: ({ headers }) => headers.get('x-user') ?? 'ada',
    use: [sessions({ store })],
    ...options,
  })
  const send = (init: RequestInit, path = '', user = 'ada') =>
    handle(
      requestOf({
        ...init,
        path: `/api/agent/sessions${path}${path.includes('?') ? '&' : '?'}page=p`,
        headers: { 'x-user': user, ...Object(init.headers) },
      }),
    )
  const ask = (operation: string, gets: object, user?: string, path?: string) =>
    send({ body: JSON.stringify({ operation, ...gets }) }, path, user)
  return { handle, log, send, ask, store }
}

const claim = { id: 's', claim: 'c1' }
const write = { at: 2, id: 'w1', messages: [{ id: 'm', role: 'user', content: 'Hi' }] }

/** Returns the rows of a page, or another answer. */
async function rowsOf(response: Response): Promise<unknown> {
  const answer: unknown = await response.json()
  return Object(answer).rows ?? answer
}

describe('sessions', () => {
  it.each([
    ['an unknown option', { store: sqliteSessions(':memory:'), subject: () => 'a' }, 'subject'],
    ['no store', {}, 'store'],
    ['a store of nobody', { store: {} }, 'store'],
    ['no rows', { store: sqliteSessions(':memory:'), limits: { answer: { rows: 0 } } }, 'rows'],
    ['a limit that is none', { store: sqliteSessions(':memory:'), limits: { rows: 5 } }, 'limits'],
    ['a lease of no time', { store: sqliteSessions(':memory:'), lease: 0 }, 'lease'],
  ])('refuses %s', (_name, options, named) => {
    expect(() => sessions(options as never)).toThrow(named)
  })

  it('R104 lists by its own clock what a device ahead of it has written', async () => {
    let now = 1_000
    const { ask } = server({}, sqliteSessions(':memory:', { now: () => now }))
    const use = async (id: string, at: number): Promise<void> => {
      const key = { id, claim: `claim ${id}` }
      await ask('claim', { ...key, row: { ...row, id, createdAt: at, updatedAt: at } })
      await ask('write', { ...key, write: { ...write, at } })
    }
    await use('ahead', now + 18_000_000)
    now += 1_000
    await use('newer', now)
    const { rows } = (await (await ask('list', {})).json()) as {
      rows: { id: string; createdAt: number }[]
    }
    expect(rows.map(({ id, createdAt }) => [id, createdAt])).toEqual([
      ['newer', 2_000],
      ['ahead', 1_000],
    ])
  })

  it('lists by its own clock what a device behind it has written', async () => {
    const day = 86_400_000
    let now = 10 * day
    const { ask } = server({}, sqliteSessions(':memory:', { now: () => now }))
    const use = async (id: string, at: number, sentAt: number): Promise<void> => {
      const key = { id, claim: `claim ${id}` }
      const send = (operation: string, gets: object): Promise<unknown> =>
        ask(operation, { ...key, ...gets }, 'ada', `?at=${sentAt}`)
      await send('claim', { row: { ...row, id, createdAt: at, updatedAt: at } })
      await send('write', { write: { ...write, at } })
    }
    // Said an hour before it was sent.
    const hour = day / 24
    await use('right', now - hour, now)
    now += 1_000
    await use('behind', now - 3 * day - hour / 2, now - 3 * day)
    now += 1_000
    await use('slow', now - 2 * hour, now - 5_000)
    const { rows } = (await (await ask('list', {})).json()) as {
      rows: { id: string; updatedAt: number }[]
    }
    expect(rows.map(({ id, updatedAt }) => [id, updatedAt])).toEqual([
      ['behind', 10 * day + 1_000 - hour / 2],
      ['right', 10 * day - hour],
      ['slow', 10 * day + 2_000 - 2 * hour],
    ])
  })

  it('refuses clients and paths that are none', () => {
    expect(() => postgresSessions({})).toThrow('postgresSessions: the first argument must be')
    expect(() => postgresSessions({ begin() {} }, { schema: 'x' } as never)).toThrow('schema')
    expect(() => sqliteSessions('')).toThrow('sqliteSessions: the first argument must be')
  })

  it.each([
    ['no JSON', 'Hi'],
    ['no object', '[]'],
    ['no operation', '{}'],
    ['an operation named __proto__', '{"operation":"__proto__"}'],
    ['an operation named constructor', '{"operation":"constructor"}'],
    ['an operation that is a list', '{"operation":["read"],"id":"s"}'],
    ['no id', '{"operation":"read"}'],
    ['an empty id', '{"operation":"read","id":""}'],
    ['an id that is an object', '{"operation":"read","id":{"$ne":null}}'],
    ['an id with a zero character', '{"operation":"read","id":"a\\u0000b"}'],
    ['an id with half of a character', '{"operation":"read","id":"\\ud800"}'],
    ['a huge id', JSON.stringify({ operation: 'read', id: 'x'.repeat(501) })],
    [
      'a huge title',
      JSON.stringify({
        operation: 'update',
        id: 's',
        update: 'u',
        change: { title: 'x'.repeat(10_001) },
      }),
    ],
    [
      'an infinite time',
      '{"operation":"claim","id":"s","claim":"c","row":{"id":"s","createdAt":1,"updatedAt":1e999}}',
    ],
    ['a claim that is no text', '{"operation":"write","id":"s","claim":null,"write":{}}'],
    [
      'what was said as no list',
      '{"operation":"claim","id":"s","claim":"c","row":{"id":"s","createdAt":1,"updatedAt":1},"waiting":{}}',
    ],
    [
      'messages that are no list',
      '{"operation":"write","id":"s","claim":"c","write":{"at":1,"id":"w","messages":{"length":1}}}',
    ],
    [
      'an attempt that no column has a place for',
      JSON.stringify({
        operation: 'write',
        id: 's',
        claim: 'c',
        write: { at: 1, id: 'w', intents: [{ call: { id: 'c' }, attempt: 2 ** 31 }] },
      }),
    ],
    ['a million levels', `{"operation":"read","id":${'['.repeat(1_000_000)}`],
  ])('refuses %s, and repeats nothing of it', async (_name, body) => {
    const { send, log } = server()
    const response = await send({ body })
    expect(response.status).toBe(400)
    const { code, message } = await errorOf(response)
    expect(code).toBe('invalid_request')
    expect(message.length).toBeLessThan(200)
    expect(log).toMatchObject([{ route: '/sessions', status: 400, code }])
  })

  it('does several operations in order, and tells which one was refused', async () => {
    const { send, log } = server()
    const operations = [
      { operation: 'claim', ...claim, row },
      { operation: 'write', ...claim, claim: 'other', write },
      { operation: 'write', ...claim, write },
      { operation: 'messages', id: 's' },
    ]
    const response = await send({ body: JSON.stringify(operations) })
    expect(response.status).toBe(200)
    const answers: unknown = await response.json()
    expect(answers).toMatchObject([
      { answer: { leaseMs: 90_000 } },
      { refused: { kind: 'lost', isOver: true } },
      { answer: { next: 1 } },
      { answer: { rows: [{ seq: 0 }] } },
    ])
    expect(log).toMatchObject([{ route: '/sessions', status: 200 }])
  })

  it('adds what was said to what waits, once, with the claim that is granted', async () => {
    const { ask } = server()
    const said = (id: string) => ({ id, content: id })
    const claiming = async (id: string, waiting: object[]) =>
      (await ask('claim', { ...claim, claim: id, row, waiting })).json() as Promise<unknown>
    expect(await claiming('c1', [said('a')])).toMatchObject({ row: { waiting: [said('a')] } })
    // The same claim again, and one that is not granted.
    await claiming('c1', [said('late')])
    expect(await claiming('c2', [said('b')])).toBeNull()
    await ask('release', claim)
    expect(await claiming('c2', [said('a'), said('b')])).toMatchObject({
      row: { epoch: 2, waiting: [said('a'), said('b')] },
    })
  })

  it('does none of several operations if one is wrong', async () => {
    const { ask, send } = server()
    const claiming = { operation: 'claim', ...claim, row }
    expect((await send({ body: JSON.stringify([claiming, {}]) })).status).toBe(400)
    expect(await (await ask('read', { id: 's' })).json()).toBeNull()
  })

  it('refuses a request without a page, and the paths and methods of nobody', async () => {
    const { handle, send } = server()
    const path = '/api/agent/sessions'
    expect((await handle(requestOf({ path, body: '{"operation":"list"}' }))).status).toBe(400)
    expect((await send({ method: 'GET' })).status).toBe(405)
    expect((await send({ method: 'DELETE' }, '/blobs?session=s&hash=h')).status).toBe(405)
    expect((await send({}, '/__proto__')).status).toBe(404)
    expect((await send({}, 'x')).status).toBe(404)
  })

  it('has the limits of the proxy: bytes and requests', async () => {
    const { send, ask } = server({ bytes: { request: 1_000 }, limits: { requests: 4 } })
    const large = 'x'.repeat(1_001)
    const bound = { code: 'body_too_large', message: expect.stringContaining('`bytes.request`') }
    const noted = await ask('note', { id: 's', noteId: 'n', note: { type: large } })
    expect(noted.status).toBe(413)
    expect(await errorOf(noted)).toMatchObject(bound)
    const blob = '/blobs?session=s&hash=h'
    const headers = { 'content-type': 'application/octet-stream' }
    expect((await send({ method: 'PUT', body: large, headers }, blob)).status).toBe(413)
    const body = new Blob([large]).stream()
    const unsized = { method: 'PUT', body, headers, duplex: 'half' } as RequestInit
    const put = await send(unsized, blob)
    expect(put.status).toBe(413)
    expect(await errorOf(put)).toMatchObject(bound)
    expect((await ask('list', {})).status).toBe(200)
    expect((await ask('list', {})).status).toBe(429)
  })

  it('keeps a user from everything of another one', async () => {
    const { ask, send } = server()
    await ask('claim', { ...claim, row })
    await ask('write', { ...claim, write })
    const file = '/blobs?session=s&hash=h'
    const headers = { 'content-type': 'application/octet-stream' }
    expect((await send({ method: 'PUT', body: 'bytes', headers }, file)).status).toBe(204)
    const read = async (operation: string, gets: object, user: string) =>
      rowsOf(await ask(operation, gets, user))
    expect(await read('messages', { id: 's' }, 'ada')).toHaveLength(1)
    expect(await read('list', {}, 'eve')).toEqual([])
    expect(await read('read', { id: 's' }, 'eve')).toBeNull()
    expect(await read('messages', { id: 's' }, 'eve')).toEqual([])
    expect(await read('intents', { id: 's' }, 'eve')).toEqual([])
    expect(await read('holds', claim, 'eve')).toBe(false)
    expect((await send({ method: 'GET' }, file, 'eve')).status).toBe(204)
    expect((await ask('write', { ...claim, write: { ...write, id: 'w2' } }, 'eve')).status).toBe(
      409,
    )
    expect(await read('update', { id: 's', update: 'u', change: { title: 'x' } }, 'eve')).toBe(
      false,
    )
    await read('delete', { id: 's' }, 'eve')
    // Her own session of that id is another one.
    await read('claim', { ...claim, claim: 'e1', row }, 'eve')
    expect(await read('messages', { id: 's' }, 'eve')).toEqual([])
    expect(await read('holds', claim, 'ada')).toBe(true)
    expect(await read('messages', { id: 's' }, 'ada')).toHaveLength(1)
    expect(await (await send({ method: 'GET' }, file)).text()).toBe('bytes')
  })

  it('refuses what comes under a forged claim, and stores nothing of it', async () => {
    const { ask } = server()
    await ask('claim', { ...claim, row })
    const forged = { id: 's', claim: 'c2' }
    for (const [operation, gets] of [
      ['write', { write }],
      ['renew', {}],
    ] as const) {
      const response = await ask(operation, { ...forged, ...gets })
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({ kind: 'lost', isOver: true })
    }
    await ask('release', forged)
    expect(await (await ask('claim', { ...forged, row })).json()).toBeNull()
    expect(await rowsOf(await ask('messages', { id: 's' }))).toEqual([])
  })

  it('lets no page set what the server counts', async () => {
    const { ask } = server()
    const cheating = { id: 'other', epoch: 99, next: 99, createdAt: 99, updatedAt: 99 }
    await ask('claim', { ...claim, row: { ...row, epoch: 9, next: 9, head: 'h' } })
    const stored = await ask('write', { ...claim, write: { ...write, session: cheating } })
    expect(await stored.json()).toEqual({
      ...row,
      epoch: 1,
      next: 1,
      updatedAt: 2,
      head: null,
    })
  })

  it('answers with `store_unavailable` while the store fails or hangs, without its words', async () => {
    const failing: SessionStore = {
      transaction: () => Promise.reject(new Error('connect postgres://u:secret@db failed: Hi')),
      listen: () => Promise.reject(new Error('no')),
    }
    const { ask, send, log } = server({}, failing)
    const refused = [await ask('list', {}), await send({ method: 'GET' }, '/events')]
    for (const response of refused) {
      expect(response.status).toBe(503)
      expect(await errorOf(response)).toMatchObject({
        code: 'store_unavailable',
        message: expect.stringMatching(/^(?!.*(limit|count)).*conversations/) as unknown,
        retryable: true,
      })
    }
    expect(JSON.stringify(log)).not.toContain('secret')
    const hanging: SessionStore = { ...failing, transaction: () => new Promise(() => undefined) }
    const late = server({ timeouts: { callback: 5 } }, hanging)
    expect((await late.ask('list', {})).status).toBe(503)
  })

  it('refuses a page that began for another user, also its events', async () => {
    const { ask, send } = server()
    const id = (await ask('list', {})).headers.get('ambit-user') ?? ''
    expect(id).toMatch(/^[0-9a-f]{32}$/)
    const of = (user: string) => [
      send({ body: '{"operation":"list"}' }, `?user=${id}`, user),
      send({ method: 'GET' }, `/events?user=${id}`, user),
      send({ method: 'GET' }, `/blobs?session=s&hash=h&user=${id}`, user),
    ]
    const statuses = async (user: string) => (await Promise.all(of(user))).map((it) => it.status)
    expect(await statuses('ada')).toEqual([200, 200, 204])
    expect(await statuses('eve')).toEqual([409, 409, 409])
    const [refused] = await Promise.all(of('eve'))
    expect(await refused?.json()).toMatchObject({ kind: 'unavailable' })
  })

  it('keeps any title, and finds it', async () => {
    const { ask } = server()
    const title = 'a\0\ud800 Büro'
    await ask('claim', { ...claim, row })
    const stored = await ask('write', { ...claim, write: { ...write, session: { title } } })
    expect(await stored.json()).toMatchObject({ title })
    expect(await rowsOf(await ask('list', { query: 'buro' }))).toMatchObject([{ title }])
  })

  it('ends its events at once when the proxy shuts down, and after minutes', async () => {
    vi.useFakeTimers()
    try {
      const { send, handle } = server()
      const events = await send({ method: 'GET' }, '/events')
      const other = await send({ method: 'GET' }, '/events')
      const text = events.text()
      await vi.advanceTimersByTimeAsync(300_000)
      expect(await text).toContain('"open"')
      const again = await send({ method: 'GET' }, '/events')
      await handle.drain('1h')
      expect(await again.text()).toContain('"open"')
      await other.text()
    } finally {
      vi.useRealTimers()
    }
  })

  it('refuses to delete or export nobody', async () => {
    const { store } = server()
    await expect(deleteSubject(store, undefined as never)).rejects.toThrow(TypeError)
    await expect(deleteOlderThan(undefined as never, '90d')).rejects.toThrow('give the store')
    await expect(deleteSubject(store, '')).rejects.toThrow('authorize')
    await expect(exportSubject(store, '').next()).rejects.toThrow('exportSubject')
  })

  it('names a file that cannot be opened', async () => {
    const store = sqliteSessions('/no/such/folder/sessions.db')
    await expect(store.transaction('a', async () => 1)).rejects.toThrow(
      '/no/such/folder/sessions.db',
    )
  })

  it('sends the events of a user to no other, and ends them when the proxy does', async () => {
    const { ask, send, handle } = server()
    const [ada, eve] = await Promise.all([
      send({ method: 'GET' }, '/events?x=1', 'ada'),
      send({ method: 'GET' }, '/events', 'eve'),
    ])
    expect(ada?.headers.get('content-type')).toBe('text/event-stream')
    const note = { type: 'gone' }
    await ask('note', { id: 's', noteId: 'own', note }, 'ada')
    await ask('release', claim, 'ada')
    await handle.drain(0)
    const open = 'data: {"type":"open"}\n\n'
    expect(await ada?.text()).toBe(`${open}data: {"type":"free","id":"s"}\n\n`)
    expect(await eve?.text()).toBe(open)
  })
})
