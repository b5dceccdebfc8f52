import { APICallError, type LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { MockLanguageModelV4 } from 'ai/test'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  delta,
  errorOf,
  finish,
  proxyUnderTest,
  requestOf,
  streamOf,
} from '../../test/proxy-under-test.ts'
import type { ProxyOptions } from '../proxy-options.ts'

const failure = (
  statusCode: number,
  responseHeaders: Record<string, string> = {},
  responseBody?: string,
) =>
  new APICallError({
    message: 'no',
    url: 'https://x.example',
    requestBodyValues: {},
    statusCode,
    responseHeaders,
    ...(responseBody !== undefined && { responseBody }),
  })

/** Creates a model that fails `times` times, and then answers. */
function failing(
  times: number,
  how: Error | LanguageModelV4StreamPart = failure(503),
  gate?: Promise<void>,
) {
  let calls = 0
  return new MockLanguageModelV4({
    async doStream() {
      if (++calls > times) {
        await gate
        return { stream: streamOf([delta, finish]) }
      }
      if (how instanceof Error) throw how
      return { stream: streamOf([{ type: 'stream-start', warnings: [] }, how]) }
    },
  })
}

function proxyWith(retry: ProxyOptions['retry'], models: Record<string, MockLanguageModelV4>) {
  // The tests advance the time in large steps, so the time limits are off.
  // These tests hold the timers of the proxy, and the first beat needs one.
  const timeouts = { connect: 0, idle: 0, total: 0, heartbeat: 0 }
  return proxyUnderTest({ models, timeouts, retry })
}

