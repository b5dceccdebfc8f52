import { redact } from '@ambit/core/redaction'
import { describe, expect, it } from 'vitest'
import { shorten } from './timeline/timeline-tab.tsx'

describe('shorten', () => {
  it('leaves small data, and values of classes, as they are', () => {
    const key = redact('x')
    const at = new Date(0)
    expect(shorten({ a: [1, 'b', null], key, at, none: undefined })).toEqual({
      a: [1, 'b', null],
      key,
      at,
      none: undefined,
    })
    expect((shorten({ key }) as { readonly key: unknown }).key).toBe(key)
  })

  it('cuts a long text before a word, and the end of a long list', () => {
    const text = shorten('word '.repeat(1_000_000)) as string
    expect(text.length).toBeLessThan(100_001)
    expect(text).toMatch(/word…$/)
    const list = shorten(Array.from({ length: 100_000 }, (_, at) => `item ${at}`)) as string[]
    expect(list.length).toBeLessThan(60_000)
    expect(list.at(-1)).toBe('…')
    expect(shorten('x'.repeat(200_000))).toHaveLength(100_000 - 8_192 + 1)
  })

  it('ends with data that holds itself', () => {
    const around: Record<string, unknown> = {}
    around['self'] = around
    expect(shorten(around)).toBeTypeOf('object')
  })
})
