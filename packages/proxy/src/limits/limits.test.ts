import { encodeCall } from '@ambit/protocol'
import { MockLanguageModelV4 } from 'ai/test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  delta,
  errorOf,
  finish,
  proxyUnderTest,
  requestOf,
  streamOf,
} from '../../test/proxy-under-test.ts'
import { mcpServers } from '../mcp/mcp-servers.ts'
import type { ProxyOptions } from '../proxy-options.ts'
import { passThrough } from '../pass-through/pass-through.ts'
import { memoryStore } from '../memory-store.ts'

afterEach(() => void vi.useRealTimers())

/** Creates a model that answers, or waits for the test. */
const modelOf = (answer = async () => streamOf([delta, finish])) =>
  new MockLanguageModelV4({ doStream: async () => ({ stream: await answer() }) })

const proxyWith = (
  limits: ProxyOptions['limits'],
  model = modelOf(),
  options: Partial<ProxyOptions> = {},
) =>
  proxyUnderTest(
    { limits, authorize: ({ headers }) => headers.get('x-user') ?? 'ada', ...options },
    model,
  )

describe('limits', () => {
  it('P13 refuses a request over the rate, with the time to wait, and asks no model', async () => {
    vi.useFakeTimers({ now: 90_000 })
    const { handle, model } = proxyWith({ requests: 2 })
    for (const status of [200, 200, 429]) expect((await handle(requestOf())).status).toBe(status)
    const refused = await handle(requestOf())
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await errorOf(refused)).toMatchObject({ code: 'rate_limited', retryable: true })
    expect(model.doStreamCalls).toHaveLength(2)
    vi.setSystemTime(120_000)
    expect((await handle(requestOf())).status).toBe(200)
  })

  it.each<[string, RequestInit & { path?: string }]>([
    ['no JSON', { body: '{' }],
    ['no call', { body: '{}' }],
    ['nested too deep', { body: '['.repeat(99) }],
    ['for an unknown model', { body: '{"modelId":"x","options":{"prompt":[]}}' }],
    ['of another type', { headers: { 'content-type': 'text/plain' } }],
    ['no JSON, on a pass-through', { body: '{', path: '/api/agent/mine/chat/completions' }],
    ['no JSON, for an MCP server', { body: '{', path: '/api/agent/mcp/mine' }],
  ])('P13 counts a request with a body that is refused: %s', async (_what, init) => {
    const at = { baseURL: 'https://mine.example/v1', models: ['x'] }
    const { handle } = proxyUnderTest({
      limits: { requests: 2 },
      use: [
        passThrough({ mine: { wire: 'openai-compatible', ...at } }),
        mcpServers({ mine: { url: 'https://mine.example/mcp' } }),
      ],
    })
    const codes: unknown[] = []
    for (let nth = 0; nth < 3; nth++)
      codes.push((await errorOf(await handle(requestOf(init)))).code)
    expect(codes[0]).not.toBe('rate_limited')
    expect(codes[1]).toBe(codes[0])
    expect(codes[2]).toBe('rate_limited')
  })

  it('P13 P6 does not read the body of a request over the rate', async () => {
    const { handle } = proxyWith({ requests: 1 })
    await (await handle(requestOf())).text()
    let read = 0
    const body = new ReadableStream({ pull: () => void (read += 1) }, { highWaterMark: 0 })
    expect((await handle(requestOf({ body, duplex: 'half' }))).status).toBe(429)
    expect(read).toBe(0)
  })

  it('P13 counts each subject apart', async () => {
    const { handle } = proxyWith({ requests: 1 })
    for (const user of ['ada', 'ben', 'a:b', 'a%3Ab']) {
      expect((await handle(requestOf({ headers: { 'x-user': user } }))).status).toBe(200)
    }
    expect((await handle(requestOf({ headers: { 'x-user': 'ben' } }))).status).toBe(429)
  })

  it('P13 lets a subject have so many streams at once, and gives a place back at any end', async () => {
    const { handle } = proxyWith({ streams: 1 })
    const first = await handle(requestOf())
    expect(await errorOf(await handle(requestOf()))).toMatchObject({ code: 'too_many_streams' })
    await first.text()
    const second = await handle(requestOf())
    expect(second.status).toBe(200)
    await second.body?.cancel()
    expect((await handle(requestOf())).status).toBe(200)
  })

  it('P13 gives a place back when the model refuses', async () => {
    const { handle } = proxyWith(
      { streams: 1 },
      modelOf(() => Promise.reject(new Error('no'))),
    )
    for (let nth = 0; nth < 3; nth++) expect((await handle(requestOf())).status).toBe(502)
  })

  it('P14 settles from the model’s own count', async () => {
    const store = memoryStore()
    const settled: number[] = []
    const { handle } = proxyWith({
      tokens: { max: 10_000, per: '1d' },
      store: {
        ...store,
        add(charges) {
          if (charges[0]?.limit === undefined) settled.push(...charges.map(({ amount }) => amount))
          return store.add(charges)
        },
      },
      outputTokens: 100,
    })
    await (await handle(requestOf())).text()
    // Two tokens were used.
    expect(settled).toHaveLength(1)
    expect(settled[0]).toBeLessThan(-90)
  })

  it('P14 settles from what was streamed when the client leaves', async () => {
    const deltas = Array.from({ length: 50 }, () => ({ ...delta, delta: 'x'.repeat(80) }))
    const { handle } = proxyWith(
      { tokens: { max: 1_200, per: '1d' }, outputTokens: 1_000 },
      modelOf(async () => streamOf(deltas)),
    )
    const reader = (await handle(requestOf())).body?.getReader()
    for (let nth = 0; nth < 40; nth++) await reader?.read()
    await reader?.cancel()
    // 40 deltas of 80 characters are 800 tokens, so another 1,000 do not fit.
    expect(await errorOf(await handle(requestOf()))).toMatchObject({ code: 'budget_exhausted' })
  })

  it('P14 charges nothing for a call that the model refused', async () => {
    const { handle } = proxyWith(
      { tokens: { max: 1_100, per: '1d' }, outputTokens: 1_000 },
      modelOf(() => Promise.reject(new Error('no'))),
    )
    for (let nth = 0; nth < 3; nth++) expect((await handle(requestOf())).status).toBe(502)
  })

  it('P14 lets 200 calls at once spend no more than the budget', async () => {
    let calls = 0
    const { handle } = proxyWith(
      { tokens: { max: 5_000, per: '1d' }, outputTokens: 100 },
      modelOf(async () => {
        calls += 1
        return streamOf([
          delta,
          {
            ...finish,
            usage: {
              ...Object(finish).usage,
              outputTokens: { total: 100, text: 100, reasoning: 0 },
            },
          },
        ] as never)
      }),
    )
    const responses = await Promise.all(Array.from({ length: 200 }, () => handle(requestOf())))
    await Promise.all(responses.map((response) => response.text()))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(calls)
    expect(calls * 100).toBeLessThanOrEqual(5_000)
    expect(calls).toBeGreaterThan(30)
  })

  it('P13 counts money by the price of the model', async () => {
    const { handle } = proxyWith(
      // A call may cost 100 × 10 millionths of a dollar, and a little for its prompt.
      { costUsd: { max: 0.0015, per: '1d' }, outputTokens: 100 },
      modelOf(),
      { prices: { m: { input: 1, output: 10 } } },
    )
    // The first answer is not read yet, so its reservation still counts.
    const first = await handle(requestOf())
    expect([first.status, (await handle(requestOf())).status]).toEqual([200, 429])
  })

  it.each(['1e999', '-1', '0.5', '"9"'])(
    'P13 P14 refuses a call that asks for %s tokens',
    async (asked) => {
      const { handle, model } = proxyWith({ tokens: 1_000 })
      const body = encodeCall('m', { prompt: [], maxOutputTokens: 7 }).replace(':7', `:${asked}`)
      expect(await errorOf(await handle(requestOf({ body })))).toMatchObject({
        code: 'invalid_request',
      })
      expect(model.doStreamCalls).toEqual([])
    },
  )

  it('P14 gives nothing back for a budget of thinking below 0', async () => {
    const { handle } = proxyWith({ tokens: 2_000, outputTokens: 1_000 }, modelOf(), {
      models: { m: { model: modelOf(), provider: { allow: ['anthropic.*'] } } },
    })
    const body = encodeCall('m', {
      prompt: [],
      providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: -1e6 } } },
    })
    const first = await handle(requestOf({ body }))
    const second = await handle(requestOf({ body }))
    expect([first.status, second.status]).toEqual([200, 429])
  })

  it('P13 counts in windows of another length, and by a number for a day', async () => {
    vi.useFakeTimers({ now: 7_200_000 - 1_000 })
    const { handle } = proxyWith({ requests: { max: 1, per: '1h' } })
    expect((await handle(requestOf())).status).toBe(200)
    expect((await handle(requestOf())).headers.get('retry-after')).toBe('1')
    vi.advanceTimersByTime(1_000)
    expect((await handle(requestOf())).status).toBe(200)
    const daily = proxyWith({ tokens: 100_000 })
    await (await daily.handle(requestOf())).text()
    const usage = await daily.handle(requestOf({ path: '/api/agent/usage', method: 'GET' }))
    expect(await usage.json()).toMatchObject({
      usage: { tokens: { max: 100_000, resetsInMs: 86_400_000 - 7_200_000 } },
    })
  })

  it('P13 bound the longest answer also without a budget', async () => {
    const { handle, model } = proxyWith({ outputTokens: 50 })
    await (await handle(requestOf())).text()
    expect(model.doStreamCalls[0]).toMatchObject({ maxOutputTokens: 50 })
  })

  it('P13 sends a ceiling where a budget needs one', async () => {
    const { handle, model } = proxyWith({ tokens: { max: 100_000, per: '1d' } })
    await (await handle(requestOf())).text()
    expect(model.doStreamCalls[0]).toMatchObject({ maxOutputTokens: 8192 })
  })

  it('P10 fails closed when the store does', async () => {
    const { handle, model } = proxyWith({
      requests: 1,
      store: { ...memoryStore(), add: () => Promise.reject(new Error('down')) },
    })
    expect((await handle(requestOf())).status).toBe(503)
    expect(model.doStreamCalls).toEqual([])
  })

  it.each([
    [{ requests: 0 }, '`limits.requests` is 0'],
    [{ requests: { max: 1, per: 0 } }, '`limits.requests.per` is 0'],
    [{ tokens: { max: -1, per: 1 } }, '`limits.tokens.max` is -1'],
    [{ tokens: { per: 1 } as never }, '`limits.tokens.max` is undefined'],
    [{ outputTokens: Infinity }, '`limits.outputTokens` is Infinity'],
    [{ costUsd: { max: 1, per: 1 } }, '`prices["m"]` is not'],
    [{ store: { get: async () => null } as never }, '`limits.store` lacks `set`'],
  ] as const)('P13 refuses to start with %j', (options, message) => {
    expect(() => proxyWith(options)).toThrow(message)
  })
})
