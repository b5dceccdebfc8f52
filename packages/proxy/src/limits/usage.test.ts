import { createProxyModel, fetchProxyUsage } from '@ambit/core'
import { encodeCall, type ProxyUsage } from '@ambit/protocol'
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
import type { ProxyOptions } from '../proxy-options.ts'
import { memoryStore } from '../memory-store.ts'
import type { LedgerRow } from './spent.ts'

const dayMs = 86_400_000
const modelOf = () =>
  new MockLanguageModelV4({ doStream: async () => ({ stream: streamOf([delta, finish]) }) })
const rules = { requests: 5, streams: 2, tokens: 10_000, costUsd: 0.5, outputTokens: 100 }
const prices = { m: { input: 1000, output: 2000 } }
const ask = (init: RequestInit = {}) =>
  requestOf({ path: '/api/agent/usage', method: 'GET', ...init })
const usageOf = async (response: Response): Promise<ProxyUsage> =>
  ((await response.json()) as { usage: ProxyUsage }).usage
const setUp = (options: Partial<ProxyOptions> = {}) =>
  proxyUnderTest(
    {
      limits: rules,
      prices,
      authorize: ({ headers }) => headers.get('x-user') ?? 'ada',
      ...options,
    },
    modelOf(),
  )

afterEach(() => void vi.useRealTimers())

describe('GET /usage', () => {
  it('P13 tells what is left, and when it begins anew, and asks no model', async () => {
    vi.useFakeTimers({ now: dayMs + 90_000, toFake: ['Date'] })
    const { handle, model } = setUp()
    await (await handle(requestOf())).text()
    const response = await handle(ask())
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(await usageOf(response)).toEqual({
      requests: { max: 5, used: 1, left: 4, resetsInMs: 30_000 },
      streams: { max: 2, used: 0, left: 2 },
      // One token each for the prompt and the answer.
      tokens: { max: 10_000, used: 2, left: 9_998, resetsInMs: dayMs - 90_000 },
      costUsd: { max: 0.5, used: 0.003, left: 0.497, resetsInMs: dayMs - 90_000 },
    })
    expect(model.doStreamCalls).toHaveLength(1)
  })

  it('P13 counts a call that runs with the most that it may cost', async () => {
    const { handle } = setUp()
    const running = await handle(requestOf())
    const { streams, tokens } = await usageOf(await handle(ask()))
    expect(streams).toMatchObject({ used: 1, left: 1 })
    expect(tokens?.used).toBeGreaterThan(100)
    await running.text()
    expect((await usageOf(await handle(ask()))).streams?.used).toBe(0)
  })

  it('P13 tells each user their own, and nobody who is not signed in', async () => {
    const { handle } = setUp({ authorize: ({ headers }) => headers.get('x-user') })
    await (await handle(requestOf({ headers: { 'x-user': 'ada' } }))).text()
    const others = await usageOf(await handle(ask({ headers: { 'x-user': 'ben' } })))
    expect(others.tokens?.used).toBe(0)
    expect((await handle(ask())).status).toBe(401)
    const foreign = await handle(
      ask({ headers: { 'x-user': 'ada', origin: 'https://evil.example' } }),
    )
    expect(await errorOf(foreign)).toMatchObject({ code: 'origin_not_allowed' })
    expect((await handle(ask({ method: 'POST', headers: { 'x-user': 'ada' } }))).status).toBe(405)
  })

  it('P13 answers a user at most 60 times a minute', async () => {
    vi.useFakeTimers({ now: 90_000, toFake: ['Date'] })
    const { handle } = setUp()
    for (let nth = 0; nth < 60; nth++) expect((await handle(ask())).status).toBe(200)
    const refused = await handle(ask())
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await errorOf(refused)).toMatchObject({ code: 'rate_limited' })
    expect((await handle(ask({ headers: { 'x-user': 'ben' } }))).status).toBe(200)
    vi.setSystemTime(120_000)
    expect((await handle(ask())).status).toBe(200)
  })

  it('P13 is empty without limits', async () => {
    expect(await usageOf(await proxyUnderTest().handle(ask()))).toEqual({})
  })

  it('P10 tells that a store is down', async () => {
    const store = { ...memoryStore(), count: () => Promise.reject(new Error('down')) }
    const { handle } = setUp({ limits: { ...rules, store } })
    const response = await handle(ask())
    expect(response.status).toBe(503)
    expect(await errorOf(response)).toMatchObject({ code: 'store_unavailable' })
  })

  it('P13 is read by the page', async () => {
    const { handle } = setUp()
    const connection = {
      baseURL: 'https://app.example/api/agent',
      fetch: (url: RequestInfo | URL, init?: RequestInit) => handle(new Request(url, init)),
    }
    const { stream } = await createProxyModel({ ...connection, modelId: 'm' }).doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    })
    for await (const part of stream) expect(part.type).not.toBe('error')
    expect(await fetchProxyUsage(connection)).toMatchObject({ tokens: { used: 2, left: 9_998 } })
  })
})

