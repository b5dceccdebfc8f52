import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it, vi } from 'vitest'
import { encodeCall } from '@ambit/protocol'
import {
  delta,
  errorOf,
  finish,
  proxyUnderTest,
  requestOf,
  streamOf,
} from '../../test/proxy-under-test.ts'
import {
  connectRedis,
  createLostClient,
  isAvailable,
  packages,
  skipped,
} from '../../test/redis/redis-clients.ts'
import { charge, storeContract } from '../../test/store-contract.ts'
import { createOAuthService } from '../../../core/test/oauth-service.ts'
import { createProxy } from '../create-proxy.ts'
import { mcpServers } from '../mcp/mcp-servers.ts'
import { prefixes } from '../prefixes/prefixes.ts'
import { redisStore } from './redis-store.ts'

const { clientOf, keys, timeLeft } = connectRedis()
const hash = 'a'.repeat(64)
const storeOf = (nth: number, keyPrefix: string) => redisStore(clientOf(nth), { keyPrefix })

describe.skipIf(!isAvailable)(`the counts of redisStore${skipped}`, () => {
  describe.each(packages)('by `%s`', (_name, nth) => {
    storeContract(() => storeOf(nth, crypto.randomUUID()))
  })

  it.each(packages)(
    'P13 takes, renews and releases leases, each holder once, by `%s`',
    async (_name, nth) => {
      const store = storeOf(nth, crypto.randomUUID())
      const lease = (holder: string, amount = 1, ttlMs = 60_000) => ({
        ...charge('streams', amount, 2),
        holder,
        ttlMs,
      })
      const free = (holder: string, amount: number) => ({
        ...lease(holder, amount),
        limit: undefined,
      })
      expect(await store.add([lease('a'), lease('b')])).toBeUndefined()
      expect(await store.add([charge('n', 1, 9), lease('c')])).toBe(1)
      expect(await store.add([lease('a')])).toBeUndefined()
      await store.add([free('a', -1), free('never', -1)])
      expect(await store.add([lease('c', 1, 1)])).toBeUndefined()
      // The lease of `c` is over after a millisecond of the server's clock.
      await expect.poll(() => store.add([lease('d')])).toBeUndefined()
      await store.add([free('e', 1)])
      await store.add([free('d', -1)])
      expect(await store.add([lease('f')])).toBe(0)
    },
  )

  it('P14 lets two proxies that share a budget spend no more than it under 200 calls at once', async () => {
    const keyPrefix = crypto.randomUUID()
    const used = {
      ...Object(finish),
      usage: { ...Object(finish).usage, outputTokens: { total: 100, text: 100, reasoning: 0 } },
    }
    const proxies = [0, 1].map((nth) => {
      const model = new MockLanguageModelV4({
        doStream: async () => ({ stream: streamOf([delta, used]) }),
      })
      const rules = { tokens: 5_000, outputTokens: 100, store: storeOf(nth, keyPrefix) }
      return proxyUnderTest({ limits: rules }, model)
    })
    const responses = await Promise.all(
      Array.from({ length: 200 }, async (_, nth) => proxies[nth % 2]?.handle(requestOf())),
    )
    const codes = await Promise.all(
      responses.map(async (response) =>
        response?.status === 200
          ? void (await response.text())
          : response && (await errorOf(response)).code,
      ),
    )
    const calls = proxies.reduce((sum, { model }) => sum + model.doStreamCalls.length, 0)
    expect(new Set(codes)).toEqual(new Set([undefined, 'budget_exhausted']))
    expect(codes.filter((code) => code === undefined)).toHaveLength(calls)
    // Each call used 100 tokens and a few for its prompt.
    expect(calls * 100).toBeLessThanOrEqual(5_000)
    expect(calls).toBeGreaterThan(30)
  })

  it('P13 counts in windows that follow each other: what one spent, the next does not know', async () => {
    const keyPrefix = crypto.randomUUID()
    const spend = async (nth: number, window: number) =>
      storeOf(nth, keyPrefix).add([charge(`tokens:ada:${window}`, 10, 10)])
    expect(await spend(0, 1)).toBeUndefined()
    expect(await spend(1, 1)).toBe(0)
    expect(await spend(1, 2)).toBeUndefined()
    expect(await spend(0, 2)).toBe(0)
  })

  it('P13 counts streams of both proxies together', async () => {
    const keyPrefix = crypto.randomUUID()
    const proxies = [0, 1].map((nth) =>
      proxyUnderTest(
        { limits: { streams: 3, store: storeOf(nth, keyPrefix) } },
        new MockLanguageModelV4({ doStream: async () => ({ stream: streamOf([delta, finish]) }) }),
      ),
    )
    const responses = await Promise.all(
      Array.from({ length: 20 }, async (_, nth) => proxies[nth % 2]?.handle(requestOf())),
    )
    expect(responses.filter((response) => response?.status === 200)).toHaveLength(3)
    for (const response of responses) await response?.text()
  })
})

