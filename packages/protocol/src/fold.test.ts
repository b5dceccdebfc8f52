import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'

describe('fold', () => {
  it('leaves out case, accents and widths, and keeps the vowels of Thai', () => {
    expect(fold('Crème ＡＢＣ')).toBe('CREME ABC')
    expect(fold('กิน')).not.toBe(fold('กัน'))
  })

  it.each(['\u0301\u0323', '\uff9e\u0301', '\u05b0\u3099', '\u{1d165}\u0323'])(
    'R106 has at most eight of a run of marks such as %j for a search to sort',
    (marks) => {
      const run = `a${marks.repeat(100_000)}b`
      const folded = fold(run)
      expect(folded.length).toBeLessThan(20)
      expect([folded.at(0), folded.at(-1)]).toEqual(['A', 'B'])
    },
  )

  it('R106 knows each character that becomes a mark', () => {
    const strays: string[] = []
    for (let code = 0x80; code < 0x110000; code++) {
      const text = String.fromCodePoint(code)
      if (/^[\p{M}\p{Cs}\p{Cn}\uff9e\uff9f]/u.test(text)) continue
      const first = text.toUpperCase().normalize('NFKD')
      // A mark that moves over another one is of a class of its own.
      if (/^\p{M}/u.test(first) && `\u0301${first}`.normalize('NFKD') !== `\u0301${first}`) {
        strays.push(text)
      }
    }
    expect(strays).toEqual([])
  })
})
