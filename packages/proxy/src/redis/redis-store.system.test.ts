import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import {
  delta,
  errorOf,
  finish,
  proxyUnderTest,
  requestOf,
  streamOf,
} from '../../test/proxy-under-test.ts'
import { connectRedis, isAvailable, packages, skipped } from '../../test/redis/redis-clients.ts'
import { limits } from '../limits/limits.ts'
import { createRedisStore } from './redis-store.ts'

const { clientOf } = connectRedis()
const storeOf = (nth: number, keyPrefix: string) =>
  createRedisStore({ client: clientOf(nth), keyPrefix })
const charge = (key: string, amount: number, limit: number) => ({
  key,
  amount,
  limit,
  ttlMs: 60_000,
})

describe.skipIf(!isAvailable)(`createRedisStore${skipped}`, () => {
  it.each(packages)(
    'P13 adds all charges or none, and names the one that does not fit, by `%s`',
    async (_name, nth) => {
      const store = storeOf(nth, crypto.randomUUID())
      expect(await store.reserve([charge('a', 5, 10), charge('b', 5, 10)])).toBeUndefined()
      expect(await store.reserve([charge('a', 5, 10), charge('b', 6, 10)])).toBe(1)
      expect(await store.reserve([charge('a', 5, 10), charge('b', 5, 10)])).toBeUndefined()
      expect(await store.reserve([charge('a', 1, 10)])).toBe(0)
    },
  )

  it.each(packages)(
    'P14 gives back, adds more than was reserved, and gives nothing to what is no more, by `%s`',
    async (_name, nth) => {
      const store = storeOf(nth, crypto.randomUUID())
      await store.reserve([charge('a', 8, 10)])
      await store.settle([charge('a', -6, 10)])
      expect(await store.reserve([charge('a', 9, 10)])).toBe(0)
      await store.settle([charge('a', 100, 10), charge('never', -5, 10)])
      expect(await store.reserve([charge('a', 1, 1_000)])).toBeUndefined()
      expect(await store.reserve([charge('never', 11, 10)])).toBe(0)
      expect(await store.reserve([charge('never', 10, 10)])).toBeUndefined()
    },
  )

  it.each(packages)(
    'P13 takes, renews and releases leases, each holder once, by `%s`',
    async (_name, nth) => {
      const store = storeOf(nth, crypto.randomUUID())
      const lease = (holder: string, amount = 1, ttlMs = 60_000) => ({
        ...charge('streams', amount, 2),
        holder,
        ttlMs,
      })
      expect(await store.reserve([lease('a'), lease('b')])).toBeUndefined()
      expect(await store.reserve([charge('n', 1, 9), lease('c')])).toBe(1)
      expect(await store.reserve([lease('a')])).toBeUndefined()
      await store.settle([lease('a', -1), lease('never', -1)])
      expect(await store.reserve([lease('c', 1, 1)])).toBeUndefined()
      // The lease of `c` is over after a millisecond of the server's clock.
      await expect.poll(() => store.reserve([lease('d')])).toBeUndefined()
      await store.renew?.([lease('e')])
      await store.settle([lease('d', -1)])
      expect(await store.reserve([lease('f')])).toBe(0)
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
      const rules = limits({
        tokens: { max: 5_000, windowMs: 86_400_000 },
        maxOutputTokens: 100,
        store: storeOf(nth, keyPrefix),
      })
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
      storeOf(nth, keyPrefix).reserve([charge(`tokens:ada:${window}`, 10, 10)])
    expect(await spend(0, 1)).toBeUndefined()
    expect(await spend(1, 1)).toBe(0)
    expect(await spend(1, 2)).toBeUndefined()
    expect(await spend(0, 2)).toBe(0)
  })

  it('P13 counts streams of both proxies together', async () => {
    const keyPrefix = crypto.randomUUID()
    const proxies = [0, 1].map((nth) =>
      proxyUnderTest(
        { limits: limits({ concurrentStreams: 3, store: storeOf(nth, keyPrefix) }) },
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
