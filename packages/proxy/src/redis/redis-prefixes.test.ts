import { env } from 'node:process'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { encodeCall } from '@ambit/core/wire'
import { errorOf, proxyUnderTest, requestOf } from '../../test/proxy-under-test.ts'
import { noServer, startRedis } from '../../test/redis/redis-server.ts'
import { createRedisPrefixes } from './redis-prefixes.ts'

const isAvailable = Boolean(env['REDIS_URL']) || !noServer
let clients: [Awaited<ReturnType<typeof connect>>, Redis] | undefined
let stop = () => {}
const connect = (url: string) => createClient({ url }).connect()

beforeAll(async () => {
  if (!isAvailable) return
  const server = env['REDIS_URL'] ? undefined : await startRedis()
  stop = () => void server?.process.kill()
  const url = server?.url ?? env['REDIS_URL'] ?? ''
  clients = [await connect(url), new Redis(url)]
})
afterAll(async () => {
  await Promise.all([clients?.[0].close(), clients?.[1].quit()])
  stop()
})

const clientOf = (nth: number): object => {
  if (!clients) throw new Error('There is no Redis')
  return clients[nth] ?? {}
}
const packages: [string, number][] = [
  ['redis', 0],
  ['ioredis', 1],
]
const name = 'a'.repeat(64)

describe.skipIf(!isAvailable)(
  `createRedisPrefixes${isAvailable ? '' : ` (skipped: ${noServer})`}`,
  () => {
    it.each(packages)(
      'P42 keeps a text for its person and its time, by `%s`',
      async (kind, nth) => {
        const store = createRedisPrefixes({
          client: clientOf(nth),
          keyPrefix: kind,
          keptMs: 60_000,
        })
        const subject = 'ada:löve:*'
        await store.set(subject, name, 'Zürich 東京')
        expect(await store.get(subject, name)).toBe('Zürich 東京')
        expect(await store.get('ada', name)).toBeNull()
        expect(await store.get(subject, 'b'.repeat(64))).toBeNull()
        const [key = ''] = (await clients?.[1].keys(`${kind}:*`)) ?? []
        const left = (await clients?.[1].pttl(key)) ?? 0
        expect(left).toBeGreaterThan(50_000)
        expect(left).toBeLessThanOrEqual(60_000)
      },
    )

    it('P41 lets one proxy know what another one was sent', async () => {
      const [one, two] = packages.map(([, nth]) =>
        proxyUnderTest({
          prefixes: createRedisPrefixes({ client: clientOf(nth), keyPrefix: 'both' }),
        }),
      )
      if (!one || !two) throw new Error('There are no proxies')
      const prompt = [{ role: 'system' as const, content: 'Be kind. '.repeat(90) }]
      const body = (text: string) => `${text.slice(0, -1)},"stableEnd":1}`
      await (await one.handle(requestOf({ body: body(encodeCall('m', { prompt })) }))).text()
      const keys = async () => (await clients?.[1].keys('both:*')) ?? []
      await vi.waitFor(async () => expect(await keys()).toHaveLength(1))
      const sha256 = (await keys())[0]?.slice(-64) ?? ''
      const short = body(encodeCall('m', { prompt }, { prompt: { sha256, count: 1 } }))
      expect(short.length).toBeLessThan(200)
      await (await two.handle(requestOf({ body: short }))).text()
      expect(two.model.doStreamCalls[0]?.prompt).toEqual(prompt)
    })
  },
)

describe('createRedisPrefixes', () => {
  it.each([0, -1, Number.NaN])('throws for a `keptMs` of %d', (keptMs) => {
    expect(() => createRedisPrefixes({ client: {}, keptMs })).toThrow(/`keptMs`/)
  })

  it('P41 costs bytes alone when Redis is down, and does not end the process', async () => {
    vi.spyOn(console, 'error').mockReturnValueOnce()
    const client = new Redis(1, {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    })
    const { handle } = proxyUnderTest({ prefixes: createRedisPrefixes({ client }) })
    const call = { modelId: 'm', options: { prompt: [name] }, stableEnd: 1 }
    const response = await handle(requestOf({ body: JSON.stringify(call) }))
    expect(await errorOf(response)).toMatchObject({ code: 'unknown_prefix' })
    client.disconnect()
  })
})
