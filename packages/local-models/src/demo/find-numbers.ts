import type { Reading } from './reading.ts'

/** A number in a step, with the word after it, which may be its unit. */
export interface FoundNumber {
  at: number
  value: number
  /** The sign on the number, or the lower-case word after it. */
  unit: string
}

const names =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )
const tens = ['thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety', 'hundred']

export function findNumbers(reading: Reading): FoundNumber[] {
  return reading.words.flatMap((word, at) => {
    if (word.quoted || !reading.isFree(at)) return []
    const value = toNumber(word.lower)
    const sign = /[$€£%]/.exec(word.text)?.[0]
    return value === undefined ? [] : [{ at, value, unit: sign ?? reading.lower(at + 1) }]
  })
}

export function toNumber(text: string): number | undefined {
  const match =
    /^[#$€£]?([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(k)?(?:%|[$€£]|px|kg|km|min|mins|st|nd|rd|th|x)?$/.exec(
      text,
    )
  if (match?.[1]) return Number(match[1].replaceAll(',', '')) * (match[2] ? 1000 : 1)
  const small = names.indexOf(text)
  if (small >= 0) return small
  const large = tens.indexOf(text)
  return large >= 0 ? large * 10 + 30 : text === 'dozen' ? 12 : undefined
}
