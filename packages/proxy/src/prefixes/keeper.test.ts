import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { MockLanguageModelV4 } from 'ai/test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { countingStore } from '../../test/counting-store.ts'
import {
  delta,
  errorOf,
  finish,
  proxyUnderTest,
  requestOf,
  streamOf,
} from '../../test/proxy-under-test.ts'
import { memoryStore } from '../memory-store.ts'
import type { ProxyLog } from '../proxy-log.ts'
import type { ProxyOptions } from '../proxy-options.ts'
import type { ProxyStore } from '../store.ts'
import { prefixes } from './prefixes.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const say = (text: string) => ({ role: 'user', content: [{ type: 'text', text }] })
const history = [say('Zürich 東京 '.repeat(60)), say('two'), say('three')]
const tools = [
  { type: 'function', name: 'a', description: 'x'.repeat(600), inputSchema: { type: 'object' } },
]
const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')

const bodyOf = (prompt: readonly unknown[], rest: object = {}, stableEnd = 3): string =>
  JSON.stringify({ modelId: 'm', options: { prompt, ...rest }, stableEnd })
const whole = bodyOf([...history, say('now')], { tools })
const short = bodyOf([hashOf(history), say('now')], { tools: hashOf(tools) })

const answering = () =>
  new MockLanguageModelV4({ doStream: async () => ({ stream: streamOf([delta, finish]) }) })

/** Creates a proxy for the user of the header `x-user`, and its store. */
function setUp(options: Partial<ProxyOptions> = {}, model = answering(), memory = memoryStore()) {
  const names: string[] = []
  const store: ProxyStore = {
    ...memory,
    set: async (key, text, ttlMs) => {
      await memory.set(key, text, ttlMs)
      names.push(key)
    },
  }
  const authorize = ({ headers }: Request) => headers.get('x-user') ?? 'ada'
  const { handle } = proxyUnderTest({ use: [prefixes({ store })], authorize, ...options }, model)
  const send = async (body: BodyInit | Uint8Array, user = 'ada', headers = {}) => {
    const given = { 'x-user': user, ...headers }
    const response = await handle(requestOf({ body: body as BodyInit, headers: given }))
    const { status } = response
    const code =
      status === 200 ? (await response.text(), undefined) : (await errorOf(response)).code
    return { status, code, offer: response.headers.get('ambit-prefix') }
  }
  /** Sends the whole call, and waits until the store has both of its parts. */
  const keep = async (): Promise<void> => {
    const count = names.length
    expect(await send(whole)).toEqual({ status: 200, code: undefined, offer: '1' })
    await vi.waitFor(() => expect(names).toHaveLength(count + 2))
  }
  const asked = (nth: number) => {
    const { abortSignal: _signal, ...call } = model.doStreamCalls.at(nth) ?? { prompt: [] }
    return JSON.stringify(call)
  }
  return { handle, send, keep, asked, model, names }
}

const unknown = { status: 409, code: 'unknown_prefix', offer: null }

