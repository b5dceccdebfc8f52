import { describe, expect, it } from 'vitest'
import { charNames, unseenChars, withoutUnseen } from './unseen-chars.ts'

const unseen = [
  0x200e, 0x200f, 0x61c, 0x34f, 0x17b4, 0x17b5, 0x180b, 0x1d173, 0x1d17a, 0xfff0, 0xfff8, 0xe01f0,
  0xe0fff, 0x3164, 0x2800, 0x115f, 0x1160, 0xffa0, 0x180f, 0x1d159, 0x1bca0, 0x13430, 0x200b,
  0x202e, 0x2065, 0xad, 0xfe0f, 0xe0100, 0x2061, 0xfe00, 0x2066, 0x0, 0x2028, 0xe0041,
].map((code) => String.fromCodePoint(code))

describe('unseenChars', () => {
  it('A4 finds every character that shows nothing or reorders what is shown', () => {
    for (const char of unseen) expect(unseenChars(`a${char}b`)).toEqual([char])
  })

  it('A4 finds a joiner inside a word, and a selector that changes nothing', () => {
    expect(unseenChars('می\u200Cخواهم')).toHaveLength(1)
    expect(unseenChars('pass\u200Dword 😀\uFE0F')).toHaveLength(2)
  })

  it('finds nothing in ordinary text and emoji', () => {
    for (const text of ['👨‍👩‍👧', '❤️‍🔥', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣', '☎️', '🏃🏽‍♀️', 'שלום', 'Zoë\n\tx'])
      expect(unseenChars(text)).toEqual([])
  })
})

describe('withoutUnseen', () => {
  it('leaves the letters as they are shaped', () => {
    expect(withoutUnseen('a\u200Bb\u2800c می\u200Cخواهم ❤️')).toBe('abc می\u200Cخواهم ❤️')
  })
})

describe('charNames', () => {
  it('names each character once', () => {
    expect(charNames(['\u200B', '\u200B', '\u{E0041}'])).toBe('U+200B, U+E0041')
    expect(charNames(unseen)).toMatch(/^(?:U\+[0-9A-F]{4,5}, ){7}U\+[0-9A-F]{4,5}…$/)
  })
})
