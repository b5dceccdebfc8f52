import { describe, expect, it } from 'vitest'
import { parseNumber, writeNumber } from './numbers.ts'

const locales = ['en', 'de', 'fr', 'pt', 'hi', 'ar-EG', 'de-CH', 'sv', 'fa', 'es', 'bn', 'he']

describe('parseNumber', () => {
  it.each(locales)('reads what %s writes, with groups of digits and without', (locale) => {
    for (const value of [
      0, 7, -7, 1000, 2000, 12_345.678, 1_234_567, -1_234_567.25, 0.5, 100_000,
    ]) {
      for (const grouping of [true, false]) {
        const text = writeNumber(value, grouping, locale)
        expect([text, parseNumber(text, locale)]).toEqual([text, value])
      }
    }
  })

  it('reads a point as the page writes it, and refuses what could be two numbers', () => {
    expect(parseNumber('2.000', 'de')).toBe(2000)
    expect(parseNumber('1.500,50', 'de')).toBe(1500.5)
    expect(parseNumber('12,75', 'de')).toBe(12.75)
    expect(parseNumber('2,000', 'en')).toBe(2000)
    expect(parseNumber('2.5', 'en')).toBe(2.5)
    for (const text of [
      '2.5',
      '2.0000',
      '1.00.000',
      '.5',
      '5,',
      '1,2,3',
      '',
      'five',
      '5 €',
      '--5',
      'Infinity',
    ])
      expect(() => parseNumber(text, 'de')).toThrow(TypeError)
  })

  it('reads an exponent, in which numbers are written that a language would round', () => {
    expect(writeNumber(1e300, false, 'de')).toMatch(/^\d+$/)
    expect(parseNumber(writeNumber(1.5e-30, false, 'de'), 'de')).toBe(1.5e-30)
    expect(parseNumber('1e21', 'de')).toBe(1e21)
  })
})
