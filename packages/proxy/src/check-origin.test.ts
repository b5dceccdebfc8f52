import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import {
  errorOf,
  type ProxyUnderTest,
  proxyUnderTest,
  requestOf,
} from '../test/proxy-under-test.ts'
import { setPeerAddress } from './loopback.ts'
import { mcpServers } from './mcp/mcp-servers.ts'
import { passThrough } from './pass-through/pass-through.ts'
import type { ProxyOptions } from './proxy-options.ts'

describe('checkOrigin', () => {
  const list = { path: '/api/agent/models', method: 'GET' }
  const app = 'https://web.example'

  it('P11 answers a listed origin with exactly that origin', async () => {
    const { handle } = proxyUnderTest({ origins: { allow: [app], credentials: true } })
    const headers = { origin: app, 'sec-fetch-site': 'cross-site' }
    const response = await handle(requestOf({ ...list, headers }))
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe(app)
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    expect(response.headers.get('access-control-expose-headers')).toContain('retry-after-ms')
  })

  it('P11 answers a preflight, cached, with the methods and headers allowed', async () => {
    const { handle } = proxyUnderTest({ origins: [app], authorize: () => null })
    const headers = { origin: app, 'access-control-request-method': 'POST' }
    const response = await handle(requestOf({ method: 'OPTIONS', headers }))
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toBe('POST')
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'authorization, content-type, content-encoding',
    )
    expect(response.headers.get('access-control-max-age')).toBe('7200')
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)
  })

  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'https://web.example.evil.example' }],
    [{ origin: 'http://web.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ cookie: 'session=1' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://other.app.example' }],
  ])('P12 refuses %j, without a CORS header', async (headers) => {
    const { handle } = proxyUnderTest({ origins: [app] })
    for (const method of 'cookie' in headers ? ['POST', 'DELETE'] : ['POST', 'OPTIONS']) {
      const response = await handle(requestOf({ method, headers }))
      expect(response.status).toBe(403)
      expect(await errorOf(response)).toMatchObject({ code: 'origin_not_allowed' })
      expect(response.headers.has('access-control-allow-origin')).toBe(false)
    }
  })

  it.each([
    [{ origin: 'https://app.example', 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'https://app.example' }],
    // Behind TLS termination the server sees http.
    [{ origin: 'http://app.example' }],
    [{}],
  ])('serves the page of its own origin: %j', async (headers) => {
    const response = await proxyUnderTest().handle(requestOf({ ...list, headers }))
    expect(response.status).toBe(200)
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
  })
})

