import { MockLanguageModelV4 } from 'ai/test'
import express from 'express'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { createProxy } from '../../src/create-proxy.ts'
import { nodeListener } from '../../src/node/node-listener.ts'
import { listen } from '../gateway-under-test.ts'
import { delta, errorOf, finish, requestOf, streamOf } from '../proxy-under-test.ts'

/** The recipes of the guide: how each server passes a request to the proxy. */
const recipes: Record<
  string,
  (proxy: ReturnType<typeof createProxy>) => Promise<(request: Request) => Promise<Response>>
> = {
  async 'the bare handler'(proxy) {
    return proxy
  },
  async 'Node http'(proxy) {
    const origin = await listen(nodeListener(proxy))
    return overHttp(origin)
  },
  async Express(proxy) {
    const app = express()
    app.use('/api/agent', nodeListener(proxy))
    const origin = await listen((incoming, outgoing) => app(incoming, outgoing))
    return overHttp(origin)
  },
  async Hono(proxy) {
    const app = new Hono()
    app.all('/api/agent/*', (context) => proxy(context.req.raw))
    return async (request) => app.fetch(request)
  },
  async 'a Next route handler'(proxy) {
    // app/api/agent/[...path]/route.ts
    const route = { GET: proxy, POST: proxy, OPTIONS: proxy }
    return async (request) => {
      const handler = (route as Record<string, typeof proxy>)[request.method]
      return handler ? handler(request) : new Response(null, { status: 405 })
    }
  },
  async 'a Workers module'(proxy) {
    const worker = { fetch: (request: Request, _env: object, _context: object) => proxy(request) }
    return (request) => worker.fetch(request, {}, {})
  },
}

const overHttp = (origin: string) => (request: Request) => {
  const { pathname, search } = new URL(request.url)
  return fetch(new Request(origin + pathname + search, request))
}

describe.each(Object.keys(recipes))('a proxy mounted in %s', (name) => {
  const mount = async (authorize = () => 'ada' as string | null) => {
    const aborted = Promise.withResolvers<void>()
    const model = new MockLanguageModelV4({
      async doStream({ abortSignal, prompt }) {
        abortSignal?.addEventListener('abort', () => aborted.resolve())
        const isOpen = JSON.stringify(prompt).includes('stay')
        return {
          stream: isOpen
            ? new ReadableStream({ start: (c) => c.enqueue(delta) })
            : streamOf([delta, finish]),
        }
      },
    })
    const proxy = createProxy({ authorize, models: { m: model } })
    return { send: await recipes[name]?.(proxy), aborted: aborted.promise }
  }

  it('P1 streams an answer', async () => {
    const { send } = await mount()
    const response = await send?.(requestOf({}))
    expect(response?.headers.get('content-type')).toContain('text/event-stream')
    expect(await response?.text()).toMatch(/"delta":"Hi".*\[DONE\]/s)
  })

  it('P1 P22 lists its models, and lets nobody store the list', async () => {
    const { send } = await mount()
    const response = await send?.(requestOf({ path: '/api/agent/models', method: 'GET' }))
    expect(await response?.json()).toMatchObject({ models: [{ id: 'm', label: 'm' }] })
    expect(response?.headers.get('cache-control')).toBe('no-store, no-transform')
  })

  it('P1 P37 tells its health', async () => {
    const { send } = await mount()
    const response = await send?.(requestOf({ path: '/api/agent/health', method: 'GET' }))
    expect(response?.status).toBe(200)
    await response?.text()
  })

  it('P1 P10 refuses who is not known', async () => {
    const { send } = await mount(() => null)
    const response = await send?.(requestOf({}))
    expect(response?.status).toBe(401)
    expect(response && (await errorOf(response)).code).toBe('unauthorized')
  })

  it('P1 P3 knows no other route', async () => {
    const { send } = await mount()
    const response = await send?.(requestOf({ path: '/api/agent/other' }))
    expect(response?.status).toBe(404)
    await response?.text()
  })

  it('P1 P24 ends the model’s call when the client leaves', async () => {
    const { send, aborted } = await mount()
    const prompt = [{ role: 'system', content: 'stay' }]
    const body = JSON.stringify({ modelId: 'm', options: { prompt } })
    const response = await send?.(requestOf({ body }))
    const reader = response?.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await expect(aborted).resolves.toBeUndefined()
  })
})