describe('a proxy that keeps parts of calls', () => {
  it('P41 takes a call that names them as the whole call', async () => {
    const { send, keep, asked } = setUp()
    await keep()
    expect(await send(short)).toEqual({ status: 200, code: undefined, offer: '1' })
    expect(asked(1)).toBe(asked(0))
    expect(await send(gzipSync(short), 'ada', { 'content-encoding': 'gzip' })).toMatchObject({
      status: 200,
    })
    expect(asked(2)).toBe(asked(0))
    expect(short.length).toBeLessThan(whole.length / 5)
  })

  it.each<[string, Partial<ProxyOptions>, string]>([
    ['without a known user', { authorize: undefined, insecureDev: true }, whole],
    ['without `use`', { use: undefined }, whole],
    ['without prefixes() in `use`', { use: [] }, whole],
    ['a call that does not tell its stable end', {}, bodyOf(history, { tools }, 0)],
    ['a call whose stable end is behind its messages', {}, bodyOf(history, { tools }, 9)],
    ['a call that is short', {}, bodyOf([say('Hi')], {}, 1)],
  ])('P42 offers and keeps nothing: %s', async (_what, options, body) => {
    const { handle, names } = setUp(options)
    const local = { remoteAddr: { hostname: '127.0.0.1' } }
    const response = await handle(requestOf({ body, origin: 'http://localhost' }), local)
    expect(response.status).toBe(200)
    expect(response.headers.has('ambit-prefix')).toBe(false)
    await response.text()
    expect(names).toEqual([])
  })

  it('P42 offers nothing if the two parts do not fit into the store together', async () => {
    const most = Math.max(...[history, tools].map((part) => JSON.stringify(part).length)) + 400
    const small = memoryStore({ maxBytesPerOwner: most })
    const { send, names } = setUp({}, answering(), small)
    expect(await send(whole)).toMatchObject({ status: 200, offer: null })
    expect(await send(bodyOf(history))).toMatchObject({ status: 200, offer: '1' })
    await vi.waitFor(() => expect(names).toHaveLength(1))
  })

  it('P41 says so to pages of listed origins, and in an answer that begins before the provider', async () => {
    const opening = Promise.withResolvers<ReturnType<typeof streamOf>>()
    const model = new MockLanguageModelV4({
      doStream: async () => ({ stream: await opening.promise }),
    })
    const { handle } = setUp(
      { timeouts: { heartbeat: 1 }, origins: ['https://page.example'] },
      model,
    )
    const headers = { origin: 'https://page.example' }
    const response = await handle(requestOf({ body: whole, headers }))
    expect(response.headers.get('ambit-prefix')).toBe('1')
    expect(response.headers.get('access-control-expose-headers')).toContain('ambit-prefix')
    opening.resolve(streamOf([delta, finish]))
    expect(await response.text()).toContain('"delta":"Hi"')
  })

  it('P42 answers another user as if nobody had sent the part', async () => {
    const { send, keep, handle, model } = setUp()
    await keep()
    const read = async (body: string) => {
      const response = await handle(requestOf({ body, headers: { 'x-user': 'eve' } }))
      const { requestId, ...error } = await errorOf(response)
      const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
      return { status: response.status, headers, error, length: String(requestId).length }
    }
    const kept = await read(short)
    expect(kept).toEqual(await read(short.replaceAll(/[0-9a-f]{64}/g, hashOf('nothing'))))
    expect(kept).toMatchObject({ status: 409, error: { code: 'unknown_prefix', retryable: false } })
    expect(model.doStreamCalls).toHaveLength(1)
    expect(await send(short)).toMatchObject({ status: 200 })
  })

  it.each([
    ['another hash', hashOf('nothing')],
    ['a hash in upper case', hashOf(history).toUpperCase()],
    ['a part of a hash', hashOf(history).slice(1)],
    ['no hash', ''],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['a hash with more behind it', `${hashOf(history)}ada`],
    ['a long text', 'x'.repeat(100_000)],
  ])('P41 P42 knows no prefix by %s', async (_what, name) => {
    const { send, keep, model } = setUp()
    await keep()
    expect(await send(bodyOf([name, say('now')]))).toEqual(unknown)
    expect(await send(bodyOf([...history, say('now')], { tools: name }))).toEqual(unknown)
    expect(model.doStreamCalls).toHaveLength(1)
  })

  it.each<[string, readonly unknown[], object]>([
    ['tools in place of messages', [hashOf(tools)], {}],
    ['messages in place of tools', history, { tools: hashOf(history) }],
    ['a name behind messages', [say('one'), hashOf(history)], {}],
    ['a message that is a list', [hashOf(history), [say('one')]], {}],
    ['a message that is none', [hashOf(history), { role: 'user' }], {}],
    [
      'more than 2,000 messages',
      [hashOf(history), ...Array.from({ length: 1998 }, () => say('x'))],
      {},
    ],
  ])('P41 refuses what it refuses in a whole call: %s', async (_what, prompt, rest) => {
    const { send, keep, model } = setUp()
    await keep()
    expect(await send(bodyOf(prompt, rest))).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(model.doStreamCalls).toHaveLength(1)
  })

  it('P41 P7 refuses forbidden keys, deep nesting and broken JSON beside a name', async () => {
    const { send, keep } = setUp()
    await keep()
    const bodies = [
      short.replace('"stableEnd"', '"__proto__":{"a":1},"stableEnd"'),
      bodyOf([hashOf(history), JSON.parse('['.repeat(70) + ']'.repeat(70))]),
      short.slice(0, -1),
    ]
    for (const body of bodies) expect(await send(body)).toMatchObject({ code: 'invalid_request' })
  })

  it('P41 P6 lets no call in parts pass the cap of a body', async () => {
    const { send, keep } = setUp({ bytes: { request: Buffer.byteLength(whole) + 200 } })
    await keep()
    const more = say('x'.repeat(400))
    expect(await send(bodyOf([hashOf(history), more], { tools: hashOf(tools) }))).toEqual(unknown)
    expect(await send(bodyOf([...history, more], { tools }))).toMatchObject({ status: 413 })
  })

  it('P42 keeps nothing of a call that it refuses', async () => {
    const store = countingStore().store
    const tokens = { max: 10, per: 1000 }
    const { send, names } = setUp({ limits: { tokens, store } })
    const refused = [whole, whole.replace('"m"', '"x"'), whole.replace('"user"', '"nobody"')]
    for (const body of refused) expect((await send(body)).status).toBeGreaterThanOrEqual(400)
    expect(await send(short)).toEqual(unknown)
    expect(names).toEqual([])
  })
})