describe('checkLoopback', () => {
  const options = { authorize: undefined, insecureDev: true }
  /** A proxy whose server tells that each client is on this machine. */
  const onThisMachine = (given: Partial<ProxyOptions>): ProxyUnderTest => {
    const under = proxyUnderTest(given)
    const handle = (request: Request) => under.handle(request, { remoteAddr: { hostname: '::1' } })
    return { ...under, handle: Object.assign(handle, under.handle) }
  }
  const list = { path: '/api/agent/models', method: 'GET' }

  it.each(['http://localhost:5173', 'http://127.0.0.1:80', 'http://[::1]:5173'])(
    'P10 serves %s without `authorize`',
    async (origin) => {
      const headers = { origin }
      const response = await onThisMachine(options).handle(requestOf({ ...list, origin, headers }))
      expect(response.status).toBe(200)
    },
  )

  it('P10 refuses a name that is not loopback, as after DNS rebinding', async () => {
    const { handle } = onThisMachine(options)
    for (const origin of [
      'http://evil.example',
      'http://192.168.1.7:5173',
      'http://127.0.0.1.nip.io',
    ]) {
      const response = await handle(requestOf({ ...list, origin }))
      expect(await errorOf(response)).toMatchObject({ code: 'origin_not_allowed' })
    }
  })

  it.each([
    ['x-forwarded-for', '203.0.113.7'],
    ['x-forwarded-for', '127.0.0.1, 203.0.113.7'],
    ['x-forwarded-for', 'unknown'],
    ['x-forwarded-host', 'app.example'],
    ['x-real-ip', '203.0.113.7'],
    ['forwarded', 'for=203.0.113.7;proto=https'],
    ['forwarded', 'for="[2001:db8::1]:4711"'],
    ['forwarded', 'for=127.0.0.1, for=_hidden'],
    ['cf-connecting-ip', '203.0.113.7'],
    ['via', '1.1 edge'],
  ])('P10 refuses what was forwarded, with %s: %s', async (name, value) => {
    const { handle } = onThisMachine(options)
    const origin = 'http://localhost:3000'
    const response = await handle(requestOf({ ...list, origin, headers: { [name]: value } }))
    expect(response.status).toBe(403)
    expect((await errorOf(response)).message).toMatch(
      new RegExp(`forwarded this request \\(header \`${name}\`\\).* \`authorize\``),
    )
  })

  it.each([
    ['x-forwarded-for', '::1'],
    ['x-forwarded-for', '127.0.0.1, ::ffff:127.0.0.1'],
    ['x-forwarded-host', 'localhost:3000'],
    ['forwarded', 'for="[::1]:4711";host=localhost:3000;proto=http'],
  ])(
    'P10 serves what a development server on this machine forwarded, with %s: %s',
    async (name, value) => {
      const { handle } = onThisMachine(options)
      const origin = 'http://localhost:3000'
      const response = await handle(requestOf({ ...list, origin, headers: { [name]: value } }))
      expect(response.status).toBe(200)
    },
  )

  it('P10 refuses a foreign page and a foreign address', async () => {
    const { handle } = onThisMachine({ ...options, origins: ['https://evil.example'] })
    const origin = 'http://localhost:5173'
    const headers = { origin: 'https://evil.example' }
    expect((await handle(requestOf({ ...list, origin, headers }))).status).toBe(403)
    const request = requestOf({ ...list, origin })
    setPeerAddress(request, '192.168.1.7')
    expect((await handle(request)).status).toBe(403)
  })

  it('P4 tells a model whose key is missing from one that nobody allowed', async () => {
    const { handle } = onThisMachine({ ...options, models: { m: { key: 'none' } } })
    const ask = (modelId: string) =>
      handle(
        requestOf({
          origin: 'http://localhost',
          body: JSON.stringify({ modelId, options: { prompt: [] } }),
        }),
      )
    const keyless = await ask('m')
    expect(keyless.status).toBe(503)
    expect(await errorOf(keyless)).toMatchObject({ code: 'no_key', retryable: false })
    for (const id of ['other', '', 'constructor']) {
      const response = await ask(id)
      expect(response.status).toBe(403)
      expect(await errorOf(response)).toMatchObject({ code: 'model_not_allowed' })
    }
  })

  it('serves no model where there is no key', async () => {
    const { handle } = onThisMachine({ ...options, models: {} })
    const origin = 'http://localhost'
    expect(await (await handle(requestOf({ ...list, origin }))).json()).toMatchObject({
      models: [],
    })
    const response = await handle(requestOf({ origin }))
    expect(response.status).toBe(403)
    expect(await errorOf(response)).toMatchObject({ code: 'model_not_allowed' })
  })

  const fromLan = '192.168.1.7'
  const bunOf = (address: string) => ({ requestIP: () => ({ address }) })

  it.each<[what: string, connection: unknown, status: number]>([
    ['nothing', undefined, 403],
    ['other things', { params: { path: 'models' } }, 403],
    ['a local address of Deno', { remoteAddr: { hostname: '127.0.0.1' } }, 200],
    ['a local address of Bun', bunOf('::1'), 200],
    ['a local address of Node', { incoming: { socket: { remoteAddress: '127.0.0.1' } } }, 200],
    ['another address of Deno', { remoteAddr: { hostname: fromLan } }, 403],
    ['another address of Bun', bunOf(fromLan), 403],
    ['another address of Node', { incoming: { socket: { remoteAddress: fromLan } } }, 403],
  ])('P10 a server that tells %s', async (_what, connection, status) => {
    const { handle } = proxyUnderTest(options)
    const response = await handle(requestOf({ ...list, origin: 'http://localhost' }), connection)
    expect(response.status).toBe(status)
  })
})

