import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { cutBytes, cutParts, joinParts, toByteStream, toSseText } from './cut.ts'

const whole: LanguageModelV4StreamPart[] = [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'héllo 👋' },
  { type: 'text-end', id: 't' },
]

const deltas = (parts: readonly LanguageModelV4StreamPart[]): string[] =>
  parts.flatMap((part) => ('delta' in part ? [part.delta] : []))

describe('cutParts', () => {
  it('cuts deltas into UTF-16 units, in the middle of a code point too', () => {
    const cut = cutParts(whole, 1)
    expect(deltas(cut)).toHaveLength('héllo 👋'.length)
    expect(cut[0]).toEqual(whole[0])
    expect(cut.at(-1)).toEqual(whole[2])
    expect(joinParts(cut)).toEqual(whole)
  })

  it('cuts as a function says, and keeps empty pieces', () => {
    expect(deltas(cutParts(whole, (text) => ['', text.slice(0, 2), text.slice(2), '']))).toEqual([
      '',
      'hé',
      'llo 👋',
      '',
    ])
  })

  it('refuses pieces that do not join to the text, and sizes below one', () => {
    expect(() => cutParts(whole, () => ['x'])).toThrow('do not join')
    expect(() => cutParts(whole, 0)).toThrow('whole number from 1')
  })
})

describe('joinParts', () => {
  it('does not join deltas of different parts', () => {
    const parts: LanguageModelV4StreamPart[] = [
      { type: 'text-delta', id: 'a', delta: '1' },
      { type: 'text-delta', id: 'b', delta: '2' },
      { type: 'reasoning-delta', id: 'b', delta: '3' },
    ]
    expect(joinParts(parts)).toEqual(parts)
  })
})

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
