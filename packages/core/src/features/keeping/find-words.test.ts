import { describe, expect, it } from 'vitest'
import { findWords, wordsOf } from './find-words.ts'

const marked = (text: string, query: string): string => {
  let end = 0
  const parts = findWords(text, query).map(([from, to]) => {
    const part = `${text.slice(end, from)}[${text.slice(from, to)}]`
    end = to
    return part
  })
  return parts.join('') + text.slice(end)
}

describe('findWords', () => {
  it.each([
    ['Blue lamps, a BLUE lamp', 'blue LAMP', '[Blue] [lamp]s, a [BLUE] [lamp]'],
    ['Crème brûlée', 'brulee creme', '[Crème] [brûlée]'],
    ['Cre\u0300me', 'crème', '[Cre\u0300me]'],
    ['A cafe', 'café', 'A [cafe]'],
    ['Die Straße', 'STRASSE', 'Die [Straße]'],
    ['ΟΔΟΣ, οδός', 'οδοσ', '[ΟΔΟΣ], [οδός]'],
    ['İstanbul ıssız', 'istanbul issiz', '[İstanbul] [ıssız]'],
    ['我想去东京旅行', '东京', '我想去[东京]旅行'],
    ['ฉันอยากไปโตเกียว', 'โตเกียว', 'ฉันอยากไป[โตเกียว]'],
    ['मैं दिल्ली गया', 'दिल्ली', 'मैं [दिल्ली] गया'],
    ['ＡＢＣ １２', 'abc 12', '[ＡＢＣ] [１２]'],
    ['😀 fire 🔥', '🔥', '😀 fire [🔥]'],
    ['an affluent office', 'ffl off', 'an a[ffl]uent [off]ice'],
    ['the ﬁle', 'file', 'the [ﬁle]'],
    ['banana', 'ana nan', 'b[anan]a'],
    ['a.b (c)* \\d', '(c)* .', 'a[.]b [(c)*] \\d'],
    ['nothing', 'else', 'nothing'],
    ['nothing', ' \t\n', 'nothing'],
    ['', 'a', ''],
  ])('finds in "%s" the words of "%s"', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected)
  })

  it('R106 finds words beside a run of marks of any length', () => {
    const run = `a${'\u0301\u0323'.repeat(200_000)}`
    expect(findWords(`${run} lamp`, 'lamp')).toEqual([[run.length + 1, run.length + 5]])
    expect(wordsOf(run)).toEqual(['A'])
  })

  it('tells a vowel of Thai from another', () => {
    expect(findWords('กิน', 'กัน')).toEqual([])
  })
})
