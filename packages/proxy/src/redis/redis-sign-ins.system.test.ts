import { describe, expect, it } from 'vitest'
import { createOAuthService } from '../../../core/test/oauth-service.ts'
import {
  connectRedis,
  createLostClient,
  isAvailable,
  packages,
  skipped,
} from '../../test/redis/redis-clients.ts'
import { createProxy } from '../create-proxy.ts'
import { mcpServers } from '../mcp/mcp-servers.ts'
import { createRedisSignIns } from './redis-sign-ins.ts'

const { clientOf, keys, timeLeft } = connectRedis()

describe.skipIf(!isAvailable)(`createRedisSignIns${skipped}`, () => {
  it.each(packages)(
    'keeps a value for its time, and changes it in one step, by `%s`',
    async (kind, nth) => {
      const store = createRedisSignIns({ client: clientOf(nth), keyPrefix: kind })
      const added = await Promise.all(['1', '2', '3'].map((text) => store.add('a', text, 60_000)))
      expect(added.filter(Boolean)).toHaveLength(1)
      const value = String(added.indexOf(true) + 1)
      expect(await store.get('a')).toBe(value)
      const [key = ''] = await keys(`${kind}:*`)
      expect(await timeLeft(key)).toBeGreaterThan(50_000)
      expect(await store.remove('a', 'other')).toBe(false)
      expect(await store.remove('a', value)).toBe(true)
      expect(await store.get('a')).toBeNull()
      await store.set('b', 'x', 60_000)
      expect(await store.get('b')).toBe('x')
    },
  )

  it('keeps a person signed in at two proxies, which refresh once together', async () => {
    const service = createOAuthService()
    const [one, two] = [0, 1].map((nth) => {
      const store = createRedisSignIns({ client: clientOf(nth), keyPrefix: 'both' })
      const { url, fetch } = service
      const tickets = { url, fetch, oauth: { clientId: 'app', store } }
      return createProxy({ authorize: () => 'ada:*', routes: [mcpServers({ tickets })] })
    })
    if (!one || !two) throw new Error('There are no proxies')
    const ask = (proxy: typeof one, path: string, body: object) =>
      proxy(
        new Request(`https://app.example/api/agent/mcp/tickets${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        }),
      )
    const { url } = (await (await ask(one, '/sign-in', {})).json()) as { url: string }
    // The person comes back to the other proxy.
    const answer = Object.fromEntries(new URLSearchParams(service.press(url, 'Ada')))
    expect((await ask(two, '/callback', answer)).status).toBe(204)
    expect((await ask(one, '/callback', answer)).status).toBe(400)
    service.expire()
    const calls = Array.from({ length: 10 }, (_, nth) =>
      ask(nth % 2 ? one : two, '', { jsonrpc: '2.0', id: 1, method: 'ping' }),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses).toEqual(Array(10).fill(200))
    expect(service.forms.map((form) => form['grant_type'])).toEqual([
      'authorization_code',
      'refresh_token',
    ])
  })
})

describe('createRedisSignIns', () => {
  it('answers `store_unavailable` while Redis is down', async () => {
    const client = createLostClient()
    const service = createOAuthService()
    const store = createRedisSignIns({ client })
    const tickets = { url: service.url, oauth: { clientId: 'app', store } }
    const proxy = createProxy({
      authorize: () => 'ada',
      log: () => {},
      routes: [mcpServers({ tickets })],
    })
    const url = 'https://app.example/api/agent/mcp/tickets'
    const headers = { 'content-type': 'application/json' }
    const response = await proxy(new Request(url, { method: 'POST', body: '{}', headers }))
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: { code: 'store_unavailable' } })
    client.disconnect()
  })
})
