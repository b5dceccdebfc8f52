// isolated: the timers are counted.
import { createHash } from 'node:crypto'
import { env } from 'node:process'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createProxy } from '../../src/create-proxy.ts'
import { passThrough } from '../../src/pass-through/pass-through.ts'
import type { ProxyLog } from '../../src/proxy-log.ts'
import type { ProxyOptions } from '../../src/proxy-options.ts'
import { codeOf, listen, openGateway, samples, ways } from '../gateway-under-test.ts'
import { requestOf } from '../proxy-under-test.ts'

const [chat] = samples
if (!chat) throw new Error('A sample is missing')
const sample = chat
const eventStream = { 'content-type': 'text/event-stream' }
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Creates a proxy whose provider is a function. */
function proxyTo(answer: typeof fetch, options: Partial<ProxyOptions> = {}) {
  const log: ProxyLog[] = []
  const proxy = createProxy({
    authorize: () => 'ada',
    use: [
      passThrough({ openai: { wire: 'openai', apiKey: 'k', models: ['gpt-5'], fetch: answer } }),
    ],
    log: (entry) => log.push(entry),
    ...options,
  })
  const send = (signal?: AbortSignal) =>
    proxy(
      requestOf({
        path: `/api/agent${sample.path}`,
        body: JSON.stringify(sample.json),
        ...(signal && { signal }),
      }),
    )
  return { proxy, send, log }
}

/** Creates a body of these pieces, which then ends or stays open. */
const bodyOf = (pieces: readonly Uint8Array[], ends: boolean): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      if (ends) controller.close()
    },
  })

/** Waits for ever, or rejects when the signal aborts, as fetch does. */
const forever = (signal: AbortSignal | null | undefined): Promise<Response> =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

afterEach(() => void vi.useRealTimers())

