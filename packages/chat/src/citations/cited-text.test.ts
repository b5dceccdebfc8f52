import { describe, expect, it } from 'vitest'
import { citationMarks, hasCitation, withoutCitations } from './cited-text.tsx'

const numbers = (text: string): unknown => citationMarks(text).flatMap(({ nth }) => nth ?? [])

describe('citationMarks', () => {
  it('finds the marks that models write, and keeps the text between them', () => {
    expect(citationMarks('Due [1], paid【2】.')).toEqual([
      { text: 'Due ' },
      { text: '[1]', nth: 1 },
      { text: ', paid' },
      { text: '【2】', nth: 2 },
      { text: '.' },
    ])
    expect(numbers('[1][2] [^3] 【4†terms】')).toEqual([1, 2, 3, 4])
    expect(withoutCitations('Paid.[1][2] Due [^3].')).toBe('Paid. Due .')
  })

  it('leaves everything else alone', () => {
    for (const text of ['[0]', '[100]', '[ 1 ]', '[x]', '[01]', '[1', '【a】', '【1†\n】', '']) {
      expect(hasCitation(text)).toBe(false)
      expect(numbers(text)).toEqual([])
    }
  })
})
