import type { PendingApproval, JsonObject } from '@ambit/core'

/** The language of the page; undefined for that of the browser. */
const pageLocale = (): string | undefined =>
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

/** The JSON schema of the parameters of a tool. */
export type Parameters = PendingApproval['parameters']

/** The words that the schema of one argument has for people. */
export interface ArgWords {
  /** The schema's `title`, otherwise the name in words. */
  readonly title: string
  /** The schema's `unit`: the code of a currency, the name of a unit, or any word. */
  readonly unit?: string | undefined
  /** Whether the schema says that the value is a text. */
  readonly isText?: boolean | undefined
  /** The schema's `format`. */
  readonly format?: string | undefined
  /** The titles of single values: of `oneOf` or `anyOf` with `const` and `title`. */
  readonly names?: ReadonlyMap<unknown, string> | undefined
  /** The words of each element of a list. */
  readonly items?: ArgWords | undefined
}

/** The words for what is a text, whatever it reads as. */
export const plainText: ArgWords = { title: '', isText: true }

/** Returns the arguments before the schema, those that are ignored left out. */
export function askedArgs({ args, asked, edited, ignored = {} }: PendingApproval): JsonObject {
  const words = Object.entries(edited ?? asked ?? args)
  return Object.fromEntries(words.filter(([name]) => !Object.hasOwn(ignored, name)))
}

/**
 * Returns the words for an argument. One that the schema does not name keeps its name, because the
 * model wrote it. So do arguments that would have the same title.
 */
export function argWords({ properties = {} }: Parameters, name: string): ArgWords {
  if (!Object.hasOwn(properties, name)) return { title: name }
  const words = wordsOf(properties[name], name)
  const isTaken = Object.keys(properties).some(
    (other) => other !== name && titleOf(properties[other], other) === words.title,
  )
  return isTaken ? { ...words, title: name } : words
}

function wordsOf(schema: unknown, name: string): ArgWords {
  const unit = memberOf(schema, 'unit')
  const format = memberOf(schema, 'format')
  const items = memberOf(schema, 'items')
  return {
    title: titleOf(schema, name),
    unit: typeof unit === 'string' ? unit : undefined,
    isText: memberOf(schema, 'type') === 'string',
    format: typeof format === 'string' ? format : undefined,
    names: namesOf(schema),
    items: items === undefined ? undefined : wordsOf(items, ''),
  }
}

function titleOf(schema: unknown, name: string): string {
  const title = memberOf(schema, 'title')
  return typeof title === 'string' && title.trim() ? title : nameInWords(name)
}

/** Returns a name as words: `orderId` is “Order”, `total_min` is “Total min”. */
export function nameInWords(name: string): string {
  const words = name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => (/^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word))
  if (words.length > 1 && words.at(-1)?.toLowerCase() === 'id') words.pop()
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the titles of single values; undefined if two values would read the same. */
function namesOf(schema: unknown): ReadonlyMap<unknown, string> | undefined {
  const listed = memberOf(schema, 'oneOf') ?? memberOf(schema, 'anyOf')
  if (!Array.isArray(listed)) return undefined
  const names = new Map<unknown, string>()
  for (const each of listed as readonly unknown[]) {
    const title = memberOf(each, 'title')
    const value = memberOf(each, 'const')
    const name = title ?? value
    if (value !== undefined)
      names.set(value, typeof name === 'string' ? name : JSON.stringify(name))
  }
  return names.size > 0 && new Set(names.values()).size === names.size ? names : undefined
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return Reflect.get(value, key)
}

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
