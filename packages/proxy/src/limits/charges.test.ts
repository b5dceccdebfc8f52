import { APICallError, type LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { encodeCall } from '@ambit/protocol'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { countingStore } from '../../test/counting-store.ts'
import { delta, finish, proxyUnderTest, requestOf, streamOf } from '../../test/proxy-under-test.ts'
import type { ProxyOptions } from '../proxy-options.ts'
import type { LedgerRow } from './spent.ts'

const words = 900
const body = encodeCall('m', {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'word '.repeat(words) }] }],
})
type Answer = (nth: number) => Promise<ReadableStream<LanguageModelV4StreamPart>>
const never = () => new Promise<never>(() => {})
const silent = () => new ReadableStream<LanguageModelV4StreamPart>()
const callError = (statusCode?: number, cause?: unknown) =>
  new APICallError({
    message: 'No.',
    url: 'https://x.example',
    requestBodyValues: {},
    ...(statusCode !== undefined && { statusCode }),
    cause,
  })

/** Creates a proxy with a budget of tokens, and a function that calls it until the call is over. */
function setUp(answer: Answer, options: Partial<ProxyOptions> = {}) {
  const counter = countingStore()
  let nth = 0
  const asked = Promise.withResolvers<void>()
  const model = new MockLanguageModelV4({
    doStream: async () => {
      asked.resolve()
      return { stream: await answer(nth++) }
    },
  })
  const proxy = proxyUnderTest(
    {
      limits: { tokens: 1e6, outputTokens: 500, store: counter.store },
      ...options,
    },
    model,
  )
  const call = async (leave?: AbortController, reads = 0) => {
    const sending = proxy.handle(requestOf({ body, ...(leave && { signal: leave.signal }) }))
    await asked.promise
    if (leave && reads === 0) setImmediate(() => leave.abort())
    const reader = (await sending).body?.getReader()
    for (let read = 0; read < reads; read++) await reader?.read()
    if (reads > 0) leave?.abort()
    while (!leave && !(await reader?.read())?.done);
    await expect.poll(() => counter.settled).toBe(1)
    return counter.used('tokens')
  }
  return { ...proxy, call }
}