describe('the timeouts of a pass-through', () => {
  it.each([
    ['upstream_first_byte_timeout', { connect: 5 }],
    ['upstream_total_timeout', { total: 5, connect: 0 }],
  ])('P27 answers %s while nothing comes', async (code, timeouts) => {
    const { send, log } = proxyTo((_url, init) => forever(init?.signal), { timeouts })
    const response = await send()
    expect(response.status).toBe(504)
    expect(await codeOf(response)).toBe(code)
    expect(log).toMatchObject([{ code }])
  })

  it.each([
    ['upstream_idle_timeout', { idle: 5 }],
    ['upstream_total_timeout', { total: 5 }],
  ])('P27 P25 breaks with %s when the provider falls silent', async (code, timeouts) => {
    const body = () => bodyOf([bytesOf(sample.events[0] ?? '')], false)
    const { send, log } = proxyTo(async () => new Response(body(), { headers: eventStream }), {
      timeouts,
    })
    await expect((await send()).text()).rejects.toThrow()
    expect(log).toMatchObject([{ code }])
  })

  it('P27 says when it was the connection that took too long', async () => {
    const cause = Object.assign(new Error('timeout'), { code: 'UND_ERR_CONNECT_TIMEOUT' })
    const { send } = proxyTo(() => Promise.reject(new TypeError('fetch failed', { cause })))
    expect(await codeOf(await send())).toBe('upstream_connect_timeout')
  })

  it('P27 leaves no timer behind, whatever the end', async () => {
    vi.useFakeTimers()
    const answers: (() => Promise<Response>)[] = [
      async () => new Response(sample.events.join(''), { headers: eventStream }),
      async () => new Response('no', { status: 500 }),
      async () => new Response(sample.events[0] ?? '', { headers: eventStream }),
      () => Promise.reject(new TypeError('fetch failed')),
    ]
    for (const answer of answers) {
      const { send } = proxyTo(answer)
      await (await send()).text().catch(() => {})
      expect(vi.getTimerCount()).toBe(0)
    }
    const { send } = proxyTo(
      async () =>
        new Response(bodyOf([bytesOf(sample.events[0] ?? '')], false), { headers: eventStream }),
    )
    await (await send()).body?.cancel()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a client that goes away', () => {
  it.each(['before the headers', 'after the headers'])(
    'P24 ends the provider’s call %s',
    async (when) => {
      const upstream = Promise.withResolvers<AbortSignal>()
      const { send, log } = proxyTo((_url, init) => {
        if (init?.signal) upstream.resolve(init.signal)
        return when === 'before the headers'
          ? forever(init?.signal)
          : Promise.resolve(
              new Response(bodyOf([bytesOf(sample.events[0] ?? '')], false), {
                headers: eventStream,
              }),
            )
      })
      const client = new AbortController()
      const sending = send(client.signal)
      const signal = await upstream.promise
      const response = when === 'before the headers' ? undefined : await sending
      client.abort()
      expect(signal.aborted).toBe(true)
      await (response ?? (await sending)).text().catch(() => {})
      expect(log).toMatchObject([{ code: 'client_closed' }])
    },
  )

  it.each(ways)('P24 closes the provider’s connection, by the %s', async (way) => {
    const closed = Promise.withResolvers<void>()
    const gateway = await openGateway(way, (_request, response) => {
      response.on('close', closed.resolve)
      response.writeHead(200, eventStream).write(sample.events[0])
    })
    const response = await gateway.send(sample.path, { json: sample.json })
    await response.body?.cancel()
    await expect(closed.promise).resolves.toBeUndefined()
  })
})

describe('the bytes of a stream', () => {
  it('P23 are the same, however they are cut', { timeout: 300_000 }, async () => {
    const text =
      sample.events[0] +
      `data: {"x":"Zürich 🧭 ${'y'.repeat(300)}"}\r\n\r\n: hi\n\n` +
      sample.events.slice(1).join('')
    const bytes = bytesOf(text)
    const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')
    let pieces: Uint8Array[] = []
    const { send } = proxyTo(
      async () => new Response(bodyOf(pieces, true), { headers: eventStream }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 60 }),
        async (sizes) => {
          pieces = []
          for (let at = 0, nth = 0; at < bytes.length; nth++) {
            const size = sizes[nth % sizes.length] ?? 1
            pieces.push(bytes.slice(at, at + size))
            at += size
          }
          expect(hash(await (await send()).bytes())).toBe(hash(bytes))
        },
      ),
      { numRuns: env['AMBIT_LONG'] ? 10_000 : 300, seed: 5, examples: [[[1]]] },
    )
  })

  it('P23 reach the client one by one, each before the next is sent', async () => {
    const next: (() => void)[] = []
    const upstream = await listen((incoming, response) => {
      incoming.resume()
      response.writeHead(200, eventStream)
      const rest = [...sample.events]
      const write = () => {
        const event = rest.shift()
        if (event === undefined) response.end()
        else response.write(event)
      }
      next.push(write)
      write()
    })
    const { send } = proxyTo((_url, init) => fetch(upstream, init))
    const reader = (await send()).body?.getReader()
    for (const event of sample.events) {
      const read = await reader?.read()
      expect(new TextDecoder().decode(read?.value)).toBe(event)
      next[0]?.()
    }
    expect((await reader?.read())?.done).toBe(true)
  })

  it('P26 are not read from the provider before the client asks', async () => {
    let pulled = 0
    const { send } = proxyTo(async () => {
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            pulled += 1
            controller.enqueue(bytesOf(`data: {"x":"${'y'.repeat(65_536)}"}\n\n`))
          },
        },
        { highWaterMark: 0 },
      )
      return new Response(body, { headers: eventStream })
    })
    const response = await send()
    await new Promise((resolve) => setImmediate(resolve))
    expect(pulled * 65_536).toBeLessThanOrEqual(1024 * 1024)
    const before = pulled
    await response.body?.getReader().read()
    expect(pulled).toBeLessThanOrEqual(before + 1)
  })
})