describe('an origin that is not a web site', () => {
  it.each([
    'chrome-extension://fdggcldhehbchchahofmleijebnjfbbi',
    'moz-extension://2c127fa4-62c7-7e4f-90e5-472b45eecfdc',
    'safari-web-extension://E9DF1A3B-62C7-7E4F-90E5-472B45EECFDC',
    'capacitor://localhost',
    'ionic://localhost',
    'tauri://localhost',
    'app://-',
  ])('P11 can be listed: %s', async (origin) => {
    const { handle } = proxyUnderTest({ origins: [origin] })
    const ask = (from: string) =>
      handle(
        requestOf({
          path: '/api/agent/models',
          method: 'GET',
          headers: { origin: from, 'sec-fetch-site': 'none' },
        }),
      )
    const response = await ask(origin)
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    for (const other of [`${origin}x`, origin.slice(0, -1), 'null']) {
      expect((await ask(other)).status).toBe(403)
    }
  })

  it.each([
    'null',
    '*',
    'chrome-extension://*',
    'chrome-extension://id/',
    'capacitor://localhost/index.html',
    'capacitor://',
    'capacitor:',
    'app://user@host',
    'file://host',
    'file:///x',
    'http://a.example/',
    'https://A.example',
    'javascript:alert(1)',
  ])('P11 cannot be listed as %s', (origin) => {
    expect(() => proxyUnderTest({ origins: [origin] })).toThrow('`origins[0]` is')
  })

  it('P11 is not the own origin because its host is', async () => {
    const { handle } = proxyUnderTest()
    const response = await handle(requestOf({ headers: { origin: 'evil-app://app.example' } }))
    expect(response.status).toBe(403)
  })
})

describe('the preflight of a listed origin', () => {
  const origin = 'https://page.example'
  const fetch = () => expect.unreachable('a provider was called')
  const { handle } = proxyUnderTest({
    origins: [origin],
    models: { m: { model: new MockLanguageModelV4(), key: 'either' } },
    use: [
      passThrough({ openai: { wire: 'openai', apiKey: 'k', models: ['gpt-5'], fetch } }),
      mcpServers({ tickets: { url: 'https://mcp.example', fetch } }),
    ],
  })
  const allowedFor = async (path: string, names: readonly string[]) => {
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': names.join(','),
    }
    const request = { path: `/api/agent${path}`, method: 'OPTIONS', headers }
    const response = await handle(requestOf(request))
    expect(response.status).toBe(204)
    return (response.headers.get('access-control-allow-headers') ?? '').split(', ')
  }
  const standard = ['authorization', 'content-type', 'content-encoding']

  it('P11 allows what the official clients send on a pass-through', async () => {
    const names = ['X-Stainless-OS', 'anthropic-version', 'openai-organization', 'x-goog-api-key']
    expect(await allowedFor('/openai/chat/completions', names)).toEqual([
      ...standard,
      ...names.map((name) => name.toLowerCase()),
    ])
  })

  it('P11 allows what MCP clients send on an MCP route, and a key where one is accepted', async () => {
    const names = ['mcp-session-id', 'mcp-method', 'mcp-name', 'mcp-param-city']
    expect(await allowedFor('/mcp/tickets', names)).toEqual([...standard, ...names])
    expect(await allowedFor('/model', names)).toEqual([...standard, 'ambit-api-key'])
  })

  it('P11 allows no other header, and no flood of them', async () => {
    const names = ['x-user-id', 'cookie', 'x-forwarded-for', `x-stainless-${'x'.repeat(99)}`]
    expect(await allowedFor('/openai/responses', names)).toEqual(standard)
    const many = Array.from({ length: 999 }, () => 'x-stainless-os')
    expect(await allowedFor('/openai/responses', many)).toHaveLength(67)
  })
})
