import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { cutParts, joinParts } from './cut-parts.ts'

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
