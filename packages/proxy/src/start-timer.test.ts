import { MockLanguageModelV4 } from 'ai/test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { delta, finish, proxyUnderTest, requestOf, streamOf } from '../test/proxy-under-test.ts'
import { createProxy, createMemoryStore, limits, type ProxyOptions, retries } from './index.ts'
import { createNodeFetch } from './node.ts'
import { ProxyError } from './proxy-error.ts'
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
    ['firstByteMs', { timeouts: { firstByteMs: ms } }],
    ['idleMs', { timeouts: { idleMs: ms } }],
    ['totalMs', { timeouts: { totalMs: ms } }],
    ['callbackMs', { timeouts: { callbackMs: ms } }],
    ['heartbeatMs', { heartbeatMs: ms }],
  ])('P27 is none: `%s`', async (_name, options) => {
    const authorize = () => moment().then(() => 'ada')
    const { handle } = proxyUnderTest({ authorize, ...options }, slowModel())
    const text = await (await handle(requestOf({}))).text()
    expect(text).toMatch(/^data: .*"delta":"Hi".*\[DONE\]/s)
    expect(text).not.toContain('"error"')
  })

  it('P27 is none: `storeMs`', async () => {
    const memory = createMemoryStore()
    const reserve: typeof memory.reserve = async (charges) => {
      await moment()
      return memory.reserve(charges)
    }
    const counted = limits({ requestsPerMinute: 9, storeMs: ms, store: { ...memory, reserve } })
    const { handle } = proxyUnderTest({ limits: counted }, slowModel())
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

  it('P33 is none: `maxWaitMs`, though the wait itself is as long', async () => {
    const leaving = new AbortController()
    const attempt = vi.fn<() => Promise<never>>(async () => {
      throw new ProxyError('upstream_overloaded', { retryAfterMs: Math.min(ms, 2 ** 40) })
    })
    const running = retries({ maxRetries: 3, maxWaitMs: Infinity }).run(
      'm',
      leaving.signal,
      attempt,
    )
    await moment()
    leaving.abort()
    await expect(running).rejects.toMatchObject({ code: 'client_closed' })
    expect(attempt).toHaveBeenCalledOnce()
  })
})

describe('a lease of months', () => {
  it('P13 is not renewed at once', async () => {
    vi.useFakeTimers()
    const renew = vi.fn(async () => {})
    const store = { ...createMemoryStore(), renew }
    const counted = limits({ concurrentStreams: 1, leaseMs: 2 ** 40, store })
    const lease = await counted.reserve('ada', 'm', { inputTokens: 0, outputTokens: 0 })
    vi.advanceTimersByTime(60_000)
    expect(renew).not.toHaveBeenCalled()
    await lease.settle([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe.each([Number.NaN, -1])('a time limit of %d ms', (ms) => {
  const models = { m: new MockLanguageModelV4({ doStream: { stream: streamOf([]) } }) }
  const proxy = (options: Partial<ProxyOptions>) => () =>
    createProxy({ authorize: () => 'ada', models, ...options })

  it.each<[string, () => unknown]>([
    ['firstByteMs', proxy({ timeouts: { firstByteMs: ms } })],
    ['idleMs', proxy({ timeouts: { idleMs: ms } })],
    ['totalMs', proxy({ timeouts: { totalMs: ms } })],
    ['callbackMs', proxy({ timeouts: { callbackMs: ms } })],
    ['heartbeatMs', proxy({ heartbeatMs: ms })],
    ['storeMs', () => limits({ storeMs: ms })],
    ['leaseMs', () => limits({ leaseMs: ms })],
    ['maxWaitMs', () => retries({ maxWaitMs: ms })],
    ['maxRetries', () => retries({ maxRetries: ms })],
    ['windowMs', () => retries({ breaker: { windowMs: ms } })],
    ['connectTimeoutMs', () => createNodeFetch({ connectTimeoutMs: ms })],
  ])('P27 is refused at the start: `%s`', (name, create) => {
    expect(create).toThrow(`\`${name}\` is ${ms}. Give a number`)
  })
})
