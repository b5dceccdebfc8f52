import { describe, expect, it } from 'vitest'
import { shownValue } from './shown-value.ts'

describe('shownValue', () => {
  it('is the value as it is', () => {
    expect(shownValue('a\r\nb')).toEqual({ text: 'a\nb', isWhole: true })
    expect(shownValue({ a: [1] })).toMatchObject({ isWhole: true })
    expect(shownValue(null)).toEqual({ text: 'null', isWhole: true })
  })

  it('A4 says when something in it cannot be seen, or does not fit', () => {
    for (const hidden of ['pay\u200B', '\u202Eeve', 'tag\u{E0041}', 'x'.repeat(30_000)]) {
      expect(shownValue(hidden).isWhole).toBe(false)
      expect(shownValue({ to: [hidden] }).isWhole).toBe(false)
    }
  })
})
