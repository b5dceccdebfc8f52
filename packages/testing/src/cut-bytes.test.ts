import { describe, expect, it } from 'vitest'
import { cutBytes, toByteStream, toSseText } from './cut-bytes.ts'

const decode = (chunks: readonly Uint8Array[]): string => {
  const decoder = new TextDecoder()
  return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode()
}

describe('cutBytes', () => {
  it('cuts at the places given, whatever their order, and never makes an empty chunk', () => {
    const chunks = cutBytes('abcdef', [4, 1, 4, 0, 6, -2, 99])
    expect(chunks.map((chunk) => decode([chunk]))).toEqual(['a', 'bcd', 'ef'])
  })

  it('cuts in the middle of a code point', () => {
    const chunks = cutBytes('👋', [1, 2, 3])
    expect(chunks.map((chunk) => chunk.length)).toEqual([1, 1, 1, 1])
    expect(decode(chunks)).toBe('👋')
  })

  it('gives no chunk for no bytes', () => {
    expect(cutBytes('', [0, 1])).toEqual([])
  })
})

describe('toByteStream', () => {
  it('is the body of a response', async () => {
    const sse = toSseText([{ a: 1 }, { b: 'ü' }])
    const everywhere = Array.from({ length: 100 }, (_, at) => at)
    expect(await new Response(toByteStream(sse, everywhere)).text()).toBe(sse)
    expect(sse).toBe('data: {"a":1}\n\ndata: {"b":"ü"}\n\n')
  })

  it('can break after its last chunk', async () => {
    const body = toByteStream('half', [2], { breakWith: new TypeError('network error') })
    await expect(new Response(body).text()).rejects.toThrow('network error')
  })
})
