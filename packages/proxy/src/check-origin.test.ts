import { describe, expect, it } from 'vitest'
import { errorOf, proxyUnderTest, requestOf } from '../test/proxy-under-test.ts'
import { setPeerAddress } from './loopback.ts'

describe('checkOrigin', () => {
  const list = { path: '/api/agent/models', method: 'GET' }
  const app = 'https://web.example'

  it('P11 answers a listed origin with exactly that origin', async () => {
    const { handle } = proxyUnderTest({ allowedOrigins: [app], allowCredentials: true })
    const headers = { origin: app, 'sec-fetch-site': 'cross-site' }
    const response = await handle(requestOf({ ...list, headers }))
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe(app)
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    expect(response.headers.get('access-control-expose-headers')).toContain('retry-after-ms')
  })

  it('P11 answers a preflight, cached, with the methods and headers allowed', async () => {
    const { handle } = proxyUnderTest({ allowedOrigins: [app], authorize: () => null })
    const headers = { origin: app, 'access-control-request-method': 'POST' }
    const response = await handle(requestOf({ method: 'OPTIONS', headers }))
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toBe('POST')
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization, content-type')
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
    const { handle } = proxyUnderTest({ allowedOrigins: [app] })
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
  const list = { path: '/api/agent/models', method: 'GET' }

  it.each(['http://localhost:5173', 'http://127.0.0.1:80', 'http://[::1]:5173'])(
    'P10 serves %s without `authorize`',
    async (origin) => {
      const headers = { origin }
      const response = await proxyUnderTest(options).handle(requestOf({ ...list, origin, headers }))
      expect(response.status).toBe(200)
    },
  )

  it('P10 refuses a name that is not loopback, as after DNS rebinding', async () => {
    const { handle } = proxyUnderTest(options)
    for (const origin of [
      'http://evil.example',
      'http://192.168.1.7:5173',
      'http://127.0.0.1.nip.io',
    ]) {
      const response = await handle(requestOf({ ...list, origin }))
      expect(await errorOf(response)).toMatchObject({ code: 'origin_not_allowed' })
    }
  })

  it('P10 refuses a foreign page and a foreign address', async () => {
    const { handle } = proxyUnderTest({ ...options, allowedOrigins: ['https://evil.example'] })
    const origin = 'http://localhost:5173'
    const headers = { origin: 'https://evil.example' }
    expect((await handle(requestOf({ ...list, origin, headers }))).status).toBe(403)
    const request = requestOf({ ...list, origin })
    setPeerAddress(request, '192.168.1.7')
    expect((await handle(request)).status).toBe(403)
  })

  it('P4 tells a model whose key is missing from one that nobody allowed', async () => {
    const { handle } = proxyUnderTest({ ...options, models: {}, modelsWithoutKey: ['m'] })
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
    const { handle } = proxyUnderTest({ ...options, models: {} })
    const origin = 'http://localhost'
    expect(await (await handle(requestOf({ ...list, origin }))).json()).toEqual({ models: [] })
    const response = await handle(requestOf({ origin }))
    expect(response.status).toBe(403)
    expect(await errorOf(response)).toMatchObject({ code: 'model_not_allowed' })
  })
})
