import { encodeCall } from '@ambit/protocol'
import { MockLanguageModelV4 } from 'ai/test'
import { createClient } from 'redis'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ProxyHandler } from '../../src/create-proxy.ts'
import { memoryStore } from '../../src/memory-store.ts'
import { redisStore } from '../../src/redis/redis-store.ts'
import type { ProxyStore } from '../../src/store.ts'
import { delta, finish, proxyUnderTest, requestOf, streamOf } from '../proxy-under-test.ts'
import { noServer, startRedis } from './redis-server.ts'

const budget = 100_000
const words = 900
const bodyOf = (nth: number) =>
  encodeCall('m', {
    seed: nth,
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'word '.repeat(words) }] }],
  })
const body = bodyOf(0)
const stores: [string, () => ProxyStore | Promise<ProxyStore>][] = [
  ['in memory', () => memoryStore()],
  ...(noServer === undefined ? [['in Redis', openRedis] as [string, typeof openRedis]] : []),
]

async function openRedis(): Promise<ProxyStore> {
  const { url, process } = await startRedis()
  const client = await createClient({ url }).connect()
  onTestFinished(async () => {
    await client.close()
    process.kill()
  })
  return redisStore(client)
}

const rulesOf = (store: ProxyStore) => ({ tokens: budget, outputTokens: 500, store })

async function usedAfter(handle: ProxyHandler): Promise<number> {
  const ask = async () => {
    const response = await handle(requestOf({ path: '/api/agent/usage', method: 'GET' }))
    return ((await response.json()) as { usage: { tokens: { used: number } } }).usage.tokens.used
  }
  let before = -1
  let used = await ask()
  // The last calls are settled after their answers.
  while (used !== before) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    before = used
    used = await ask()
  }
  return used
}

describe.each(stores)(`200 attackers and one budget %s`, (_name, open) => {
  it('P14 spend no more than it if all leave at once', async () => {
    const clients = Array.from({ length: 200 }, () => new AbortController())
    const model = new MockLanguageModelV4({
      doStream: ({ seed = 0 }) => {
        setImmediate(() => clients[seed]?.abort())
        return new Promise(() => {})
      },
    })
    const { handle } = proxyUnderTest({ limits: rulesOf(await open()) }, model)
    await Promise.all(
      clients.map(async ({ signal }, nth) => handle(requestOf({ body: bodyOf(nth), signal }))),
    )
    const asked = model.doStreamCalls.length
    expect(asked).toBeGreaterThan(10)
    const used = await usedAfter(handle)
    expect(used).toBeGreaterThanOrEqual(asked * words)
    expect(used).toBeLessThanOrEqual(budget)
  })

  it('P14 spend only the difference to the bill beyond it', async () => {
    // The provider bills 1.4 times what was reserved.
    const billed = 2_800
    const gate = Promise.withResolvers<void>()
    const model = new MockLanguageModelV4({
      doStream: async () => {
        await gate.promise
        const usage = { inputTokens: { total: billed }, outputTokens: { total: 0 } }
        return { stream: streamOf([delta, { ...finish, usage } as never]) }
      },
    })
    const { handle } = proxyUnderTest({ limits: rulesOf(await open()) }, model)
    const sending = Array.from({ length: 200 }, async () =>
      (await handle(requestOf({ body }))).text(),
    )
    const reserved = await usedAfter(handle)
    gate.resolve()
    await Promise.all(sending)
    const asked = model.doStreamCalls.length
    expect(reserved).toBeLessThanOrEqual(budget)
    const over = (await usedAfter(handle)) - budget
    expect(over).toBeLessThanOrEqual(asked * billed - reserved + asked)
    expect((await handle(requestOf({ body }))).status).toBe(429)
  })
})
