import { env } from 'node:process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryStore } from '../../src/memory-store.ts'
import { nodeFetch } from '../../src/node/node-fetch.ts'
import type { ProxyStore } from '../../src/store.ts'
import { openGateway, samples, ways } from '../gateway-under-test.ts'

const [chat] = samples
if (!chat) throw new Error('A sample is missing')
const { path, json, events } = chat
const eventStream = { 'content-type': 'text/event-stream' }
const never = () => new Promise<never>(() => {})
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe.each(ways)('a client that leaves the %s', (way) => {
  it('P24 ends a call that has no headers yet', async () => {
    const arrived = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const { send, log } = await openGateway(way, (_request, response) => {
      response.on('close', closed.resolve)
      arrived.resolve()
    })
    const client = new AbortController()
    const sending = send(path, { json, signal: client.signal })
    sending.catch(() => {})
    await arrived.promise
    client.abort()
    await closed.promise
    await expect.poll(() => log).toMatchObject([{ code: 'client_closed' }])
  })

  it.each(['one that reads', 'one that has stopped reading'])(
    'P24 ends a call in mid stream: %s',
    async (which) => {
      const closed = Promise.withResolvers<void>()
      const { send, log } = await openGateway(way, (_request, response) => {
        response.on('close', closed.resolve).writeHead(200, eventStream).write(events[0])
        if (which === 'one that reads') return
        for (let nth = 0; nth < 200; nth++) response.write(`: ${'x'.repeat(65_536)}\n\n`)
      })
      const client = new AbortController()
      const response = await send(path, { json, signal: client.signal })
      const reader = response.body?.getReader()
      await reader?.read()
      client.abort()
      await closed.promise
      await expect.poll(() => log).toMatchObject([{ code: 'client_closed' }])
    },
  )

  it.each(['authorize', 'the store', 'the key', 'the body'])(
    'P24 asks no provider when it left while the proxy waited for %s',
    async (what) => {
      const waiting = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<void>()
      const pause = async () => {
        waiting.resolve()
        await gate.promise
      }
      const store: ProxyStore = { ...memoryStore(), add: async () => (await pause(), undefined) }
      const { send, log, received } = await openGateway(
        way,
        undefined,
        {
          ...(what === 'authorize' && { authorize: async () => (await pause(), 'ada') }),
          ...(what === 'the body' && {
            authorize: async () => (waiting.resolve(), 'ada'),
          }),
          ...(what === 'the store' && { limits: { requests: 9, store } }),
        },
        what === 'the key' ? { apiKey: async () => (await pause(), 'k') } : {},
      )
      const client = new AbortController()
      const half = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"model":')),
      })
      const rest = what === 'the body' ? ({ body: half, duplex: 'half' } as RequestInit) : { json }
      const sending = send(path, { ...rest, signal: client.signal })
      sending.catch(() => {})
      await waiting.promise
      client.abort()
      if (what === 'authorize') gate.resolve()
      await expect.poll(() => log).toMatchObject([{ code: 'client_closed' }])
      gate.resolve()
      await turn()
      expect(received).toEqual([])
    },
  )
})

describe('clients that leave at random moments', () => {
  const runs = env['AMBIT_LONG'] ? 1_000 : 100

  it.each(['the global fetch', 'nodeFetch'])(
    'P24 P27 leave no call, no stream and no request behind, with %s',
    { timeout: 900_000 },
    async (kind) => {
      let open = 0
      const gateway = await openGateway(
        'Node adapter',
        (_request, response) => {
          open += 1
          response.on('close', () => (open -= 1)).writeHead(200, eventStream)
          const rest = [...events, ...Array(40).fill(': more\n\n')]
          const next = (): void => {
            const event = rest.shift()
            if (event === undefined || response.destroyed) return
            response.write(event, () => setImmediate(next))
          }
          next()
        },
        { limits: { streams: 1_000 } },
        kind === 'nodeFetch' ? { fetch: nodeFetch() } : {},
      )
      onTestFinished(() => expect(open).toBe(0))
      for (let run = 0; run < runs; run++) {
        const client = new AbortController()
        const reading = gateway
          .send(path, { json, signal: client.signal })
          .then((response) => response.text())
        reading.catch(() => {})
        // Each run aborts at another moment: from before the call is sent to inside its stream.
        for (let nth = (run * 7) % 60; nth > 0; nth--) await turn()
        client.abort()
        await reading.catch(() => {})
      }
      await expect.poll(() => open, { timeout: 10_000 }).toBe(0)
      const drained = gateway.proxy.drain(60_000)
      await expect(drained).resolves.toBeUndefined()
      expect(gateway.log.every(({ code }) => code === 'client_closed')).toBe(true)
      expect(gateway.received.length).toBeGreaterThan(runs / 4)
    },
  )
})

describe('clients that do not read', () => {
  it(
    'P26 hold no more than 1 MiB each, and hold up none of those that do',
    { timeout: 60_000 },
    async () => {
      const piece = new TextEncoder().encode(`: ${'x'.repeat(32_764)}\n\n`)
      const pulled: number[] = []
      const answer: typeof fetch = async (_url, init) => {
        const isLive = String(init?.body).includes('live')
        const nth = pulled.push(0) - 1
        let left = 40
        const body = new ReadableStream<Uint8Array>(
          {
            pull(controller) {
              if (isLive && left-- === 0) {
                controller.enqueue(new TextEncoder().encode(events.join('')))
                return controller.close()
              }
              pulled[nth] = (pulled[nth] ?? 0) + (isLive ? 0 : piece.length)
              controller.enqueue(piece.slice())
            },
          },
          { highWaterMark: 0 },
        )
        return new Response(body, { headers: eventStream })
      }
      const { send } = await openGateway('bare handler', undefined, {}, { fetch: answer })
      const say = (content: string) => ({ ...json, messages: [{ role: 'user', content }] })
      const stalled = await Promise.all(
        Array.from({ length: 200 }, () => send(path, { json: say('stalled') })),
      )
      const live = await Promise.all(
        Array.from({ length: 200 }, async () =>
          (await send(path, { json: say('live') })).arrayBuffer(),
        ),
      )
      for (const { byteLength } of live) expect(byteLength).toBeGreaterThan(40 * piece.length)
      expect(Math.max(...pulled)).toBeGreaterThan(0)
      expect(Math.max(...pulled)).toBeLessThanOrEqual(1024 * 1024)
      for (const response of stalled) await response.body?.cancel()
    },
  )
})

it('P24 leaves a client that waits for a key which never comes', async () => {
  const { send, log } = await openGateway('bare handler', undefined, {}, { apiKey: never })
  const client = new AbortController()
  const sending = send(path, { json, signal: client.signal })
  client.abort()
  await sending
  expect(log).toMatchObject([{ code: 'client_closed' }])
})
