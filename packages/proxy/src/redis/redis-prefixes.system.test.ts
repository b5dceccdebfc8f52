import { describe, expect, it, vi } from 'vitest'
import { encodeCall } from '@ambit/protocol'
import { errorOf, proxyUnderTest, requestOf } from '../../test/proxy-under-test.ts'
import {
  connectRedis,
  createLostClient,
  isAvailable,
  packages,
  skipped,
} from '../../test/redis/redis-clients.ts'
import { createRedisPrefixes } from './redis-prefixes.ts'

const { clientOf, keys, timeLeft } = connectRedis()
const name = 'a'.repeat(64)

describe.skipIf(!isAvailable)(`createRedisPrefixes${skipped}`, () => {
  it.each(packages)('P42 keeps a text for its person and its time, by `%s`', async (kind, nth) => {
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
    const [key = ''] = await keys(`${kind}:*`)
    const left = await timeLeft(key)
    expect(left).toBeGreaterThan(50_000)
    expect(left).toBeLessThanOrEqual(60_000)
  })

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
    await vi.waitFor(async () => expect(await keys('both:*')).toHaveLength(1))
    const sha256 = (await keys('both:*'))[0]?.slice(-64) ?? ''
    const short = body(encodeCall('m', { prompt }, { prompt: { sha256, count: 1 } }))
    expect(short.length).toBeLessThan(200)
    await (await two.handle(requestOf({ body: short }))).text()
    expect(two.model.doStreamCalls[0]?.prompt).toEqual(prompt)
  })
})

describe('createRedisPrefixes', () => {
  it.each([0, -1, Number.NaN])('throws for a `keptMs` of %d', (keptMs) => {
    expect(() => createRedisPrefixes({ client: {}, keptMs })).toThrow(/`keptMs`/)
  })

  it('P41 costs bytes alone when Redis is down, and does not end the process', async () => {
    vi.spyOn(console, 'error').mockReturnValueOnce()
    const client = createLostClient()
    const { handle } = proxyUnderTest({ prefixes: createRedisPrefixes({ client }) })
    const call = { modelId: 'm', options: { prompt: [name] }, stableEnd: 1 }
    const response = await handle(requestOf({ body: JSON.stringify(call) }))
    expect(await errorOf(response)).toMatchObject({ code: 'unknown_prefix' })
    client.disconnect()
  })
})
