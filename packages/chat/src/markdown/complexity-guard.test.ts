import { describe, expect, it } from 'vitest'
import { isTooComplex, limitNesting } from './complexity-guard.ts'

describe('isTooComplex', () => {
  it.each([
    ['a word of 1,500 characters', 'a.'.repeat(750)],
    ['400 delimiters in a paragraph', 'a*b '.repeat(401)],
    ['a run of 64 delimiters', `${'*'.repeat(64)}a`],
    ['150 columns', '|a'.repeat(160)],
    ['20,000 cells', `|a|b|c|d|\n`.repeat(5000)],
    ['a quote of 16 kB', '> quoted text\n'.repeat(1300)],
    ['16 kB of lines under one item', `- a\n${'  and on\n'.repeat(2500)}`],
    ['256 kB', 'some words '.repeat(25_000)],
  ])('W13 is true for %s', (_, text) => {
    expect(isTooComplex(text)).toBe(true)
  })

  it.each([
    ['a list of 200 items with bold and code', '- **name**: `value` and more\n'.repeat(200)],
    ['a Chinese paragraph of 3,000 characters', '中文'.repeat(1500)],
    ['a table of 300 rows', '| a | `b` | **c** |\n'.repeat(300)],
    ['a rule of 80 stars', '*'.repeat(80)],
    ['a URL of 1,000 characters', `see https://example.com/${'a'.repeat(976)} there`],
  ])('is false for %s', (_, text) => {
    expect(isTooComplex(text)).toBe(false)
  })
})

describe('limitNesting', () => {
  it('takes the meaning of markers from level 24 on and keeps the length', () => {
    const text = '> '.repeat(40) + 'a\n'
    const limited = limitNesting(text)
    expect(limited).toHaveLength(text.length)
    expect(limited.match(/>/g)).toHaveLength(23)
  })

  it('leaves a rule and ordinary text alone', () => {
    const text = `${'- '.repeat(40)}\n> a\n  - b\n${'x'.repeat(200)}\n`
    expect(limitNesting(text)).toBe(text)
  })
})
