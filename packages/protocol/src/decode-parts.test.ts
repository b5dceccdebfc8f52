import * as fc from 'fast-check'
import { env } from 'node:process'
import { convertReadableStreamToArray } from 'ai/test'
import { describe, expect, it, vi } from 'vitest'
import { decodeParts, encodeEvent, encodePart, endOfStream, type WirePart } from './part.ts'

const usage = {
  inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
}
const finish: WirePart = {
  type: 'finish',
  usage,
  finishReason: { unified: 'stop', raw: 'stop' },
}
const end = encodeEvent(endOfStream)

/** Returns a body that arrives in the given pieces and then ends, or breaks. */
function bodyOf(chunks: readonly Uint8Array[], broken?: Error): ReadableStream<Uint8Array> {
  const rest = [...chunks]
  return new ReadableStream({
    pull(controller) {
      const chunk = rest.shift()
      if (chunk) controller.enqueue(chunk)
      else if (broken) controller.error(broken)
      else controller.close()
    },
  })
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const read = (text: string, broken?: Error): Promise<WirePart[]> =>
  convertReadableStreamToArray(decodeParts(bodyOf([bytesOf(text)], broken)))

const id = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
const text = fc.string({ unit: 'binary', maxLength: 40 })
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)))
const metadata = fc.option(
  fc.record({ signature: text }).map((google) => ({ google })),
  { nil: undefined },
)
const withMetadata = <T extends object>(part: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.tuple(part, metadata).map(([value, providerMetadata]) => ({
    ...value,
    ...(providerMetadata && { providerMetadata }),
  }))

const parts: fc.Arbitrary<WirePart> = fc.oneof(
  withMetadata(fc.record({ type: fc.constantFrom('text-start', 'reasoning-start'), id })),
  withMetadata(
    fc.record({
      type: fc.constantFrom('text-delta', 'reasoning-delta', 'tool-input-delta'),
      id,
      delta: text,
    }),
  ),
  withMetadata(fc.record({ type: fc.constantFrom('text-end', 'reasoning-end'), id })),
  withMetadata(
    fc.record({
      type: fc.constant('tool-call'),
      toolCallId: id,
      toolName: id,
      input: json.map((value) => JSON.stringify(value)),
    }),
  ),
  fc.record({
    type: fc.constant('response-metadata'),
    id,
    timestamp: fc.date({ noInvalidDate: true }),
    modelId: id,
  }),
  fc.record({
    type: fc.constantFrom('file', 'reasoning-file'),
    mediaType: fc.constant('image/png'),
    data: fc.oneof(
      fc.record({ type: fc.constant('url'), url: fc.webUrl().map((url) => new URL(url)) }),
      fc.record({ type: fc.constant('data'), data: fc.base64String() }),
    ),
  }),
  fc.record({
    type: fc.constant('error'),
    error: fc.constant({ code: 'x', message: 'y', retryable: true }),
  }),
  fc.constant<WirePart>({ type: 'stream-start', warnings: [{ type: 'other', message: 'hm' }] }),
)

describe('decodeParts', () => {
  it('R42 gives back the same parts, however the bytes are cut', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(parts, { maxLength: 12 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 60 })),
        async (sent, sizes) => {
          const bytes = bytesOf(sent.map(encodePart).join('') + encodePart(finish) + end)
          const chunks: Uint8Array[] = []
          for (let at = 0; at < bytes.length;) {
            const size = sizes.next().value ?? 1
            chunks.push(bytes.subarray(at, at + size))
            at += size
          }
          expect(await convertReadableStreamToArray(decodeParts(bodyOf(chunks)))).toEqual([
            ...sent,
            finish,
          ])
        },
      ),
      { numRuns: env['AMBIT_LONG'] ? 20_000 : 200 },
    )
  })

  it('reads a stream that arrives byte by byte, with CRLF and comments in it', async () => {
    const delta: WirePart = { type: 'text-delta', id: '0', delta: 'Zürich 🧭' }
    const wire = `\uFEFF: hello\r\n\r\n${(encodePart(delta) + encodePart(finish) + end).replaceAll('\n', '\r\n')}`
    const chunks = [...bytesOf(wire)].map((byte) => Uint8Array.of(byte))
    expect(await convertReadableStreamToArray(decodeParts(bodyOf(chunks)))).toEqual([delta, finish])
  })

  const delta: WirePart = { type: 'text-delta', id: '0', delta: 'Hel' }
  const cut = { type: 'error', error: { code: 'stream_cut', retryable: true } }

  it('R23 says so when the body ends before the end marker, cleanly or not', async () => {
    expect(await read(encodePart(delta))).toMatchObject([delta, cut])
    expect(await read(encodePart(delta), new TypeError('network error'))).toMatchObject([
      delta,
      cut,
    ])
    expect(await read('')).toMatchObject([cut])
  })

  it('drops an event whose own end did not arrive', async () => {
    expect(await read(encodePart(delta) + encodePart(delta).trimEnd())).toMatchObject([delta, cut])
  })

  it('takes a missing marker after `finish` for what it is: nothing lost', async () => {
    expect(await read(encodePart(delta) + encodePart(finish))).toEqual([delta, finish])
  })

  it('accepts the exact marker alone, and reads nothing after it', async () => {
    const parts = await read(encodePart(finish) + end + encodePart(delta))
    expect(parts).toEqual([finish])
    expect(await read(encodePart(delta) + encodeEvent('[DONE]x'))).toMatchObject([
      delta,
      { type: 'error', error: { code: 'invalid_response' } },
    ])
  })

  it.each(['', 'null', '7', '[]', '{"type":3}', '{"type":"error"}', '{"type":"file"}', 'oops'])(
    'ends with `invalid_response` at an event that holds %j',
    async (data) => {
      expect(await read(encodeEvent(data) + encodePart(delta) + end)).toMatchObject([
        { type: 'error', error: { code: 'invalid_response', retryable: false } },
      ])
    },
  )

  it('reads what comes after the marker to its end, and cuts only what is long', async () => {
    const cuts: number[] = []
    for (const pieces of [3, 3000]) {
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(bytesOf(encodePart(finish) + end)),
        pull: (controller) => {
          if (sent++ < pieces) controller.enqueue(bytesOf(': still here, and here, and here\n\n'))
          else controller.close()
        },
        cancel: () => void cuts.push(pieces),
      })
      for await (const part of decodeParts(body)) expect(part).toEqual(finish)
      await vi.waitFor(() => expect(sent > pieces || cuts.length > 0).toBe(true))
    }
    expect(cuts).toEqual([3000])
  })

  it('closes the connection when its reader stops', async () => {
    const connection = new AbortController()
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytesOf(encodePart(delta))),
      cancel: (reason) => connection.abort(reason),
    })
    const stream = decodeParts(body)
    for await (const part of stream) {
      expect(part).toEqual(delta)
      break
    }
    expect(connection.signal.aborted).toBe(true)
  })

  it('errors with the reason of its signal when that broke the body', async () => {
    const abort = new AbortController()
    const reason = new Error('stop')
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        abort.signal.addEventListener('abort', () => controller.error(new TypeError('aborted'))),
    })
    const reading = decodeParts(body, abort.signal).getReader().read()
    abort.abort(reason)
    await expect(reading).rejects.toBe(reason)
  })
})
