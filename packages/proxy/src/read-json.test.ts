import { encodeCall, type ModelCall } from '@ambit/protocol'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { hostileJson, hostileKinds } from '../test/hostile-json.ts'
import { errorOf, proxyUnderTest, requestOf } from '../test/proxy-under-test.ts'
import { parseBody } from './parse-body.ts'
import { parseCall } from './parse-call.ts'

describe('readJson', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'P5 refuses a body of type %j',
    async (type) => {
      const response = await proxyUnderTest().handle(
        requestOf({ headers: { 'content-type': type } }),
      )
      expect(await errorOf(response)).toMatchObject({ code: 'unsupported_media_type' })
    },
  )

  it('P6 refuses a body over the cap by its declared length', async () => {
    const { handle } = proxyUnderTest({ bytes: { request: 10 } })
    const response = await handle(requestOf({ headers: { 'content-length': '11' } }))
    expect(response.status).toBe(413)
    expect(await errorOf(response)).toMatchObject({ code: 'body_too_large' })
  })

  it('P6 refuses a body over the cap by its real length, and stops reading it', async () => {
    let read = 0
    const body = new ReadableStream(
      {
        pull(controller) {
          read += 1000
          controller.enqueue(new Uint8Array(1000))
        },
      },
      { highWaterMark: 0 },
    )
    const { handle } = proxyUnderTest({ bytes: { request: 5000 } })
    const response = await handle(requestOf({ body, duplex: 'half' }))
    expect(await errorOf(response)).toMatchObject({ code: 'body_too_large' })
    expect(read).toBe(6000)
  })

  it('P6 refuses a content-length that is not a number', async () => {
    const response = await proxyUnderTest().handle(
      requestOf({ headers: { 'content-length': '1e3' } }),
    )
    expect(await errorOf(response)).toMatchObject({ code: 'invalid_request' })
  })

  it.each([
    '['.repeat(64) + ']'.repeat(64),
    String.raw`{"a":"\"[{[{\\","b":"${'[{'.repeat(99)}"}`,
    `[${'[],{},'.repeat(99)}1]`,
  ])('P7 parses a body that is not too deep: %s', async (text) => {
    expect(await parseBody(text)).toEqual(JSON.parse(text))
  })

  it('P7 does not parse a body that is too deep', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    await expect(parseBody('['.repeat(65) + ']'.repeat(65))).rejects.toThrow('nested')
    expect(parse).not.toHaveBeenCalled()
  })

  it.each(hostileKinds)('P6 does not parse JSON that is too much work: %s', async (kind) => {
    const body = hostileJson(kind, (length) => length > 4_000_000)
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    const response = await proxyUnderTest().handle(requestOf({ body }))
    expect(parse).not.toHaveBeenCalled()
    expect(await errorOf(response)).toMatchObject({
      code: 'body_too_large',
      message: 'This has more values than 4194304 bytes may have: 104857.',
    })
  })

  it('P6 parses any conversation of short messages, with as many tools as there may be', async () => {
    const providerOptions = { anthropic: { signature: 'abc', redacted: false } }
    const ask = { type: 'tool-call', toolCallId: 'c', toolName: 't', input: { id: 1 } } as const
    const output = { type: 'text', value: '1' } as const
    const messages: readonly ModelCall['options']['prompt'][number][] = [
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'a', providerOptions }, ask] },
      { role: 'tool', content: [{ ...ask, type: 'tool-result', output }] },
    ]
    const tools = Array.from({ length: 256 }, (_, nth) => {
      const members = Array.from({ length: 5 }, (_, at) => [`of${nth}at${at}`, { type: 'string' }])
      const inputSchema = { type: 'object', properties: Object.fromEntries(members) }
      return { type: 'function' as const, name: `t${nth}`, inputSchema } as const
    })
    const any = fc.array(fc.constantFrom(...messages), { minLength: 2_000, maxLength: 2_000 })
    await fc.assert(
      fc.asyncProperty(any, async (prompt) => {
        const text = encodeCall('m', { prompt, tools } as ModelCall['options'])
        const call = parseCall(await parseBody(text, 4 * 1024 * 1024))
        expect(call.options.prompt).toHaveLength(2_000)
      }),
      { numRuns: 5 },
    )
  })

  it('P6 more values fit into a larger body', async () => {
    const text = `[${'[],'.repeat(60_000)}1]`
    await expect(parseBody(text, 1_000)).rejects.toThrow('1000 bytes may have: 100000')
    expect(await parseBody(text, 8_000_000)).toHaveLength(60_001)
  })

  it.each([
    ['P7 no JSON', '{"sk-secret', 'The body is not valid JSON.'],
    ['P7 no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'The body could not be read as UTF-8.'],
    ['P7 nothing', '', 'The body is not valid JSON.'],
    ['P7 too deep', '['.repeat(65) + ']'.repeat(65), /nested more than 64/],
    ['P7 much too deep', '['.repeat(2e6) + ']'.repeat(2e6), /nested more than 64/],
    ['P7 too deep, and cut', '{"a":'.repeat(65), /nested more than 64/],
    [
      'P7 too deep after a string',
      String.raw`["\"[\\",${'['.repeat(64)}${']'.repeat(64)}]`,
      /than 64/,
    ],
    ['P7 a string without its end', `"${'['.repeat(99)}`, 'The body is not valid JSON.'],
    ['P7 too many ends', `${']'.repeat(99)}{}`, 'The body is not valid JSON.'],
    ['P7 a prototype key', '{"options":{"__proto__":{"a":1}}}', /forbidden key: __proto__/],
    [
      'P7 a constructor key',
      '{"options":{"constructor":{"prototype":{}}}}',
      /forbidden key: constructor/,
    ],
  ])('refuses %s and quotes nothing of it', async (_what, body, message) => {
    const response = await proxyUnderTest().handle(requestOf({ body }))
    expect(response.status).toBe(400)
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    expect(error.code).toBe('invalid_request')
    expect(error.message).toMatch(message)
  })
})