/** Waits for a state without using a timer. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

/** Sends a request, and ends every wait at once. */
async function sendTo(handle: ReturnType<typeof proxyUnderTest>['handle']): Promise<Response> {
  let isOver = false
  const sending = handle(requestOf()).finally(() => (isOver = true))
  await until(() => {
    vi.advanceTimersByTime(100)
    return isOver
  })
  return sending
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

describe('retries', () => {
  it('P33 are none unless switched on', async () => {
    const m = failing(1)
    const { handle } = proxyWith(undefined, { m })
    expect((await sendTo(handle)).status).toBe(503)
    expect(m.doStreamCalls).toHaveLength(1)
  })

  it.each([408, 409, 429, 500, 503, 529])('P33 try again after %i', async (status) => {
    const m = failing(2, failure(status))
    const { handle } = proxyWith({ max: 2 }, { m })
    expect((await sendTo(handle)).status).toBe(200)
    expect(m.doStreamCalls).toHaveLength(3)
  })

  it.each([400, 401, 403, 404, 422])('P33 do not try again after %i', async (status) => {
    const m = failing(1, failure(status))
    expect((await sendTo(proxyWith({ max: 2 }, { m }).handle)).status).not.toBe(200)
    expect(m.doStreamCalls).toHaveLength(1)
  })

  it('P33 do not try again when the provider says so, or the money is gone', async () => {
    for (const error of [
      failure(503, { 'x-should-retry': 'false' }),
      failure(429, {}, '{"error":{"type":"enforced_spend_limit_reached"}}'),
    ]) {
      const m = failing(1, error)
      const response = await sendTo(proxyWith({ max: 2 }, { m }).handle)
      expect(await errorOf(response)).toMatchObject({ retryable: false })
      expect(m.doStreamCalls).toHaveLength(1)
    }
  })

  it('P33 wait as long as the provider asks, and not longer than allowed', async () => {
    const m = failing(1, failure(429, { 'retry-after': '5' }))
    const { handle } = proxyWith({ max: 1 }, { m })
    const sending = handle(requestOf())
    await until(() => vi.getTimerCount() === 1)
    vi.advanceTimersByTime(4_999)
    expect(vi.getTimerCount()).toBe(1)
    expect(m.doStreamCalls).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect((await sending).status).toBe(200)

    const slow = failing(1, failure(429, { 'retry-after': '61' }))
    expect((await sendTo(proxyWith({ max: 1 }, { m: slow }).handle)).status).toBe(429)
    expect(slow.doStreamCalls).toHaveLength(1)
  })

  it('P24 P33 end with the client, in the middle of waiting', async () => {
    const m = failing(9)
    const client = new AbortController()
    const { handle, log } = proxyWith(9, { m })
    const sending = handle(requestOf({ signal: client.signal }))
    await until(() => vi.getTimerCount() === 1)
    client.abort()
    await sending
    expect(log).toMatchObject([{ code: 'client_closed' }])
    vi.advanceTimersByTime(60_000)
    expect(m.doStreamCalls).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('P34 ask the next model when one is overloaded, said by a status or in the first event', async () => {
    const overloaded = { type: 'error', error: failure(529) } as const
    for (const how of [failure(529), overloaded]) {
      const m = failing(9, how)
      const n = failing(0)
      const response = await sendTo(proxyWith({ fallback: { m: ['n'] } }, { m, n }).handle)
      expect(await response.text()).toContain('"delta":"Hi"')
      expect(n.doStreamCalls).toHaveLength(1)
    }
  })

  it('P34 ask nobody else once content has come', async () => {
    const m = new MockLanguageModelV4({
      doStream: async () => ({ stream: streamOf([delta, { type: 'error', error: failure(529) }]) }),
    })
    const n = failing(0)
    const response = await sendTo(proxyWith({ max: 2, fallback: { m: ['n'] } }, { m, n }).handle)
    expect(await response.text()).toContain('upstream_overloaded')
    expect(m.doStreamCalls).toHaveLength(1)
    expect(n.doStreamCalls).toEqual([])
  })

  it.each([{ m: ['constructor'] }, { m: ['m', 'n'] }, { n: ['m'] }])(
    'P4 P34 name no model that is not allowed: %j',
    (fallback) => {
      expect(() => proxyWith({ fallback }, { m: failing(0) })).toThrow(
        /`retry\.fallback` names "\w+", which is not a model/,
      )
    },
  )

  it('P34 pass over a model whose key is missing, and answer with the failure of the first', async () => {
    const m = failing(9)
    const { handle } = proxyUnderTest({
      models: { m, n: { key: 'none' } },
      timeouts: { heartbeat: 0 },
      retry: { fallback: { m: ['n'] } },
    })
    expect(await errorOf(await sendTo(handle))).toMatchObject({ code: 'upstream_overloaded' })
  })

  it('P35 leave a model alone after 20 calls of which half failed, and then try one', async () => {
    const gate = Promise.withResolvers<void>()
    const m = failing(20, failure(503), gate.promise)
    const { handle } = proxyWith({ breaker: true }, { m })
    for (let nth = 0; nth < 20; nth++) expect((await handle(requestOf())).status).toBe(503)
    const refused = await handle(requestOf())
    expect(await errorOf(refused)).toMatchObject({ code: 'upstream_paused', retryAfterMs: 30_000 })
    expect(m.doStreamCalls).toHaveLength(20)
    vi.advanceTimersByTime(30_000)
    const probe = handle(requestOf())
    await until(() => m.doStreamCalls.length === 21)
    expect(await errorOf(await handle(requestOf()))).toMatchObject({ code: 'upstream_paused' })
    gate.resolve()
    expect((await probe).status).toBe(200)
    expect((await handle(requestOf())).status).toBe(200)
  })

  it.each(['is refused for its content', 'is left by its client'])(
    'P35 try the next call if the one after the pause %s',
    async (how) => {
      let calls = 0
      const asked = Promise.withResolvers<void>()
      const m = new MockLanguageModelV4({
        async doStream() {
          calls += 1
          if (calls <= 20) throw failure(503)
          if (calls > 21) return { stream: streamOf([delta, finish]) }
          if (how === 'is refused for its content') throw failure(400)
          asked.resolve()
          return new Promise<never>(() => {})
        },
      })
      const { handle } = proxyWith({ breaker: true }, { m })
      for (let nth = 0; nth < 20; nth++) await handle(requestOf())
      vi.advanceTimersByTime(30_000)
      const client = new AbortController()
      const probe = handle(requestOf({ signal: client.signal }))
      if (how === 'is left by its client') {
        await asked.promise
        client.abort()
      }
      await probe
      expect((await handle(requestOf())).status).toBe(200)
    },
  )

  it('P35 leave a model alone that does not answer in time', async () => {
    const m = new MockLanguageModelV4({ doStream: () => new Promise<never>(() => {}) })
    const { handle } = proxyUnderTest({
      models: { m },
      timeouts: { connect: 100, heartbeat: 0 },
      retry: { breaker: { minCalls: 2 } },
    })
    for (let nth = 1; nth <= 2; nth++) {
      const sending = handle(requestOf())
      // A model that was never asked is not to blame.
      await until(() => m.doStreamCalls.length === nth)
      vi.advanceTimersByTime(100)
      expect((await sending).status).toBe(504)
    }
    expect(await errorOf(await handle(requestOf()))).toMatchObject({ code: 'upstream_paused' })
  })

  it('P35 do not leave a model alone that mostly answers', async () => {
    let nth = 0
    const m = new MockLanguageModelV4({
      async doStream() {
        if (nth++ % 3 === 0) throw failure(503)
        return { stream: streamOf([delta, finish]) }
      },
    })
    const { handle } = proxyWith({ breaker: true }, { m })
    for (let call = 0; call < 60; call++) await handle(requestOf())
    expect(m.doStreamCalls).toHaveLength(60)
  })
})
