import { MockLanguageModelV4 } from 'ai/test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { errorOf, finish, proxyUnderTest, requestOf, streamOf } from '../test/proxy-under-test.ts'
import { mcpServers } from './mcp/mcp-servers.ts'
import { memoryStore } from './memory-store.ts'
import { passThrough } from './pass-through/pass-through.ts'
import type { ProxyOptions } from './proxy-options.ts'
import type { ProxyStore } from './store.ts'

afterEach(() => void vi.restoreAllMocks())

const failing: [string, () => never | Promise<never>, RegExp][] = [
  [
    'throws',
    () => {
      throw new Error('the vault is sealed')
    },
    /vault is sealed/,
  ],
  ['rejects', () => Promise.reject(new Error('the vault is sealed')), /vault is sealed/],
  ['never answers', () => new Promise<never>(() => {}), /took longer than 5 ms/],
]
const timeouts = { callback: 5 }

describe.each(failing)('a function of the configuration that %s', (_what, fail, message) => {
  const never: typeof fetch = () => expect.unreachable('a provider was called')
  const model = new MockLanguageModelV4({ doStream: never as never })
  const chat = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'Hi' }] })
  const cases: [string, string, Partial<ProxyOptions>, string?][] = [
    ['authorize', '/model', { authorize: fail, models: { m: model } }],
    ['the resolver of a model', '/model', { models: { m: fail } }],
    [
      'a key',
      '/up/chat/completions',
      {
        use: [passThrough({ up: { wire: 'openai', apiKey: fail, models: ['m'], fetch: never } })],
      },
      chat,
    ],
    [
      'the headers of an MCP server',
      '/mcp/up',
      { use: [mcpServers({ up: { url: 'https://up.example', headers: fail, fetch: never } })] },
    ],
  ]

  it.each(cases)('P10 P15 P27 fails the request alone: %s', async (_name, path, options, body) => {
    const { handle, log } = proxyUnderTest({ timeouts, ...options })
    const response = await handle(
      requestOf({ path: `/api/agent${path}`, ...(body !== undefined && { body }) }),
    )
    expect(response.status).toBe(500)
    const id = response.headers.get('x-request-id')
    expect(await errorOf(response)).toMatchObject({ code: 'internal_error', requestId: id })
    expect(log).toMatchObject([
      { code: 'internal_error', cause: { message: expect.stringMatching(message) } },
    ])
  })

  it('P13 refuses with 503 if it is the store, tells it once, and tells when it is back', async () => {
    let isDown = true
    const store: ProxyStore = {
      ...memoryStore(),
      add: () => (isDown ? (fail() as Promise<never>) : Promise.resolve(undefined)),
    }
    const answering = new MockLanguageModelV4({
      doStream: async () => ({ stream: streamOf([finish]) }),
    })
    const {
      handle,
      log,
      model: asked,
    } = proxyUnderTest({ limits: { requests: 9, store }, timeouts: { store: 5 } }, answering)
    for (let nth = 0; nth < 3; nth++) {
      const response = await handle(requestOf())
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('1')
      expect(await errorOf(response)).toMatchObject({ code: 'store_unavailable', retryable: true })
    }
    expect(asked.doStreamCalls).toEqual([])
    expect(log.map(({ cause }) => cause?.message)).toEqual([
      expect.stringMatching(message),
      undefined,
      undefined,
    ])
    isDown = false
    for (let nth = 0; nth < 2; nth++) await (await handle(requestOf())).text()
    expect(log.slice(3).map(({ isStoreBack }) => isStoreBack)).toEqual([true, undefined])
    isDown = true
    await handle(requestOf())
    expect(log[5]?.cause?.message).toMatch(message)
  })

  it('P14 leaves an answer as it is if it is the settling of the store', async () => {
    const store: ProxyStore = {
      ...memoryStore(),
      add: async ([charge]) => (charge?.limit === undefined ? fail() : undefined),
    }
    const answering = new MockLanguageModelV4({
      doStream: async () => ({ stream: streamOf([finish]) }),
    })
    const { handle } = proxyUnderTest(
      { limits: { streams: 1, store }, timeouts: { store: 5 } },
      answering,
    )
    expect(await (await handle(requestOf())).text()).toContain('[DONE]')
    await handle.drain()
  })
})

describe('what a function of the configuration returns', () => {
  it.each([{ userId: 'ada' }, [['ada']], 42, true])(
    'P10 is no id, and refuses the request, if it is %j',
    async (subject) => {
      const { handle, log, model } = proxyUnderTest({ authorize: () => subject as never })
      const response = await handle(requestOf())
      expect(await errorOf(response)).toMatchObject({ code: 'internal_error', status: 500 })
      expect(log[0]?.cause?.message).toMatch('`authorize` returned')
      expect(model.doStreamCalls).toEqual([])
    },
  )

  it.each([
    ['', 'no_key'],
    [undefined, 'internal_error'],
    [{ key: 'k' }, 'internal_error'],
  ])('P17 is no key, and asks no provider, if it is %j', async (key, code) => {
    const fetch = () => expect.unreachable('a provider was called')
    const route = { apiKey: async () => key as string, models: ['m'], fetch }
    const { handle } = proxyUnderTest({
      use: [passThrough({ up: { wire: 'openai', ...route } })],
    })
    const body = JSON.stringify({ model: 'm', messages: [] })
    const response = await handle(requestOf({ path: '/api/agent/up/chat/completions', body }))
    expect(await errorOf(response)).toMatchObject({ code })
  })
})

