import { Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { codeOf, listen, openGateway, samples } from '../../test/gateway-under-test.ts'
import { nodeFetch } from './node-fetch.ts'

const fetch = nodeFetch()
const answer = (listener: (incoming: IncomingMessage, outgoing: ServerResponse) => void) =>
  listen(listener)

describe('nodeFetch', () => {
  it('sends what it is told, and gives back status, headers and body', async () => {
    const url = await answer((incoming, outgoing) => {
      void text(incoming).then((body) => {
        const { method, headers } = incoming
        outgoing.writeHead(201, { 'content-type': 'application/json', 'x-two': ['a', 'b'] })
        outgoing.end(JSON.stringify({ method, body, headers }))
      })
    })
    const response = await fetch(`${url}/a?b`, {
      method: 'POST',
      headers: { 'X-One': '1' },
      body: 'Zürich',
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('x-two')).toBe('a, b')
    expect(await response.json()).toMatchObject({
      method: 'POST',
      body: 'Zürich',
      headers: { 'x-one': '1', 'content-length': '7', 'accept-encoding': 'identity' },
    })
  })

  it('takes bytes and no body, and refuses what it cannot send', async () => {
    const url = await answer((incoming, outgoing) => void incoming.pipe(outgoing))
    const bytes = new Uint8Array([1, 2, 3])
    expect(await (await fetch(url, { method: 'POST', body: bytes })).bytes()).toEqual(bytes)
    expect(await (await fetch(new URL(url))).text()).toBe('')
    await expect(fetch(url, { method: 'POST', body: new FormData() })).rejects.toThrow('string')
  })

  it('answers an empty response', async () => {
    const url = await answer((_incoming, outgoing) => void outgoing.writeHead(204).end())
    const response = await fetch(url)
    expect([response.status, response.body]).toEqual([204, null])
  })

  it('P29 follows no redirect', async () => {
    const url = await answer((_incoming, outgoing) => {
      outgoing.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect((await fetch(url)).status).toBe(307)
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('reads what a server compressed unasked, by %s', async (encoding, compress) => {
    const url = await answer((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-encoding': encoding }).end(compress('whole'))
    })
    expect(await (await fetch(url)).text()).toBe('whole')
  })

  it('P25 breaks when the server breaks off', async () => {
    const url = await answer((_incoming, outgoing) => {
      outgoing.writeHead(200).write('half', () => outgoing.destroy())
    })
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow()
  })

  it('P24 gives up before there is an answer, with the reason of the signal', async () => {
    const closed = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const url = await answer((incoming) => {
      incoming.on('close', closed.resolve)
      arrived.resolve()
    })
    const abort = new AbortController()
    const asking = fetch(url, { signal: abort.signal })
    await arrived.promise
    const reason = new Error('left')
    abort.abort(reason)
    await expect(asking).rejects.toBe(reason)
    await closed.promise
    await expect(fetch(url, { signal: abort.signal })).rejects.toBe(reason)
  })

  it.each(['aborts', 'cancels the body'])('P24 closes the connection when one %s', async (how) => {
    const closed = Promise.withResolvers<void>()
    const url = await answer((_incoming, outgoing) => {
      outgoing.on('close', closed.resolve).writeHead(200).write('first')
    })
    const abort = new AbortController()
    const response = await fetch(url, { signal: abort.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    if (how === 'aborts') abort.abort()
    else await reader?.cancel()
    await closed.promise
    if (how === 'aborts') await expect(reader?.read()).rejects.toThrow()
  })

  it('P26 reads no more than is asked for', async () => {
    let written = 0
    const url = await answer((_incoming, outgoing) => {
      outgoing.writeHead(200)
      const write = (): void => {
        written += 1
        if (written < 400) outgoing.write(Buffer.alloc(65_536), write)
        else outgoing.end()
      }
      write()
    })
    const reader = (await fetch(url)).body?.getReader()
    await reader?.read()
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(written).toBeLessThan(400)
    for (let done = false; !done;) done = (await reader?.read())?.done ?? true
    expect(written).toBe(400)
  })

  it('P27 says that no connection came to stand in time', async () => {
    class Deaf extends Agent {
      override createConnection(): Socket {
        return Object.assign(new Socket(), { connecting: true })
      }
    }
    const deaf = nodeFetch({ connect: 5, httpAgent: new Deaf() })
    await expect(deaf('http://127.0.0.1:1/')).rejects.toMatchObject({ code: 'ETIMEDOUT' })
    const [sample] = samples
    const gateway = await openGateway('bare handler', undefined, {}, { fetch: deaf })
    const response = await gateway.send(sample?.path ?? '', { json: sample?.json })
    expect(response.status).toBe(504)
    expect(await codeOf(response)).toBe('upstream_connect_timeout')
  })

  it('P32 says no more than that nobody could be reached', async () => {
    const [sample] = samples
    const baseURL = 'http://127.0.0.1:1/v1'
    const gateway = await openGateway('bare handler', undefined, {}, { fetch, baseURL })
    const response = await gateway.send(sample?.path ?? '', { json: sample?.json })
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_unreachable' } })
  })

  it.each(samples)('P23 relays $name as it came', async ({ path, json, events }) => {
    const gateway = await openGateway('Node adapter', undefined, {}, { fetch })
    expect(await (await gateway.send(path, { json })).text()).toBe(events.join(''))
  })
})
