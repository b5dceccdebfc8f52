import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { encodeCall } from '@ambit/protocol'
import { describe, expect, it } from 'vitest'
import { errorOf, proxyUnderTest, requestOf } from '../test/proxy-under-test.ts'
import { passThrough } from './index.ts'

const call = encodeCall('m', {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Grüße '.repeat(2000) }] }],
})

/** Creates a request with a compressed body. */
const compressed = (body: BodyInit | Uint8Array, encoding = 'gzip', headers = {}) =>
  requestOf({
    body: body as BodyInit,
    headers: { 'content-encoding': encoding, ...headers },
    duplex: 'half',
  })

/** Creates a body that is read in pieces of `pieceBytes`, and tells how much of it was read. */
function readInPieces(bytes: Uint8Array, pieceBytes: number) {
  let read = 0
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(read, (read += pieceBytes)))
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, read: () => read }
}

describe('inflate', () => {
  it.each(['gzip', 'GZIP', ' x-gzip'])(
    'P6 reads a call that is compressed with %j',
    async (name) => {
      const { handle, model } = proxyUnderTest()
      expect(gzipSync(call).length).toBeLessThan(call.length / 10)
      await (await handle(compressed(gzipSync(call), name))).text()
      expect(model.doStreamCalls[0]?.prompt).toEqual(JSON.parse(call).options.prompt)
    },
  )

  it.each([1, 7, 4096])('P6 reads it in pieces of %d bytes', async (pieceBytes) => {
    const { handle, model } = proxyUnderTest()
    const { stream } = readInPieces(gzipSync(call), pieceBytes)
    await (await handle(compressed(stream))).text()
    expect(model.doStreamCalls[0]?.prompt).toEqual(JSON.parse(call).options.prompt)
  })

  it.each(['', 'identity'])('P6 reads a plain body with the encoding %j', async (name) => {
    const { handle, model } = proxyUnderTest()
    await (await handle(compressed(call, name))).text()
    expect(model.doStreamCalls).toHaveLength(1)
  })

  it('P6 reads a compressed body over the cap only up to the cap', async () => {
    const { handle, model } = proxyUnderTest()
    const bomb = gzipSync(new Uint8Array(200 * 1024 * 1024))
    const { stream, read } = readInPieces(bomb, 512)
    const response = await handle(compressed(stream))
    expect(response.status).toBe(413)
    expect(await errorOf(response)).toMatchObject({ code: 'body_too_large' })
    // The cap needs 4 kB of it. Node's streams hold some more, which nobody inflates.
    expect(read()).toBeLessThan(bomb.length * 0.7)
    expect(model.doStreamCalls).toHaveLength(0)
  })

  it('P6 refuses more compressed bytes than the cap, though they inflate to nothing', async () => {
    const { handle } = proxyUnderTest({ bytes: { request: 5000 } })
    const empty = [0x00, 0x00, 0x00, 0xff, 0xff]
    const bytes = [
      ...gzipSync('').subarray(0, 10),
      ...Array.from({ length: 4000 }, () => empty).flat(),
    ]
    const { stream, read } = readInPieces(Uint8Array.from(bytes), 500)
    expect(await errorOf(await handle(compressed(stream)))).toMatchObject({
      code: 'body_too_large',
    })
    expect(read()).toBeLessThan(8000)
  })

  it('P6 refuses a compressed body over the cap by its declared length', async () => {
    const { handle } = proxyUnderTest({ bytes: { request: 50 } })
    const body = gzipSync(call)
    const response = await handle(
      compressed(body, 'gzip', { 'content-length': String(body.length) }),
    )
    expect(response.status).toBe(413)
  })

  it('P6 stops inflating when the client leaves', async () => {
    const { handle } = proxyUnderTest()
    const leaving = new AbortController()
    let pulls = 0
    const first = gzipSync(call).subarray(0, 20)
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulls += 1
          if (pulls === 1) return controller.enqueue(first)
          leaving.abort()
          return new Promise(() => {})
        },
      },
      { highWaterMark: 0 },
    )
    const request = new Request('https://app.example/api/agent/model', {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      signal: leaving.signal,
    } as RequestInit)
    expect(await errorOf(await handle(request))).toMatchObject({ code: 'client_closed' })
    expect(pulls).toBe(2)
  })

  it.each([
    ['deflate', deflateSync(call)],
    ['br', brotliCompressSync(call)],
    ['gzip, gzip', gzipSync(gzipSync(call))],
    ['gzip, br', brotliCompressSync(gzipSync(call))],
    ['zstd', Buffer.from('(\xb5/\xfd', 'latin1')],
    ['no encoding', Buffer.from(call)],
  ])('P5 refuses the encoding %j, and names the one it reads', async (name, body) => {
    const response = await proxyUnderTest().handle(compressed(body, name))
    expect(response.status).toBe(415)
    expect(response.headers.get('accept-encoding')).toBe('gzip')
    expect(await errorOf(response)).toMatchObject({
      code: 'unsupported_media_type',
      message: expect.stringContaining('with gzip, or not at all'),
    })
  })

  const whole = gzipSync(call)
  it.each([
    ['is cut', whole.subarray(0, whole.length - 9)],
    ['is cut in its header', whole.subarray(0, 5)],
    ['is empty', Buffer.alloc(0)],
    ['is plain', Buffer.from(call)],
    ['is zlib', deflateSync(call)],
    [
      'has a wrong checksum',
      Buffer.concat([whole.subarray(0, -8), Buffer.alloc(4), whole.subarray(-4)]),
    ],
    ['goes on after its end', Buffer.concat([whole, Buffer.from('sk-secret')])],
  ])('P7 refuses a gzip that %s, and quotes nothing of it', async (_what, body) => {
    const { handle, model } = proxyUnderTest()
    for (const pieceBytes of [1, 100, 100_000]) {
      const response = await handle(compressed(readInPieces(body, pieceBytes).stream))
      expect(response.status).toBe(400)
      expect(await errorOf(response)).toMatchObject({
        code: 'invalid_request',
        message: 'The body is not valid gzip.',
      })
    }
    expect(model.doStreamCalls).toHaveLength(0)
  })

  it('P5 checks the type and the tree of a compressed body as of any other', async () => {
    const { handle } = proxyUnderTest()
    const form = compressed(gzipSync(call), 'gzip', { 'content-type': 'text/plain' })
    expect((await handle(form)).status).toBe(415)
    const unsafe = compressed(gzipSync('{"options":{"__proto__":{"a":1}}}'))
    expect((await handle(unsafe)).status).toBe(400)
    const bytes = compressed(gzipSync(new Uint8Array([0x22, 0xff, 0x22])))
    expect(await errorOf(await handle(bytes))).toMatchObject({
      message: expect.stringContaining('UTF-8'),
    })
  })

  it('P7 P17 sends the body of a pass-through to the provider without compression', async () => {
    const body = { model: 'gpt', messages: [{ role: 'user', content: 'Hi' }] }
    let sent: RequestInit | undefined
    const provider: typeof fetch = async (_url, init) => {
      sent = init
      return Response.json({ choices: [{ finish_reason: 'stop' }] })
    }
    const route = { wire: 'openai' as const, apiKey: 'k', models: ['gpt'], fetch: provider }
    const { handle } = proxyUnderTest({ use: [passThrough({ up: route })] })
    const request = new Request('https://app.example/api/agent/up/chat/completions', {
      method: 'POST',
      body: gzipSync(JSON.stringify(body)),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    })
    expect((await handle(request)).status).toBe(200)
    expect(JSON.parse(String(sent?.body))).toMatchObject(body)
    expect(new Headers(sent?.headers).has('content-encoding')).toBe(false)
  })
})

describe('a proxy that reads gzip', () => {
  it('P5 says so with each answer, also to pages of listed origins', async () => {
    const { handle } = proxyUnderTest({ origins: ['https://page.example'] })
    const headers = { origin: 'https://page.example' }
    for (const [path, method] of [
      ['/models', 'GET'],
      ['/model', 'POST'],
      ['/usage', 'GET'],
    ] as const) {
      const response = await handle(requestOf({ path: `/api/agent${path}`, method, headers }))
      expect(response.headers.get('accept-encoding')).toBe('gzip')
      expect(response.headers.get('access-control-expose-headers')).toContain('accept-encoding')
      await response.text()
    }
    const preflight = await handle(requestOf({ method: 'OPTIONS', headers }))
    expect(preflight.headers.get('access-control-allow-headers')).toContain('content-encoding')
  })
})
