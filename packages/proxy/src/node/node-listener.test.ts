import { once } from 'node:events'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { MockLanguageModelV4 } from 'ai/test'
import express from 'express'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { requestOf } from '../../test/proxy-under-test.ts'
import { createProxy } from '../create-proxy.ts'
import { peerAddress } from '../loopback.ts'
import { tokenAuth } from '../token-auth.ts'
import { nodeFetch } from './node-fetch.ts'
import { nodeListener } from './node-listener.ts'

let server: Server | undefined
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
})

async function serve(handler: (request: Request) => Promise<Response>): Promise<number> {
  server = createServer(nodeListener(handler))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Sends bytes that no client library would send. Returns the answer. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.end(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

describe('nodeListener', () => {
  it('P5 answers TRACE with 405', async () => {
    const port = await serve(() => expect.unreachable('the handler was called'))
    const answer = await raw(port, 'TRACE /api/agent/model HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    expect(answer).toContain('"code":"method_not_allowed"')
  })

  it('says that a body parser was first', async () => {
    const app = express()
    app.use(express.json())
    app.use(nodeListener(() => expect.unreachable('the handler was called')))
    const parsed = app.listen(0, '127.0.0.1')
    await once(parsed, 'listening')
    const { port } = parsed.address() as AddressInfo
    const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
    const response = await fetch(`http://127.0.0.1:${port}/api/agent/model`, init)
    expect(response.status).toBe(500)
    expect(await response.text()).toContain('before every body parser')
    await new Promise((resolve) => parsed.close(resolve))
  })

  it('gives the handler the request and writes its response', async () => {
    const port = await serve(async (request) =>
      Response.json(
        {
          url: request.url,
          method: request.method,
          header: request.headers.get('x-a'),
          peer: peerAddress(request),
          text: await request.text(),
        },
        { status: 201, headers: { 'x-b': '2' } },
      ),
    )
    const response = await fetch(`http://127.0.0.1:${port}/a/b?c=d`, {
      method: 'POST',
      body: 'Zürich',
      headers: { 'x-a': '1' },
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('x-b')).toBe('2')
    expect(await response.json()).toEqual({
      url: `http://127.0.0.1:${port}/a/b?c=d`,
      method: 'POST',
      header: '1',
      peer: '127.0.0.1',
      text: 'Zürich',
    })
  })

  it.each([true, false])(
    'writes each cookie, beside the headers of middleware: %s',
    async (hasMiddleware) => {
      const app = express().disable('x-powered-by')
      app.use((_request, outgoing, next) => {
        if (hasMiddleware) outgoing.appendHeader('set-cookie', 'first=0')
        next()
      })
      const headers = [
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['x-a', 'b'],
      ] as [string, string][]
      app.use(nodeListener(async () => new Response('x', { status: 201, headers })))
      const mounted = app.listen(0, '127.0.0.1')
      await once(mounted, 'listening')
      const { port } = mounted.address() as AddressInfo
      const response = await fetch(`http://127.0.0.1:${port}/`)
      expect(response.status).toBe(201)
      expect(response.headers.get('x-a')).toBe('b')
      expect(response.headers.getSetCookie()).toEqual([
        ...(hasMiddleware ? ['first=0'] : []),
        'a=1',
        'b=2',
      ])
      await response.text()
      await new Promise((resolve) => mounted.close(resolve))
    },
  )

  it('answers a request without a body and with an empty response', async () => {
    const port = await serve(async ({ body }) => new Response(null, { status: body ? 500 : 204 }))
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(204)
  })

  it.each(['/a/../b', '/a/%2e%2e/b', '/a\\b', 'http://evil.example/a', '*'])(
    'P3 answers the target %s with 404 before any handler sees it',
    async (target) => {
      const port = await serve(async (request) => new Response(request.url))
      const answer = await raw(
        port,
        `GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
      )
      expect(answer).toMatch(/^HTTP\/1.1 404 /)
      expect(answer).toContain('"unknown_route"')
    },
  )

  it('P3 takes two slashes for a path, and not for another host', async () => {
    const port = await serve(async (request) => new Response(request.url))
    const answer = await raw(
      port,
      'GET //evil.example/ HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
    )
    expect(answer).toContain('http://localhost//evil.example/')
  })

  it('P6 has Node refuse a content-length that is given twice', async () => {
    const port = await serve(async () => new Response('reached'))
    const answer = await raw(
      port,
      'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx',
    )
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
  })

  it('P24 aborts the request and cancels the body when the client disconnects', async () => {
    const aborted = Promise.withResolvers<unknown>()
    const cancelled = Promise.withResolvers<unknown>()
    const port = await serve(async ({ signal }) => {
      signal.addEventListener('abort', () => aborted.resolve(signal.reason))
      return new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new Uint8Array([1])),
          cancel: cancelled.resolve,
        }),
      )
    })
    const client = httpRequest({ port, host: '127.0.0.1' })
    client.end()
    client.on('response', (response) => response.once('data', () => client.destroy()))
    client.on('error', () => {})
    expect(await aborted.promise).toMatchObject({ name: 'AbortError' })
    await cancelled.promise
  })

  it('P24 aborts the request when the client leaves before there is a response', async () => {
    const aborted = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const port = await serve(async ({ signal }) => {
      signal.addEventListener('abort', () => aborted.resolve())
      arrived.resolve()
      await aborted.promise
      return new Response('too late')
    })
    const client = httpRequest({ port, host: '127.0.0.1' })
    client.on('error', () => {})
    client.end()
    await arrived.promise
    client.destroy()
    await expect(aborted.promise).resolves.toBeUndefined()
  })

  it('does not abort a request that was answered in full', async () => {
    let signal: AbortSignal | undefined
    const port = await serve(async (request) => {
      signal = request.signal
      return new Response('whole')
    })
    await (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text()
    server?.closeAllConnections()
    await new Promise((resolve) => server?.close(resolve))
    expect(signal?.aborted).toBe(false)
  })

  it('P25 breaks the connection when the body fails', async () => {
    const port = await serve(
      async () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(new TextEncoder().encode('half')),
            pull: (controller) => controller.error(new Error('upstream')),
          }),
        ),
    )
    const reading = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())
    await expect(reading).rejects.toThrow(TypeError)
  })

  it('P26 waits for a client that does not read', async () => {
    let pulled = 0
    const stalled = Promise.withResolvers<void>()
    const port = await serve(
      async () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              pulled += 1
              controller.enqueue(new Uint8Array(1 << 20))
              if (pulled === 40) stalled.resolve()
            },
          }),
        ),
    )
    const client = httpRequest({ port, host: '127.0.0.1' })
    client.on('error', () => {})
    client.end()
    const response = await new Promise<{ resume: () => void }>((resolve) =>
      client.once('response', resolve),
    )
    expect(pulled).toBeLessThan(40)
    response.resume()
    await stalled.promise
    client.destroy()
  })

  it('P26 lets a client go that takes nothing of an answer for `timeouts.idle`', async () => {
    const ended = Promise.withResolvers<string | undefined>()
    const endless = (): ReadableStream<LanguageModelV4StreamPart> =>
      new ReadableStream({
        pull: (controller) =>
          controller.enqueue({ type: 'text-delta', id: '0', delta: 'x'.repeat(1 << 20) }),
      })
    const proxy = createProxy({
      authorize: () => 'ada',
      models: { m: new MockLanguageModelV4({ doStream: async () => ({ stream: endless() }) }) },
      timeouts: { idle: 100 },
      log: ({ code }) => ended.resolve(code),
    })
    const port = await serve(proxy)
    const call = requestOf()
    const client = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/api/agent/model',
      headers: Object.fromEntries(call.headers),
    })
    client.on('error', () => {}).end(await call.text())
    await once(client, 'response')
    expect(await ended.promise).toBe('client_closed')
  })

  it('refuses a body nobody read without reading all of it', async () => {
    const port = await serve(async () => new Response(null, { status: 413 }))
    const client = httpRequest({ port, host: '127.0.0.1', method: 'POST' })
    client.on('error', () => {})
    client.write('the first of many bytes')
    const response = await new Promise<{ statusCode?: number | undefined; headers: object }>(
      (resolve) => client.once('response', resolve),
    )
    expect(response.statusCode).toBe(413)
    expect(response.headers).toMatchObject({ connection: 'close' })
    client.destroy()
  })

  it('lets a client that sends on read the answer to a body that is too large', async () => {
    const port = await serve(async ({ body }) => {
      const reader = body?.getReader()
      await reader?.read()
      void reader?.cancel()
      return new Response('too large', { status: 413 })
    })
    const body = new Uint8Array(16_000_000)
    for (let round = 0; round < 5; round++) {
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
      expect([response.status, await response.text()]).toEqual([413, 'too large'])
    }
  })

  const token = 'a token of at least 32 characters'
  const guarded = createProxy({
    authorize: tokenAuth({ ada: token }),
    bytes: { request: 100_000 },
    models: { m: new MockLanguageModelV4() },
  })

  /** Sends a request whose body goes on for ever. Returns the answer, once it is whole. */
  const sendEndless = (port: number, init: { path?: string; headers?: object } = {}) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(200_000)),
    })
    return fetch(`http://127.0.0.1:${port}${init.path ?? '/api/agent/model'}`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'application/json', ...init.headers },
    } as RequestInit)
  }

  const mounts = ['Node', 'Express', 'Express with headers of middleware']
  it.each(mounts)('P6 ends each refusal at once, while the body still comes: %s', async (mount) => {
    const app = express()
    if (mount !== 'Express') app.use((_request, outgoing, next) => next(void outgoing.vary('x')))
    app.use(nodeListener(guarded))
    server = createServer(mount === 'Node' ? nodeListener(guarded) : app)
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const headers = { authorization: `Bearer ${token}` }
    for (const [code, init] of [
      ['unauthorized', {}],
      ['body_too_large', { headers }],
      ['unknown_route', { headers, path: '/nowhere' }],
    ] as const) {
      const response = await sendEndless(port, init)
      expect(await response.json()).toMatchObject({ error: { code, status: response.status } })
    }
  })

  it('P6 gives `nodeFetch` the answer to a body that is too large', async () => {
    const port = await serve(guarded)
    const body = new Uint8Array(300_000)
    const response = await nodeFetch()(`http://127.0.0.1:${port}/api/agent/model`, {
      method: 'POST',
      body,
    })
    expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } })
  })

  it('P6 reads a few times `bytes.request` after a refusal, and then no more', async () => {
    const port = await serve(guarded)
    const read = new Promise<number>((resolve) =>
      server?.once('connection', (socket) => socket.once('close', () => resolve(socket.bytesRead))),
    )
    const client = connect(port, '127.0.0.1')
    let text = ''
    client.on('error', () => {}).on('data', (bytes) => (text += String(bytes)))
    client.write('POST /api/agent/model HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
    const chunk = Buffer.from(`10000\r\n${' '.repeat(65_536)}\r\n`)
    const write = (): void => void (client.destroyed || client.write(chunk, write))
    write()
    expect(await read).toBeLessThan(1_000_000)
    expect(text).toMatch(/^HTTP\/1.1 401 .*"unauthorized"/s)
  })

  it('P6 waits 5 seconds for the rest of a refused body', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const port = await serve(guarded)
    const client = connect(port, '127.0.0.1')
    client.write('POST /api/agent/model HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{')
    await once(client, 'data')
    await vi.advanceTimersByTimeAsync(4_999)
    expect(client.readableEnded).toBe(false)
    const ended = once(client, 'end')
    client.resume()
    await vi.advanceTimersByTimeAsync(1)
    await ended
  })
})