describe('a proxy that ends', () => {
  it('P37 refuses what is new, lets what runs come to its end, and says so by its health', async () => {
    const rest = Promise.withResolvers<void>()
    const { proxy, send } = proxyTo(async () => {
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(bytesOf(sample.events[0] ?? ''))
          await rest.promise
          controller.enqueue(bytesOf(sample.events.slice(1).join('')))
          controller.close()
        },
      })
      return new Response(body, { headers: eventStream })
    })
    const health = () => proxy(requestOf({ path: '/api/agent/health', method: 'GET' }))
    expect(await (await health()).json()).toEqual({ status: 'ok' })
    const running = await send()
    const drained = proxy.drain()
    expect(await codeOf(await send())).toBe('shutting_down')
    expect((await health()).status).toBe(503)
    rest.resolve()
    expect(await running.text()).toBe(sample.events.join(''))
    await expect(drained).resolves.toBeUndefined()
  })

  it('P37 ends what runs longer than its limit', async () => {
    const body = () => bodyOf([bytesOf(sample.events[0] ?? '')], false)
    const { proxy, send, log } = proxyTo(async () => new Response(body(), { headers: eventStream }))
    const running = await send()
    await proxy.drain(1)
    await expect(running.text()).rejects.toThrow()
    expect(log).toMatchObject([{ code: 'shutting_down' }])
  })

  it('P37 asks nobody who is asking for its health', async () => {
    const { proxy } = proxyTo(() => Promise.reject(new Error('never')), { authorize: () => null })
    const response = await proxy(requestOf({ path: '/api/agent/health', method: 'GET' }))
    expect(response.status).toBe(200)
  })
})

describe('retries of a pass-through', () => {
  it('P33 P34 ask another model of the same route before the first byte', async () => {
    const asked: unknown[] = []
    const answers = [
      new Response('{}', { status: 529 }),
      new Response('data: {"error":{"type":"overloaded_error"}}\n\n', { headers: eventStream }),
      new Response(sample.events.join(''), { headers: eventStream }),
    ]
    const proxy = createProxy({
      authorize: () => 'ada',
      retry: {
        fallback: { 'openai/gpt-5': ['openai/gpt-5-mini', 'openai/gpt-5-nano'] },
      },
      use: [
        passThrough({
          openai: {
            wire: 'openai',
            apiKey: 'k',
            models: ['gpt-5', 'gpt-5-mini', 'gpt-5-nano'],
            async fetch(_url, init) {
              asked.push(Object(JSON.parse(String(init?.body))).model)
              return answers.shift() ?? new Response()
            },
          },
        }),
      ],
    })
    const body = JSON.stringify(sample.json)
    const response = await proxy(requestOf({ path: `/api/agent${sample.path}`, body }))
    expect(await response.text()).toBe(sample.events.join(''))
    expect(asked).toEqual(['gpt-5', 'gpt-5-mini', 'gpt-5-nano'])
  })
})

describe('a key’s callback that never answers', () => {
  it('P24 P27 is left with the client, or when the time is up', async () => {
    const log: ProxyLog[] = []
    const proxy = createProxy({
      authorize: () => 'ada',
      timeouts: { connect: 5 },
      use: [
        passThrough({
          openai: { wire: 'openai', apiKey: () => new Promise(() => {}), models: ['gpt-5'] },
        }),
      ],
      log: (entry) => log.push(entry),
    })
    const body = JSON.stringify(sample.json)
    const path = `/api/agent${sample.path}`
    expect(await codeOf(await proxy(requestOf({ path, body })))).toBe('upstream_first_byte_timeout')
    const client = new AbortController()
    const sending = proxy(requestOf({ path, body, signal: client.signal }))
    client.abort()
    await sending
    expect(log[1]).toMatchObject({ code: 'client_closed' })
  })
})