describe('a call that may be billed', () => {
  it.each<[string, Answer]>([
    ['before the provider has answered', never],
    ['before the first content', async () => silent()],
  ])('P14 is charged its prompt if the client leaves %s', async (_when, answer) => {
    const { call, log } = setUp(answer)
    const charged = await call(new AbortController())
    expect(charged).toBeGreaterThanOrEqual(words)
    expect(charged).toBeLessThan(2 * words)
    expect(log[0]).toMatchObject({ code: 'client_closed', usage: { isEstimated: true } })
  })

  it.each<[string, string, Answer, Partial<ProxyOptions>]>([
    ['the first byte', 'upstream_first_byte_timeout', never, { timeouts: { connect: 1 } }],
    [
      'the first byte of an open stream',
      'upstream_first_byte_timeout',
      async () => silent(),
      { timeouts: { connect: 20 } },
    ],
    ['the whole call', 'upstream_total_timeout', never, { timeouts: { total: 1 } }],
  ])('P14 is charged its prompt if %s comes too late', async (_what, code, answer, options) => {
    const { call, log } = setUp(answer, options)
    expect(await call()).toBeGreaterThanOrEqual(words)
    expect(log[0]?.code).toBe(code)
  })

  const error = { type: 'error', error: new Error('No.') } as const
  it.each<[string, Answer]>([
    ['breaks off', async () => streamOf([], new Error('gone'))],
    ['breaks off after some content', async () => streamOf([delta], new Error('gone'))],
    ['ends without an end', async () => streamOf([delta])],
    ['begins with an error', async () => streamOf([error])],
    ['throws without a reason', () => Promise.reject(new Error('No.'))],
    ['gives up as a gateway', () => Promise.reject(callError(504))],
    [
      'closes the connection after the request was sent',
      () => Promise.reject(callError(undefined, { code: 'ECONNRESET' })),
    ],
  ])('P14 is charged its prompt if the provider %s', async (_what, answer) => {
    const { call } = setUp(answer)
    expect(await call()).toBeGreaterThanOrEqual(words)
  })

  it.each<[string, unknown]>([
    ...[400, 401, 403, 404, 413, 422, 429, 500, 503, 529].map((status): [string, unknown] => [
      `answers ${status}`,
      callError(status),
    ]),
    ['cannot be found', callError(undefined, { cause: { code: 'ENOTFOUND' } })],
    ['refuses the connection', callError(undefined, { code: 'ECONNREFUSED' })],
    ['accepts no connection in time', callError(undefined, { code: 'UND_ERR_CONNECT_TIMEOUT' })],
    ['has no key', { name: 'AI_LoadAPIKeyError' }],
    ['cannot express the request', { name: 'AI_UnsupportedFunctionalityError' }],
  ])('P14 is charged nothing if the provider %s', async (_what, thrown) => {
    const { call, log } = setUp(() => Promise.reject(thrown))
    expect(await call()).toBe(0)
    expect(log[0]?.usage).toBeUndefined()
  })

  const usage = (inputTokens: object, outputTokens: object) =>
    ({ ...finish, usage: { inputTokens, outputTokens } }) as LanguageModelV4StreamPart
  it('P14 is charged what the provider counts, also if that is less than the estimate', async () => {
    const { call, log } = setUp(async () => streamOf([delta, usage({ total: 40 }, { total: 7 })]))
    expect(await call()).toBe(47)
    expect(log[0]?.usage).toMatchObject({ inputTokens: 40, isEstimated: false })
  })

  it.each([1e308, 1e9, Infinity])(
    'P14 is charged the estimate if the provider counts %d tokens, which nobody can have used',
    async (total) => {
      const { call, log } = setUp(async () => streamOf([delta, usage({ total }, { total })]))
      expect(await call()).toBeLessThan(2 * words)
      expect(log[0]?.usage).toMatchObject({ isEstimated: true })
    },
  )

  it('P14 has no part that is larger than its whole', async () => {
    const rows: LedgerRow[] = []
    const { call } = setUp(
      async () =>
        streamOf([
          delta,
          usage({ total: 40, cacheRead: 30, cacheWrite: 30 }, { total: 7, reasoning: 2 }),
        ]),
      { ledger: (row) => rows.push(row), prices: { m: { input: 1, output: 1, cachedInput: 0 } } },
    )
    await call()
    expect(rows).toMatchObject([
      { inputTokens: 40, cachedInputTokens: 30, cacheWriteTokens: 10, reasoningTokens: 2 },
    ])
    expect(rows[0]?.costUsd).toBeGreaterThan(0)
  })

  it('P14 is charged the reasoning that nobody saw', async () => {
    const { call, log } = setUp(async () =>
      streamOf([delta, usage({ total: 40 }, { total: 300, text: 7, reasoning: 293 })]),
    )
    expect(await call()).toBe(340)
    expect(log[0]?.usage).toMatchObject({ outputTokens: 300, reasoningTokens: 293 })
  })

  it.each(['text', 'reasoning'])('P14 is charged the %s that was streamed', async (kind) => {
    const part = { type: `${kind}-delta`, id: '0', delta: 'word '.repeat(100) }
    const { call } = setUp(async () =>
      streamOf(Array.from({ length: 9 }, () => part as LanguageModelV4StreamPart)),
    )
    expect(await call(new AbortController(), 4)).toBeGreaterThanOrEqual(words + 300)
  })

  it('P14 is charged the time in which a model may think, if it is left', async () => {
    const { call } = setUp(async () => silent(), { timeouts: { connect: 1_200 } })
    expect(await call()).toBeGreaterThanOrEqual(words + 100)
  })

  it('P14 P33 is charged for each retry after a failure that may be billed, and for no other', async () => {
    const failures = [callError(504), callError(503), new Error('No.')]
    const { call, model } = setUp(
      async (nth) => {
        if (nth < 2) throw failures[nth]
        return streamOf([delta, usage({ total: 40 }, { total: 7 })])
      },
      { retry: { max: 5, wait: 60_000 } },
    )
    const charged = await call()
    expect(model.doStreamCalls).toHaveLength(3)
    expect(charged).toBeGreaterThanOrEqual(words + 47)
    expect(charged).toBeLessThan(2 * words + 47)
  })

  it('P14 is charged for the instructions of the server, and not for those it leaves out', async () => {
    const counter = countingStore()
    const model = new MockLanguageModelV4({ doStream: async () => ({ stream: streamOf([delta]) }) })
    const rules = { tokens: 1e6, outputTokens: 500, store: counter.store }
    const instructions = 'word '.repeat(words)
    const { handle } = proxyUnderTest({ limits: rules, models: { m: { model, instructions } } })
    await (await handle(requestOf())).text()
    expect(counter.used('tokens')).toBeGreaterThanOrEqual(words)
    expect(counter.used('tokens')).toBeLessThan(2 * words)
  })
})
