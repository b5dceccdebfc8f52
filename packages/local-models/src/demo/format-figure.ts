import { describeValue } from './describe-value.ts'
import { stem, wordsOf } from './tokenise.ts'

interface Unit {
  /** The stem of the word that names the unit. */
  word: string
  before: string
  after: string
}

const units: readonly Unit[] = [
  ['euro', '€', ''],
  ['eur', '€', ''],
  ['dollar', '$', ''],
  ['usd', '$', ''],
  ['gbp', '£', ''],
  ['percent', '', ' %'],
  ['minut', '', ' minutes'],
  ['hour', '', ' hours'],
].map(([word = '', before = '', after = '']) => ({ word, before, after }))

/** Returns the unit that the name of a value ends with, as in `revenueEuros`. */
export function unitOf(key: string): Unit | undefined {
  const words = wordsOf(key).map(stem)
  return words.length > 1 ? units.find(({ word }) => word === words.at(-1)) : undefined
}

/**
 * Writes a value for people: 18,450.50 with its unit, and a date in words. `key` is the name of the
 * value. `isMoney` is true if the app says that its amounts are euros.
 */
export function formatFigure(value: unknown, key: string, isMoney = false): string {
  if (typeof value === 'number') {
    const euros = isMoney && /total|sum|amount|price|revenue|sales|paid|value|refund/i.test(key)
    const unit = unitOf(key) ?? (euros ? units[0] : undefined)
    const digits = unit?.before ? 2 : 0
    const text = value.toLocaleString('en-GB', {
      minimumFractionDigits: digits,
      maximumFractionDigits: 2,
    })
    return `${unit?.before ?? ''}${text}${unit?.after ?? ''}`
  }
  const match =
    typeof value === 'string' ? /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?/.exec(value) : null
  if (!match) return describeValue(value)
  const [, year = '', month = '', day = '', time] = match
  const name = months[Number(month) - 1] ?? month
  return `${Number(day)} ${name} ${year}${time === undefined ? '' : `, ${time}`}`
}

const months =
  'January February March April May June July August September October November December'.split(' ')

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
