import { encodeEvent, endOfStream } from '@ambit/protocol'
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { createProxyModel } from './proxy-model.ts'

/** A proxy: what it says that it takes, and the status by which it answers a compressed body. */
interface Proxy {
  readonly accepts: () => string | undefined
  readonly refuses?: () => number | undefined
  /** The code of a refusal. Default: `invalid_request`. */
  readonly code?: string
}

interface Sent {
  readonly encoding: string | null
  readonly bytes: number
  readonly json: unknown
}

async function read(request: Request, encoding: string | null): Promise<Sent> {
  const body = await request.arrayBuffer()
  const plain = encoding
    ? new Response(new Blob([body]).stream().pipeThrough(new DecompressionStream('gzip')))
    : new Response(body)
  return { encoding, bytes: body.byteLength, json: await plain.json() }
}

function setUp({ accepts, refuses, code = 'invalid_request' }: Proxy) {
  const sent: Sent[] = []
  const model = createProxyModel({
    baseURL: 'https://app.test/api/agent',
    modelId: 'm',
    fetch: async (url, init) => {
      const request = new Request(url, init)
      const encoding = request.headers.get('content-encoding')
      sent.push(await read(request, encoding))
      const status = encoding ? refuses?.() : undefined
      if (status) {
        const error = { code, message: 'No.', retryable: false }
        return Response.json({ error }, { status })
      }
      const accepted = accepts()
      return new Response(encodeEvent(endOfStream), {
        headers: {
          'content-type': 'text/event-stream',
          ...(accepted !== undefined && { 'accept-encoding': accepted }),
        },
      })
    },
  })
  const say = async (text: string): Promise<void> => {
    const prompt: LanguageModelV4CallOptions['prompt'] = [
      { role: 'user', content: [{ type: 'text', text }] },
    ]
    const { stream } = await model.doStream({ prompt })
    await stream.cancel()
  }
  return { sent, say, model }
}

const long = 'Zürich 東京 '.repeat(2000)
const textOf = ({ json }: Sent): unknown =>
  (json as { options: { prompt: [{ content: [{ text: string }] }] } }).options.prompt[0].content[0]
    .text

describe('the bodies of createProxyModel', () => {
  it('are compressed once an answer has said that the proxy takes gzip', async () => {
    const { sent, say } = setUp({ accepts: () => 'br, gzip' })
    await say(long)
    await say(long)
    expect(sent.map(({ encoding }) => encoding)).toEqual([null, 'gzip'])
    expect(sent.map(textOf)).toEqual([long, long])
    expect(sent[1]?.bytes).toBeLessThan((sent[0]?.bytes ?? 0) / 20)
  })

  it('stay as they are when they are short', async () => {
    const { sent, say } = setUp({ accepts: () => 'gzip' })
    for (const text of ['one', 'two', 'three']) await say(text)
    expect(sent.map(({ encoding }) => encoding)).toEqual([null, null, null])
  })

  it.each([undefined, '', 'br', 'x-gzip-like'])(
    'stay as they are for a proxy that says %j',
    async (accepted) => {
      const { sent, say } = setUp({ accepts: () => accepted })
      for (const text of [long, long]) await say(text)
      expect(sent.map(({ encoding }) => encoding)).toEqual([null, null])
    },
  )

  it.each([400, 415])('are sent plain at once after a refusal with %i', async (status) => {
    const answers = ['gzip', undefined]
    const { sent, say } = setUp({ accepts: () => answers.shift(), refuses: () => status })
    await say(long)
    await say(long)
    await say(long)
    expect(sent.map(({ encoding }) => encoding)).toEqual([null, 'gzip', null, null])
    expect(sent.map(textOf)).toEqual([long, long, long, long])
  })

  it('are not sent again after another refusal', async () => {
    const { sent, say } = setUp({ accepts: () => 'gzip', refuses: () => 429 })
    await say(long)
    await expect(say(long)).rejects.toMatchObject({ statusCode: 429 })
    expect(sent).toHaveLength(2)
  })

  it('are not sent again after a refusal of the provider, which has read them', async () => {
    const { sent, say } = setUp({
      accepts: () => 'gzip',
      refuses: () => 400,
      code: 'upstream_rejected',
    })
    await say(long)
    await expect(say(long)).rejects.toMatchObject({ kind: 'upstream_rejected' })
    expect(sent).toHaveLength(2)
  })

  it('are never compressed for a proxy that has not answered this model', async () => {
    const first = setUp({ accepts: () => 'gzip' })
    await first.say(long)
    const second = setUp({ accepts: () => 'gzip' })
    await second.say(long)
    expect(second.sent[0]?.encoding).toBeNull()
  })
})
