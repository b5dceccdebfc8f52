import { MockLanguageModelV4 } from 'ai/test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { delta, finish, proxyUnderTest, requestOf, streamOf } from '../test/proxy-under-test.ts'
import { createProxy, memoryStore, prefixes, type ProxyOptions } from './index.ts'
import { createLimits } from './limits/limits.ts'
import { nodeFetch } from './node.ts'
import { ProxyError } from './proxy-error.ts'
import { createRetries } from './resilience/retries.ts'
import { startTimer } from './start-timer.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Waits long enough for any timer that ends at once. */
const moment = () => new Promise((resolve) => setTimeout(resolve, 20))

const slowModel = () =>
  new MockLanguageModelV4({
    async doStream() {
      await moment()
      const stream = new ReadableStream({
        async start(controller) {
          controller.enqueue(delta)
          await moment()
          controller.enqueue(finish)
          controller.close()
        },
      })
      return { stream }
    },
  })

const endless = [Infinity, 2 ** 31, Number.MAX_VALUE]

describe('startTimer', () => {
  it.each([0, ...endless])('P27 starts no timer for %d', (ms) => {
    vi.useFakeTimers()
    expect(startTimer(() => {}, ms)).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('P27 starts the longest timer that there is', () => {
    vi.useFakeTimers()
    const then = vi.fn<() => void>()
    startTimer(then, 2 ** 31 - 1)
    vi.advanceTimersByTime(2 ** 31 - 2)
    expect(then).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(then).toHaveBeenCalledOnce()
  })
})

describe.each(endless)('a time limit of %d ms', (ms) => {
  it.each<[string, Partial<ProxyOptions>]>([
    ['connect', { timeouts: { connect: ms } }],
    ['idle', { timeouts: { idle: ms } }],
    ['total', { timeouts: { total: ms } }],
    ['callback', { timeouts: { callback: ms } }],
    ['heartbeat', { timeouts: { heartbeat: ms } }],
  ])('P27 is none: `%s`', async (_name, options) => {
    const authorize = () => moment().then(() => 'ada')
    const { handle } = proxyUnderTest({ authorize, ...options }, slowModel())
    const text = await (await handle(requestOf({}))).text()
    expect(text).toMatch(/^data: .*"delta":"Hi".*\[DONE\]/s)
    expect(text).not.toContain('"error"')
  })

  it('P27 is none: `store`', async () => {
    const memory = memoryStore()
    const add: typeof memory.add = async (charges) => {
      await moment()
      return memory.add(charges)
    }
    const limits = { requests: 9, store: { ...memory, add } }
    const { handle } = proxyUnderTest({ limits, timeouts: { store: ms } }, slowModel())
    const response = await handle(requestOf({}))
    expect(response.status).toBe(200)
    await response.text()
  })

  it('P37 is none: a drain that waits for the last answer', async () => {
    const { handle } = proxyUnderTest({}, slowModel())
    const response = await handle(requestOf({}))
    const draining = handle.drain(ms)
    expect(await response.text()).toContain('"type":"finish"')
    await draining
  })

  it('P33 is none: `wait`, though the wait itself is as long', async () => {
    const leaving = new AbortController()
    const attempt = vi.fn<() => Promise<never>>(async () => {
      throw new ProxyError('upstream_overloaded', { retryAfterMs: Math.min(ms, 2 ** 40) })
    })
    const running = createRetries({
      maxRetries: 3,
      maxWaitMs: Infinity,
      fallback: new Map(),
      breaker: false,
    }).run('m', leaving.signal, attempt)
    await moment()
    leaving.abort()
    await expect(running).rejects.toMatchObject({ code: 'client_closed' })
    expect(attempt).toHaveBeenCalledOnce()
  })
})

describe('a lease of months', () => {
  it('P13 is not renewed at once', async () => {
    vi.useFakeTimers()
    const store = memoryStore()
    const add = vi.spyOn(store, 'add')
    const counted = createLimits({
      streams: 1,
      store,
      lease: 2 ** 40,
      timeouts: { store: 2_000, callback: 10_000 },
    })
    const lease = await counted.reserve('ada', 'm', { inputTokens: 0, outputTokens: 0 })
    vi.advanceTimersByTime(60_000)
    expect(add).toHaveBeenCalledOnce()
    await lease.settle([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe.each([Number.NaN, -1, '2 minutes' as never])('a time limit of %s', (ms) => {
  const models = { m: new MockLanguageModelV4({ doStream: { stream: streamOf([]) } }) }
  const proxy = (options: Partial<ProxyOptions>) => () =>
    createProxy({ authorize: () => 'ada', models, ...options })

  it.each<[string, () => unknown]>([
    ['timeouts.connect', proxy({ timeouts: { connect: ms } })],
    ['timeouts.idle', proxy({ timeouts: { idle: ms } })],
    ['timeouts.total', proxy({ timeouts: { total: ms } })],
    ['timeouts.callback', proxy({ timeouts: { callback: ms } })],
    ['timeouts.heartbeat', proxy({ timeouts: { heartbeat: ms } })],
    ['timeouts.store', proxy({ timeouts: { store: ms } })],
    ['limits.lease', proxy({ limits: { lease: ms } })],
    ['retry.wait', proxy({ retry: { wait: ms } })],
    ['retry.max', proxy({ retry: { max: ms } })],
    ['retry.breaker.per', proxy({ retry: { breaker: { per: ms } } })],
    ['connect', () => nodeFetch({ connect: ms })],
    ['ttl', () => prefixes({ ttl: ms })],
  ])('P27 is refused at the start: `%s`', (name, create) => {
    expect(create).toThrow(new RegExp(`\`${name}\` is "?${ms}"?\\. Give a (whole )?number`))
  })
})