describe('costs', () => {
  const usage = {
    inputTokens: { total: 1000, noCache: 100, cacheRead: 800, cacheWrite: 100 },
    outputTokens: { total: 500, text: 100, reasoning: 400 },
  }
  const finishReason = { unified: 'stop', raw: 'stop' } as const
  const ending = { type: 'finish', usage, finishReason } as const
  const answering = () =>
    new MockLanguageModelV4({
      doStream: async () => ({ stream: streamOf([delta, ending]) }),
    })

  it('P13 P36 are in the log and in the budget, by the prices of caches and reasoning', async () => {
    const price = { input: 10, cachedInput: 1, cacheWrite: 20, output: 30, reasoning: 40 }
    const { handle, log } = proxyUnderTest(
      {
        limits: { costUsd: { max: 1, per: dayMs }, outputTokens: 100 },
        prices: { m: price },
      },
      answering(),
    )
    await (await handle(requestOf())).text()
    // Millionths of a dollar: 100 × 10 + 800 × 1 + 100 × 20 + 100 × 30 + 400 × 40.
    const costUsd = 0.0228
    expect(log[0]?.costUsd).toBeCloseTo(costUsd, 9)
    expect(log[0]?.attributes['ambit.cost_usd']).toBeCloseTo(costUsd, 9)
    expect(log[0]?.usage).toEqual({
      inputTokens: 1000,
      outputTokens: 500,
      cachedInputTokens: 800,
      cacheWriteTokens: 100,
      reasoningTokens: 400,
      isEstimated: false,
    })
    const left = await usageOf(await handle(ask()))
    expect(left.costUsd?.used).toBeCloseTo(costUsd, 9)
  })

  it('P14 are in the ledger by subject, a row for each request to a provider', async () => {
    const rows: LedgerRow[] = []
    const { handle } = setUp({
      limits: undefined,
      prices: { m: { input: 1, output: 1 } },
      ledger: (row) => rows.push(row),
      models: { m: answering() },
    })
    await (await handle(requestOf({ headers: { 'x-user': 'ben' } }))).text()
    expect(rows).toMatchObject([
      { subject: 'ben', modelId: 'm', inputTokens: 1000, outputTokens: 500, costUsd: 0.001525 },
    ])
    expect(rows[0]?.at).toBeGreaterThan(0)
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('no ledger')
      },
    ],
    ['rejects', () => Promise.reject(new Error('no ledger'))],
  ])('P14 change no answer if the ledger %s', async (_how, ledger) => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    const { handle } = setUp({ limits: undefined, ledger })
    expect(await (await handle(requestOf())).text()).toContain('[DONE]')
    expect((await handle(requestOf())).status).toBe(200)
    printed.mockRestore()
  })

  it('P36 are in the log without a budget, and absent without a price', async () => {
    const priced = proxyUnderTest({ prices: { m: { input: 1, output: 1 } } }, answering())
    await (await priced.handle(requestOf())).text()
    // A hundred of the tokens were written to the cache, which costs a quarter more.
    expect(priced.log[0]?.costUsd).toBeCloseTo(0.001525, 9)
    const unpriced = proxyUnderTest({ limits: {} }, answering())
    await (await unpriced.handle(requestOf())).text()
    expect(unpriced.log[0]?.usage?.inputTokens).toBe(1000)
    expect(unpriced.log[0]?.costUsd).toBeUndefined()
  })

  it('P13 reserve the longest answer of the model for a call that asks for thinking', async () => {
    const send = async (reasoning: 'provider-default' | 'low') => {
      const { handle } = setUp({
        models: { m: modelOf() },
        limits: { tokens: { max: 90, per: dayMs }, outputTokens: 100 },
        prices: undefined,
      })
      const body = encodeCall('m', {
        prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
        maxOutputTokens: 10,
        reasoning,
      })
      return handle(requestOf({ body }))
    }
    expect((await send('provider-default')).status).toBe(200)
    expect(await errorOf(await send('low'))).toMatchObject({ code: 'budget_exhausted' })
  })

  it.each([
    [{ input: -1, output: 1 }, '`prices["m"].input` is -1'],
    [{ input: 1, output: 1, cachedInput: Number.NaN }, '`prices["m"].cachedInput` is NaN'],
    [{ input: 1 } as never, '`prices["m"].output` is undefined'],
  ])('P13 refuse to start with the price %j', (price, message) => {
    expect(() => setUp({ prices: { m: price } })).toThrow(message)
  })
})
