import type { ArgWords } from './arg-words.ts'
import { pageLocale } from './numbers.ts'

/** The words for yes and no. */
export interface ValueStrings {
  readonly yes: string
  readonly no: string
}

/**
 * Returns a value in words: money with its currency, dates in the language of the page, choices by
 * their titles. Undefined for a value that has no other words. Also for one that would lose
 * something: two values never read the same.
 */
export function valueWords(
  value: unknown,
  words: ArgWords,
  strings: ValueStrings,
  locale: string | undefined = pageLocale(),
): string | undefined {
  const { names, unit, format, items } = words
  if (names?.has(value)) return names.get(value)
  // A value that is not listed must not read as the title of one that is.
  if (names && [...names.values()].includes(String(value))) return undefined
  if (typeof value === 'boolean') return value ? strings.yes : strings.no
  if (typeof value === 'number') return unit ? numberWords(value, unit, locale) : undefined
  if (typeof value === 'string') {
    if (format === 'date') return dateWords(value, locale)
    return format === 'date-time' ? timeWords(value, locale) : undefined
  }
  return Array.isArray(value) ? listWords(value, items, strings, locale) : undefined
}

/**
 * Returns the text that the words for a value are made of. The model and the application wrote it;
 * what the formatting adds for a language is not in it.
 */
export function writtenText(value: unknown, { names, unit, items }: ArgWords): string {
  if (!Array.isArray(value)) return [names?.get(value), value, unit].join(' ')
  return value.map((each) => (items ? writtenText(each, items) : String(each))).join(' ')
}

function numberWords(value: number, unit: string, locale: string | undefined): string | undefined {
  // Larger numbers and longer decimals would be rounded.
  const [, decimals = ''] = String(value).split('.')
  if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(String(value))) return undefined
  const minimum = Math.min(decimals.length, 15)
  const digits = (fewest: number): Intl.NumberFormatOptions => ({
    minimumFractionDigits: Math.max(minimum, fewest),
    maximumFractionDigits: Math.max(minimum, fewest),
  })
  return tryFormat(() => {
    if (!/^[A-Z]{3}$/.test(unit)) {
      return isIntlUnit(unit)
        ? new Intl.NumberFormat(locale, { style: 'unit', unit, ...digits(0) }).format(value)
        : `${new Intl.NumberFormat(locale, digits(0)).format(value)} ${unit}`
    }
    const money = { style: 'currency', currency: unit } as const
    const usual = new Intl.NumberFormat(locale, money).resolvedOptions().minimumFractionDigits ?? 0
    return new Intl.NumberFormat(locale, { ...money, ...digits(usual) }).format(value)
  })
}

const isIntlUnit = (unit: string): boolean => Intl.supportedValuesOf('unit').includes(unit)

function dateWords(value: string, locale: string | undefined): string | undefined {
  if (!isDay(value)) return undefined
  const at = new Date(`${value}T00:00:00Z`)
  return tryFormat(() =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(at),
  )
}

/** Whether a text is a day that exists. */
function isDay(value: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
  return at !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}

/** Formats a time with its zone. Fractions of a second would be lost. */
function timeWords(value: string, locale: string | undefined): string | undefined {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.0+)?)?(Z|[+-]\d\d:\d\d)$/.test(value)
  // A day that does not exist would become another one.
  const at = isWhole && isDay(value.slice(0, 10)) ? new Date(value) : undefined
  if (!at || Number.isNaN(at.getTime())) return undefined
  return tryFormat(() =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      ...(at.getUTCSeconds() > 0 && { second: '2-digit' }),
      timeZoneName: 'short',
    }).format(at),
  )
}

/** Whether a value is a text that would read as a number, as yes or no, or as nothing. */
export const readsAsOther = (value: unknown, { yes, no }: ValueStrings): value is string =>
  typeof value === 'string' &&
  (value === yes ||
    value === no ||
    /^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null|)$/i.test(value.trim()))

/** Joins short single values. Texts with a comma or a line end would read as several. */
function listWords(
  values: readonly unknown[],
  items: ArgWords | undefined,
  strings: ValueStrings,
  locale: string | undefined,
): string | undefined {
  const isPlain = (value: unknown): boolean =>
    (typeof value === 'string' && /^\S[^,\n\r]*$/.test(value) && value === value.trimEnd()) ||
    typeof value === 'number'
  if (values.length === 0 || !values.every(isPlain)) return undefined
  // A number and a text of the same digits would read the same.
  if (new Set(values.map((value) => typeof value)).size > 1) return undefined
  if (!items?.isText && values.some((value) => readsAsOther(value, strings))) return undefined
  const said = values.map(
    (value) => (items && valueWords(value, items, strings, locale)) ?? String(value),
  )
  return said.some((text) => text.includes(',')) ? said.join(' · ') : said.join(', ')
}

function tryFormat(format: () => string): string | undefined {
  try {
    return format()
  } catch {
    return undefined
  }
}
