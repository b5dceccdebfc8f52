import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanText, countHidden, TextIntake } from './text-intake.ts'

const hidden = [
  '\0',
  '\u0007',
  '\u007F',
  '\u0085',
  '\u00AD',
  '\u200B',
  '\u202E',
  '\u2066',
  '\u2060',
  '\uFEFF',
  '\u{E0041}',
  '\u{E0001}',
]
/** Zero-width or blank characters that carry no word. */
const blank = [
  0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180f, 0x2065, 0x3164, 0xffa0, 0xfff0, 0xfff8,
  0x13430, 0x1bca0, 0x1d159, 0x1d173, 0x1d17a, 0xe01f0, 0xe0fff,
]
hidden.push(...blank.map((code) => String.fromCodePoint(code)))

describe('TextIntake', () => {
  it('W7 removes characters that hide something from the reader', () => {
    for (const char of hidden) expect(cleanText(`a${char}b`)).toBe('ab')
  })

  it('makes every line end one \\n', () => {
    expect(cleanText('a\r\nb\rc\n')).toBe('a\nb\nc\n')
  })

  it('W7 keeps emoji sequences, flags, keycaps, Arabic and Indic joiners', () => {
    const texts = [
      '👨‍👩‍👧',
      '❤️‍🔥',
      '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
      '🏴',
      '🇩🇪',
      '1️⃣',
      'می‌خواهم',
      'क्‍ष',
      '\u200Fשלום',
      'ᠠ\u180B',
      '⠀⠃',
    ]
    for (const text of texts) expect(cleanText(text)).toBe(text)
  })

  it('W7 leaves no room for a message in selectors, joiners or flags', () => {
    expect(cleanText('😀\uFE01\uFE02\uFE03')).toBe('😀\uFE01')
    expect(cleanText('é\u200D\u200C\u200D')).toBe('é\u200D')
    expect(cleanText('pass\u200Dword')).toBe('password')
    expect(cleanText('🏴\u{E0061}\u{E0062}')).toBe('🏴')
  })

  it('W7 counts what could hide something, however it is cut', () => {
    expect(countHidden('pay\u202Epal\u2066 \u{E0041}\u{E0042}\u200B')).toBe(5)
    expect(countHidden('\u200Bword')).toBe(1)
    expect(countHidden('\uFEFFa\u00ADb\0\r\nc 👨‍👩‍👧 1️⃣ می‌خواهم')).toBe(0)
    const intake = new TextIntake()
    for (const unit of 'a\u{E0041}\u202Eb\uFEFF') intake.push(unit)
    intake.finish()
    expect(intake.hiddenChars).toBe(3)
  })

  it('turns half a character into U+FFFD', () => {
    expect(cleanText('a\uD83Db\uDE00')).toBe('a\uFFFDb\uFFFD')
  })

  it('gives the same text however it is cut', () => {
    const unit = fc.constantFrom(
      'a',
      '1',
      '\r',
      '\n',
      '😀',
      '\u200D',
      '\uFE0F',
      '🏴󠁧󠁢󠁳󠁣󠁴󠁿',
      '🏴',
      '\u{E0067}',
      '\uD83C',
      'é',
      '\u202E',
    )
    fc.assert(
      fc.property(fc.array(unit), fc.array(fc.nat(40)), (units, cuts) => {
        const text = units.join('')
        const intake = new TextIntake()
        let at = 0
        let pieced = ''
        for (const length of cuts) {
          pieced += intake.push(text.slice(at, at + length))
          at += length
        }
        pieced += intake.push(text.slice(at)) + intake.finish()
        expect(pieced).toBe(cleanText(text))
      }),
    )
  })
})