describe('a store that answers after its time', () => {
  it.each([
    ['a request', { requests: 9 }],
    ['a stream', { streams: 3 }],
  ])('P13 gets back what nobody uses: %s', async (_what, limit) => {
    const answer = Promise.withResolvers<undefined>()
    const settled = Promise.withResolvers<unknown>()
    const store: ProxyStore = {
      ...memoryStore(),
      async add(charges) {
        if (charges[0]?.limit !== undefined) return answer.promise
        settled.resolve(charges)
        return undefined
      },
    }
    const { handle } = proxyUnderTest({ limits: { ...limit, store }, timeouts: { store: 5 } })
    expect((await handle(requestOf())).status).toBe(503)
    answer.resolve(undefined)
    expect(await settled.promise).toMatchObject([{ amount: -1 }])
  })

  it('P13 is left at once by a client that leaves', async () => {
    const store = { ...memoryStore(), add: () => new Promise<undefined>(() => {}) }
    const { handle, log } = proxyUnderTest({
      limits: { requests: 9, store },
      timeouts: { store: 0 },
    })
    const client = new AbortController()
    const answering = handle(requestOf({ signal: client.signal }))
    client.abort()
    await answering
    expect(log).toMatchObject([{ code: 'client_closed' }])
  })
})

it('P24 an `authorize` that never answers is left with the client', async () => {
  const asked = Promise.withResolvers<void>()
  const { handle, log } = proxyUnderTest({
    authorize: () => (asked.resolve(), new Promise<never>(() => {})),
  })
  const client = new AbortController()
  const answering = handle(requestOf({ signal: client.signal }))
  await asked.promise
  client.abort()
  await answering
  expect(log).toMatchObject([{ code: 'client_closed' }])
})

it('P36 a proxy without a log tells the console when the store fails, and when it is back', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  let isDown = true
  const store: ProxyStore = {
    ...memoryStore(),
    add: async () => {
      if (isDown) throw new Error('no connection to the store')
      return undefined
    },
  }
  const { handle } = proxyUnderTest({ limits: { requests: 9, store }, log: undefined })
  const lines = () => printed.mock.calls.map(([line]) => String(line))
  for (const state of [true, true, false, false, true]) {
    isDown = state
    await (await handle(requestOf())).text()
  }
  await expect.poll(() => lines().length).toBe(3)
  expect(lines()[0]).toContain('no connection to the store')
  expect(lines()[1]).toContain('answers again')
  expect(lines()[2]).toContain('no connection to the store')
})

describe('authorize', () => {
  it.each([{ id: 'ann' }, 42, true, ['ann'], () => 'ann'])(
    'P10 that returns no text fails the request: %j',
    async (subject) => {
      const { handle, model, log } = proxyUnderTest({ authorize: () => subject as never })
      const response = await handle(requestOf())
      expect(response.status).toBe(500)
      expect(log[0]?.cause?.message).toContain('`authorize` returned a value of the type')
      expect(model.doStreamCalls).toEqual([])
    },
  )

  it('P10 that returns half a character fails the request, and the log says so', async () => {
    const { handle, log } = proxyUnderTest({
      authorize: () => 'ann \ud83d',
      limits: { requests: 9 },
    })
    const response = await handle(requestOf())
    expect(await errorOf(response)).toMatchObject({ code: 'internal_error', status: 500 })
    expect(log[0]?.cause?.message).toBe('`authorize` returned half a character, not a text.')
    const whole = proxyUnderTest({ authorize: () => 'ann 😀', limits: { requests: 9 } })
    expect((await whole.handle(requestOf())).status).not.toBe(500)
    expect(whole.model.doStreamCalls).toHaveLength(1)
  })

  it.each([null, undefined, false, ''])('P10 that returns nothing refuses: %j', async (subject) => {
    const response = await proxyUnderTest({ authorize: () => subject as never }).handle(requestOf())
    expect(response.status).toBe(401)
  })

  it('P10 may answer with a response of its own', async () => {
    const { handle, model, log } = proxyUnderTest({
      authorize: async () => Response.json({ error: 'Pay first.' }, { status: 402 }),
    })
    const response = await handle(requestOf())
    expect(response.status).toBe(402)
    expect(await response.json()).toEqual({ error: 'Pay first.' })
    expect(response.headers.get('x-request-id')).toBeTruthy()
    expect(log[0]).toMatchObject({ status: 402, code: 'unauthorized' })
    expect(model.doStreamCalls).toEqual([])
  })

  it('P10 may answer another origin with a redirect, whose headers cannot be set', async () => {
    const origin = 'https://other.test'
    const { handle } = proxyUnderTest({
      origins: [origin],
      authorize: () => Response.redirect('https://login.test/'),
    })
    const response = await handle(requestOf({ headers: { origin } }))
    expect([response.status, response.headers.get('location')]).toEqual([
      302,
      'https://login.test/',
    ])
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  })

  it.each([{ callback: 0 }, { callback: Infinity }, {}])(
    'P27 that never answers is given up after the time of a whole call: %j',
    async (given) => {
      const { handle } = proxyUnderTest({
        timeouts: { ...given, total: 5 },
        authorize: () => new Promise(() => {}),
      })
      expect((await handle(requestOf())).status).toBe(500)
    },
  )
})