describe.skipIf(!isAvailable)(`the texts of redisStore${skipped}`, () => {
  it.each(packages)(
    'P42 are kept for their time, and taken in one step by one of several, by `%s`',
    async (kind, nth) => {
      const store = storeOf(nth, kind)
      const key = `prefix:${encodeURIComponent('ada:löve:*')}:${hash}`
      await store.set(key, 'Zürich 東京', 60_000)
      expect(await store.get(key)).toBe('Zürich 東京')
      expect(await store.get(`prefix:ada:${hash}`)).toBeNull()
      const [only = ''] = await keys(`${kind}:*`)
      const left = await timeLeft(only)
      expect(left).toBeGreaterThan(50_000)
      expect(left).toBeLessThanOrEqual(60_000)
      expect(await store.take(key, 'other')).toBe(false)
      const takes = await Promise.all([1, 2, 3].map(() => store.take(key, 'Zürich 東京')))
      expect(takes.filter(Boolean)).toHaveLength(1)
      expect(await store.get(key)).toBeNull()
    },
  )

  it('P41 lets one proxy know what another one was sent', async () => {
    const [one, two] = packages.map(([, nth]) =>
      proxyUnderTest({ use: [prefixes({ store: storeOf(nth, 'both') })] }),
    )
    if (!one || !two) throw new Error('There are no proxies')
    const prompt = [{ role: 'system' as const, content: 'Be kind. '.repeat(90) }]
    const body = (text: string) => `${text.slice(0, -1)},"stableEnd":1}`
    await (await one.handle(requestOf({ body: body(encodeCall('m', { prompt })) }))).text()
    await vi.waitFor(async () => expect(await keys('both:*')).toHaveLength(1))
    const sha256 = (await keys('both:*'))[0]?.slice(-64) ?? ''
    const short = body(encodeCall('m', { prompt }, { prompt: { sha256, count: 1 } }))
    expect(short.length).toBeLessThan(200)
    await (await two.handle(requestOf({ body: short }))).text()
    expect(two.model.doStreamCalls[0]?.prompt).toEqual(prompt)
  })

  it('keeps a user signed in at two proxies, which refresh once together', async () => {
    const service = createOAuthService()
    const [one, two] = [0, 1].map((nth) => {
      const store = storeOf(nth, 'signed-in')
      const { url, fetch } = service
      const redirectUri = 'https://app.example/api/agent/mcp/tickets/callback'
      const tickets = { url, fetch, oauth: { clientId: 'app', redirectUri, store } }
      return createProxy({ authorize: () => 'ada:*', use: [mcpServers({ tickets })] })
    })
    if (!one || !two) throw new Error('There are no proxies')
    const ask = (proxy: typeof one, path: string, body: object) =>
      proxy(
        new Request(`https://app.example/api/agent/mcp/tickets${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      )
    const { url } = (await (await ask(one, '/sign-in', {})).json()) as { url: string }
    // The user comes back to the other proxy.
    const answer = Object.fromEntries(new URLSearchParams(service.press(url, 'Ada')))
    expect((await ask(two, '/callback', answer)).status).toBe(204)
    expect((await ask(one, '/callback', answer)).status).toBe(400)
    service.expire()
    const calls = Array.from({ length: 10 }, (_, nth) =>
      ask(nth % 2 ? one : two, '', { jsonrpc: '2.0', id: 1, method: 'ping' }),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses).toEqual(Array(10).fill(200))
    expect(service.forms.map((form) => form['grant_type'])).toEqual([
      'authorization_code',
      'refresh_token',
    ])
  })
})

describe('redisStore', () => {
  it.each([{}, { client: {} }])('throws for what is not a client: %j', (client) => {
    expect(() => redisStore(client)).toThrow('the first argument must be a client')
  })

  it('P41 costs bytes alone when Redis is down, and does not end the process', async () => {
    vi.spyOn(console, 'error').mockReturnValueOnce()
    const client = createLostClient()
    const { handle } = proxyUnderTest({ use: [prefixes({ store: redisStore(client) })] })
    const call = { modelId: 'm', options: { prompt: [hash] }, stableEnd: 1 }
    const response = await handle(requestOf({ body: JSON.stringify(call) }))
    expect(await errorOf(response)).toMatchObject({ code: 'unknown_prefix' })
    client.disconnect()
  })

  it('answers `store_unavailable` while Redis is down', async () => {
    const client = createLostClient()
    const service = createOAuthService()
    const store = redisStore(client)
    const tickets = { url: service.url, oauth: { clientId: 'app', store } }
    const proxy = createProxy({
      authorize: () => 'ada',
      log: () => {},
      use: [mcpServers({ tickets })],
    })
    const url = 'https://app.example/api/agent/mcp/tickets'
    const headers = { 'content-type': 'application/json' }
    const response = await proxy(new Request(url, { method: 'POST', body: '{}', headers }))
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: { code: 'store_unavailable' } })
    client.disconnect()
  })
})
