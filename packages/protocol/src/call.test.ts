import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { encodeCall } from './call.ts'

const read = (options: LanguageModelV4CallOptions): unknown =>
  JSON.parse(encodeCall('openai/gpt-5', options))

describe('encodeCall', () => {
  it('sends the model id and the options, without the signal and the headers', () => {
    const body = read({
      prompt: [{ role: 'system', content: 'Be brief.' }],
      temperature: 0,
      abortSignal: new AbortController().signal,
      headers: { authorization: 'Bearer secret' },
    })
    expect(body).toEqual({
      modelId: 'openai/gpt-5',
      options: { prompt: [{ role: 'system', content: 'Be brief.' }], temperature: 0 },
    })
  })

  it('sends bytes as base64, whatever view they stand in, and a URL as a string', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256)
    const file = (data: Uint8Array | URL) => ({
      type: 'file' as const,
      mediaType: 'image/png',
      data:
        data instanceof URL ? { type: 'url' as const, url: data } : { type: 'data' as const, data },
    })
    const body = read({
      prompt: [
        {
          role: 'user',
          content: [
            file(bytes),
            file(bytes.subarray(3, 7)),
            file(Buffer.from('Buffer has a toJSON of its own')),
            file(new URL('https://example.com/a.png')),
          ],
        },
      ],
    })
    expect(body).toMatchObject({
      options: {
        prompt: [
          {
            content: [
              { data: { data: Buffer.from(bytes).toString('base64') } },
              { data: { data: 'AwQFBg==' } },
              { data: { data: Buffer.from('Buffer has a toJSON of its own').toString('base64') } },
              { data: { url: 'https://example.com/a.png' } },
            ],
          },
        ],
      },
    })
  })

  it('leaves out keys that could reach a prototype, which a model may put into arguments', () => {
    const input: unknown = JSON.parse(
      '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}},"kept":{"constructor":"Brunel"}}',
    )
    const body = encodeCall('m', {
      prompt: [
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: '1', toolName: 'build', input }],
        },
      ],
    })
    expect(body).toContain('"input":{"kept":{"constructor":"Brunel"}}')
    expect(body).not.toContain('__proto__')
  })
})
