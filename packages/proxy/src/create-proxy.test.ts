import { getEventListeners } from 'node:events'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it, vi } from 'vitest'
import {
  delta,
  errorOf,
  finish,
  proxyUnderTest,
  requestOf,
  streamOf,
} from '../test/proxy-under-test.ts'
import { passThrough } from './pass-through/pass-through.ts'

describe('createProxy', () => {
  it.each([
    ['P10 nobody to ask who is asking', { authorize: undefined }, '`authorize` is missing'],
    ['P4 an empty allow-list', { models: {} }, '`models` is empty'],
    ['P6 a body cap of nothing', { bytes: { request: 0 } }, '`bytes.request` is 0'],
    ['P3 a base path with dots', { path: '/a/../b' }, '`path` is "/a/../b"'],
    ['P3 a base path that is a URL', { path: 'https://x.example' }, '`path` is'],
    ['P11 a wildcard origin', { origins: ['*'] }, '`origins[0]` is "*"'],
    ['P11 an origin with a path', { origins: ['https://a.example/'] }, '`origins[0]`'],
    [
      'P8 a ceiling of nothing',
      { models: { m: { model: new MockLanguageModelV4(), maxOutputTokens: 0 } } },
      '`models["m"].maxOutputTokens` is 0',
    ],
  ])('refuses to start with %s, naming the option', (_what, options, message) => {
    expect(() => proxyUnderTest(options)).toThrow(message)
  })

  it('lists the allowed models, ids and labels alone, and the largest call', async () => {
    const { handle } = proxyUnderTest({
      models: {
        m: new MockLanguageModelV4(),
        n: { model: () => new MockLanguageModelV4(), label: 'Two' },
      },
    })
    const response = await handle(requestOf({ path: '/api/agent/models', method: 'GET' }))
    expect(await response.json()).toEqual({
      models: [
        { id: 'm', label: 'm' },
        { id: 'n', label: 'Two' },
      ],
      limits: { bytes: 4 * 1024 * 1024, messages: 2000, tools: 256 },
    })
  })

  it.each([
    [1000, { bytes: 1000, messages: 2000, tools: 256 }],
    [Infinity, { messages: 2000, tools: 256 }],
  ])('tells the limits of a proxy whose bodies may have %d bytes', async (request, limits) => {
    const { handle } = proxyUnderTest({ bytes: { request } })
    const response = await handle(requestOf({ path: '/api/agent/models', method: 'GET' }))
    expect(await response.json()).toMatchObject({ limits })
  })

  it.each([{ url: '/', headers: { host: 'a' } }, undefined, 'https://app.example', {}])(
    'names the adapter where a server gives no Request of Fetch: %j',
    (given) => {
      const { handle } = proxyUnderTest()
      expect(() => handle(given as never)).toThrow('mount `nodeListener(proxy)`')
    },
  )

  it.each([
    '/api/agent',
    '/api/agent/',
    '/api/agent//model',
    '/api/agent/model/',
    '/api/agent/model.',
    '/api/agent/__proto__',
    '/api/agent/constructor',
    '/api/agent/toString',
    '/api/agent/%6dodel',
    '/api/agentmodel',
    '/model',
  ])('P3 knows no route %s', async (path) => {
    const { handle, log } = proxyUnderTest()
    const response = await handle(requestOf({ path }))
    expect(response.status).toBe(404)
    expect(await errorOf(response)).toMatchObject({ code: 'unknown_route' })
    expect(log).toMatchObject([{ route: undefined, status: 404, code: 'unknown_route' }])
  })

  it('takes another path, or none', async () => {
    for (const path of ['/ai', '/ai/', '/', '']) {
      const { handle } = proxyUnderTest({ path })
      const models = `${path.replace(/\/$/, '')}/models`
      expect((await handle(requestOf({ path: models, method: 'GET' }))).status).toBe(200)
    }
  })

  it('P5 answers a method the route does not take with 405 and those it takes', async () => {
    const { handle } = proxyUnderTest()
    for (const method of ['GET', 'PUT', 'DELETE', 'HEAD']) {
      const response = await handle(new Request('https://app.example/api/agent/model', { method }))
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST, OPTIONS')
    }
  })

  it('P5 answers CONNECT, whose target is not a URL, with 405', async () => {
    const { handle, log } = proxyUnderTest()
    const { headers, signal } = requestOf()
    const request = { method: 'CONNECT', url: 'app.example:443', headers, signal } as Request
    const response = await handle(request)
    expect(response.status).toBe(405)
    expect(log).toMatchObject([{ code: 'method_not_allowed' }])
  })

  it('P37 tells when to come back while it shuts down', async () => {
    const { handle } = proxyUnderTest()
    await handle.drain()
    const response = await handle(requestOf())
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await errorOf(response)).toMatchObject({ code: 'shutting_down', retryAfterMs: 1_000 })
  })

  it.each(['30s', Infinity])(
    'P37 waits for the answers in flight, for at most %s',
    async (limit) => {
      const { handle } = proxyUnderTest(
        {},
        new MockLanguageModelV4({
          doStream: async () => ({ stream: streamOf([delta, finish]) }),
        }),
      )
      const response = await handle(requestOf())
      vi.useFakeTimers()
      const draining = handle.drain(limit as '30s')
      vi.advanceTimersByTime(29_999)
      vi.useRealTimers()
      expect(await response.text()).toContain('"type":"finish"')
      await draining
    },
  )

  it.each([Number.NaN, -1, 'soon', null])('P37 ends nothing for %s', async (limit) => {
    const { handle } = proxyUnderTest()
    await expect(handle.drain(limit as never)).rejects.toThrow('createProxy: `drain` is')
    const response = await handle(requestOf({ path: '/api/agent/health', method: 'GET' }))
    expect(response.status).toBe(200)
  })

  it('P3 tells a wrong mount what to set', async () => {
    const { handle } = proxyUnderTest()
    const response = await handle(requestOf({ path: '/chat/model' }))
    expect((await errorOf(response)).message).toContain('`path`')
  })

  it('P5 refuses an upgrade', async () => {
    const response = await proxyUnderTest().handle(requestOf({ headers: { upgrade: 'websocket' } }))
    expect(await errorOf(response)).toMatchObject({ code: 'invalid_request' })
  })

  it('P10 asks who is asking before it reads the body', async () => {
    const body = new ReadableStream(
      { pull: () => expect.unreachable('the body was read') },
      { highWaterMark: 0 },
    )
    const { handle } = proxyUnderTest({ authorize: async () => null })
    const response = await handle(requestOf({ body, duplex: 'half' }))
    expect(response.status).toBe(401)
    expect(await errorOf(response)).toMatchObject({ code: 'unauthorized' })
  })

  it('P10 fails closed when `authorize` throws, and tells the log alone', async () => {
    const cause = new Error('session store sk-secret is down')
    const { handle, log } = proxyUnderTest({ authorize: () => Promise.reject(cause) })
    const response = await handle(requestOf())
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
    expect(log).toMatchObject([
      { code: 'internal_error', cause: { name: 'Error', message: 'session store *** is down' } },
    ])
  })

  it('P4 refuses every model but the named ones, among them what every object has', async () => {
    const { handle, model, log } = proxyUnderTest()
    for (const modelId of ['n', '', 'A/ONE', 'constructor', 'toString', '__proto__']) {
      const response = await handle(
        requestOf({ body: JSON.stringify({ modelId, options: { prompt: [] } }) }),
      )
      expect(response.status).toBe(403)
      expect(await errorOf(response)).toMatchObject({ code: 'model_not_allowed' })
    }
    expect(model.doStreamCalls).toEqual([])
    expect(log.map(({ modelId }) => modelId)).toEqual(Array(6).fill(undefined))
  })

  it('P32 answers every refusal in one form, which the log can be matched with', async () => {
    const { handle, log } = proxyUnderTest({ authorize: () => undefined })
    const response = await handle(requestOf())
    expect(await response.json()).toEqual({
      error: {
        code: 'unauthorized',
        message: 'Sign in to use this model endpoint.',
        status: 401,
        retryable: false,
        requestId: response.headers.get('x-request-id'),
      },
    })
    expect(log).toEqual([
      expect.objectContaining({
        requestId: response.headers.get('x-request-id'),
        route: '/model',
        status: 401,
        code: 'unauthorized',
        durationMs: expect.any(Number),
      }),
    ])
  })

  it.each([
    ['/model', undefined],
    ['/up/chat/completions', JSON.stringify({ model: 'm', messages: [], stream: true })],
  ])('leaves nothing on the signal of a request that is over: %s', async (path, body) => {
    const event = `data: ${JSON.stringify({ choices: [{ finish_reason: 'stop' }] })}\n\n`
    const headers = { 'content-type': 'text/event-stream' }
    const signals: AbortSignal[] = []
    const model = new MockLanguageModelV4({
      doStream: async ({ abortSignal }) => {
        if (abortSignal) signals.push(abortSignal)
        return { stream: streamOf([delta, finish]) }
      },
    })
    const up = {
      wire: 'openai',
      apiKey: 'k',
      models: ['m'],
      fetch: async (_url: unknown, { signal }: RequestInit = {}) => {
        if (signal) signals.push(signal)
        return new Response(event, { headers })
      },
    } as const
    const { handle } = proxyUnderTest(
      { use: [passThrough({ up })], limits: { requests: 9 } },
      model,
    )
    const request = requestOf({ path: `/api/agent${path}`, ...(body && { body }) })
    expect(await (await handle(request)).text()).toContain('data: ')
    expect(signals).toHaveLength(1)
    for (const signal of [request.signal, ...signals]) {
      expect(getEventListeners(signal, 'abort')).toEqual([])
    }
  })

  it('P22 lets nobody store, change or buffer an answer', async () => {
    for (const path of ['/api/agent/model', '/api/agent/models', '/nowhere']) {
      const { headers } = await proxyUnderTest().handle(requestOf({ path }))
      expect(headers.get('cache-control')).toBe('no-store, no-transform')
      expect(headers.get('x-accel-buffering')).toBe('no')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('vary')).toBe('Origin')
    }
  })
})