describe('a named part and the limits', () => {
  it('P13 P41 count an unknown one and the whole call as one request', async () => {
    const { send } = setUp({ limits: { requests: 2 } })
    for (let nth = 0; nth < 2; nth++) {
      expect(await send(bodyOf([hashOf(nth)]), 'eve')).toEqual(unknown)
      expect((await send(whole, 'eve')).status).toBe(200)
    }
    expect((await send(whole, 'eve')).code).toBe('rate_limited')
  })

  it('P13 P41 let nobody ask without end by unknown ones', async () => {
    const { send } = setUp({ limits: { requests: 3 } })
    const codes: unknown[] = []
    for (let nth = 0; nth < 8; nth++) codes.push((await send(short, 'eve')).code)
    expect(codes.lastIndexOf('unknown_prefix')).toBe(5)
    expect(codes.at(-1)).toBe('rate_limited')
  })

  it('P13 P41 forgive nothing that was counted in the minute before', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 60_000_000 - 1 })
    const { store, used } = countingStore()
    const slow = { ...memoryStore(), get: async () => void vi.setSystemTime(60_000_001) }
    const { send } = setUp({ use: [prefixes({ store: slow })], limits: { requests: 3, store } })
    expect(await send(short)).toEqual(unknown)
    expect(used('requests')).toBe(1)
  })

  it('P13 P41 tell that the store is back, if taking a count back is its first success', async () => {
    let isDown = false
    const { store } = countingStore()
    const failing: ProxyStore = {
      ...store,
      add: (charges) => (isDown ? Promise.reject(new Error('down')) : store.add(charges)),
    }
    const log: ProxyLog[] = []
    const { send } = setUp({
      use: [
        prefixes({
          store: {
            ...memoryStore(),
            get: async () => {
              isDown = true
              expect((await send(whole, 'bob')).code).toBe('store_unavailable')
              isDown = false
              return undefined
            },
            set: async () => {},
          },
        }),
      ],
      limits: { requests: 3, store: failing },
      log: (entry) => void log.push(entry),
    })
    const lone = bodyOf([hashOf(history), say('now')])
    expect((await send(lone)).code).toBe('unknown_prefix')
    expect(log.map(({ isStoreBack }) => isStoreBack)).toEqual([undefined, true])
  })

  it('P14 P41 charge a call in parts as the whole one', async () => {
    const counting = [countingStore(), countingStore()]
    const used: number[] = []
    for (const [nth, { store, used: usedOf }] of counting.entries()) {
      const broken = new MockLanguageModelV4({
        doStream: async () => ({ stream: streamOf([delta]) }),
      })
      const { send, keep } = setUp({ limits: { tokens: 100_000, streams: 1, store } }, broken)
      await keep()
      const before = usedOf('tokens')
      await send(nth === 0 ? whole : short)
      used.push(usedOf('tokens') - before)
    }
    expect(used[1]).toBe(used[0])
    expect(used[0]).toBeGreaterThan(100)
  })
})

describe('a store of prefixes', () => {
  const never = new Promise<never>(() => {})
  it.each<[string, ProxyStore['get']]>([
    ['rejects', () => Promise.reject(new Error('down'))],
    [
      'throws',
      () => {
        throw new Error('down')
      },
    ],
    ['has nothing', async () => null],
    ['returns another text', async () => JSON.stringify([say('Give me the money')])],
    ['returns a part of the text', async () => JSON.stringify(history).slice(0, -5)],
    ['returns no text', async () => 7 as unknown as string],
    ['never answers', () => never],
  ])('P41 that %s costs bytes alone', async (_what, get) => {
    vi.spyOn(console, 'error').mockReturnValue()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { send, model } = setUp({ use: [prefixes({ store: { ...memoryStore(), get } })] })
    const sending = send(short)
    // The store has a second.
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(250)
      expect(await Promise.race([sending, Promise.resolve()])).toEqual(unknown)
    })
    expect((await send(whole)).status).toBe(200)
    expect(model.doStreamCalls).toHaveLength(1)
  })

  it('P41 that fails to keep a text changes no answer, and is told once', async () => {
    const told = vi.spyOn(console, 'error').mockReturnValue()
    const set = () => Promise.reject(new Error('The disk of prefixes is full'))
    const { send } = setUp({ use: [prefixes({ store: { ...memoryStore(), set } })] })
    for (let nth = 0; nth < 3; nth++) expect((await send(whole)).status).toBe(200)
    await vi.waitFor(() => expect(told).toHaveBeenCalled())
    expect(told.mock.calls).toHaveLength(1)
    expect(String(told.mock.calls[0])).toContain('clients send whole calls')
    expect(String(told.mock.calls[0])).not.toContain('東京')
  })
})
