/** The language of the page; undefined for that of the browser. */
export const pageLocale = (): string | undefined =>
  typeof document === 'undefined' ? undefined : document.documentElement.lang || undefined

/** Writes a number as the page's language does, whole and without groups of digits. */
export function writeNumber(
  value: number,
  useGrouping = false,
  locale: string | undefined = pageLocale(),
): string {
  const text = formatterOf(locale, useGrouping).format(value)
  try {
    if (parseNumber(text, locale) === value) return text
  } catch {
    // A number that the language rounds is written as JSON is.
  }
  return String(value)
}

/**
 * Parses a number as the page's language writes it, or with an exponent, as JSON does. Throws a
 * `TypeError` for any other text. Groups of digits must be whole: in German `2.000` is two
 * thousand, and `2.5` is not a number.
 */
export function parseNumber(text: string, locale: string | undefined = pageLocale()): number {
  const { group, decimal, digits, size } = signsOf(locale)
  const plain = Array.from(text.trim())
    .map((char) => (digits.includes(char) ? String(digits.indexOf(char)) : char))
    .map((char) => (/[\u00A0\u202F]/.test(char) ? ' ' : /[\u2212]/.test(char) ? '-' : char))
    .filter((char) => !/[\u200E\u200F\u061C]/.test(char))
    .join('')
  if (/^-?\d+(?:\.\d+)?e[+-]?\d+$/i.test(plain)) return Number(plain)
  const [whole = '', fraction, ...more] = plain.split(decimal)
  const sign = escaped(group)
  const isGrouped = new RegExp(`^-?\\d{1,3}(?:${sign}\\d{${size}})*${sign}\\d{3}$`).test(whole)
  const isRight =
    more.length === 0 &&
    (/^-?\d+$/.test(whole) || isGrouped) &&
    (fraction === undefined || /^\d+$/.test(fraction))
  if (!isRight) throw new TypeError('not a number')
  return Number(`${whole.replaceAll(group, '')}.${fraction ?? '0'}`)
}

/** The signs of a language: between groups, before a fraction, and its digits from 0 to 9. */
interface Signs {
  readonly group: string
  readonly decimal: string
  readonly digits: readonly string[]
  /** The number of digits in each group but the first and the last. */
  readonly size: number
}

const known = new Map<string | undefined, Signs>()

function signsOf(locale: string | undefined): Signs {
  const signs = known.get(locale) ?? findSigns(locale)
  known.set(locale, signs)
  return signs
}

function findSigns(locale: string | undefined): Signs {
  const format = formatterOf(locale, true)
  const parts = format.formatToParts(12_345_678.9)
  const sign = (type: 'group' | 'decimal', fallback: string): string =>
    parts.find((part) => part.type === type)?.value.replaceAll(/[\u00A0\u202F]/g, ' ') ?? fallback
  const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit))
  const size = parts.filter(({ type }) => type === 'integer')[1]?.value.length ?? 3
  return { size, group: sign('group', ','), decimal: sign('decimal', '.'), digits }
}

/** A language that the browser does not know is that of the browser. */
function formatterOf(locale: string | undefined, useGrouping: boolean): Intl.NumberFormat {
  const options = { useGrouping, maximumFractionDigits: 20 }
  try {
    return new Intl.NumberFormat(locale, options)
  } catch {
    return new Intl.NumberFormat(undefined, options)
  }
}

const escaped = (sign: string): string => sign.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
