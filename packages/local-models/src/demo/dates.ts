import type { Reading } from './clause.ts'
import type { SlotKind } from './slots.ts'

/** A point in time that a step names. `to` is exclusive. */
interface FoundDate {
  from: number
  to: number
  /** The date in the page's time zone. */
  date: Date
  hasTime: boolean
  /** True if the step names a day, for this time or for another one. */
  hasDay: boolean
  /** True for "next week" and the like, which is many days. */
  isSpan: boolean
}

interface Day {
  to: number
  date: Date
}

interface Time {
  to: number
  minutes: number
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/**
 * Finds the dates and times in the free words of a step. A time alone belongs to the nearest day
 * that is named, or else to today.
 */
export function findDates(reading: Reading, now: Date): FoundDate[] {
  const found: {
    from: number
    to: number
    day?: Date | undefined
    minutes?: number | undefined
  }[] = []
  for (let from = 0; from < reading.words.length; from += 1) {
    if (!reading.isFree(from)) continue
    let day = readDay(reading, from, now)
    const time = readTime(reading, skipAt(reading, day?.to ?? from))
    let to = time?.to ?? day?.to
    if (time && !day) {
      day = readDay(reading, reading.lower(time.to) === 'on' ? time.to + 1 : time.to, now)
      to = day?.to ?? to
    }
    if (to === undefined) continue
    found.push({ from, to, day: day?.date, minutes: time?.minutes })
    from = to - 1
  }
  const anyDay = found.find(({ day }) => day)?.day ?? startOfDay(now)
  return found.map(({ from, to, day, minutes }) => {
    const date = new Date(day ?? anyDay)
    if (minutes !== undefined) date.setHours(0, minutes, 0, 0)
    // "in 20 minutes" is read as a day that already has its time.
    const hasTime =
      minutes !== undefined || (day !== undefined && day.getTime() !== startOfDay(day).getTime())
    const hasDay = found.some((each) => each.day)
    return { from, to, date, hasTime, hasDay, isSpan: isSpan(reading, from, to) }
  })
}

/**
 * Writes a date in the format of a slot. A `day` slot has no format, and gets the time only if the
 * step names one.
 */
export function formatDate({ date, hasTime }: FoundDate, kind: SlotKind): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`
  if (kind === 'date-time') return date.toISOString()
  if (kind === 'time') return `${time}:00`
  return kind === 'day' && hasTime ? `${day}T${time}` : day
}

function isSpan(reading: Reading, from: number, to: number): boolean {
  const words = Array.from({ length: to - from }, (_, index) => reading.lower(from + index))
  return words.includes('next') && words.some((word) => /^(week|month|year)s?$/.test(word))
}

function skipAt(reading: Reading, at: number): number {
  return /^(at|from|between)$/.test(reading.lower(at)) && reading.isFree(at) ? at + 1 : at
}

function startOfDay(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate())
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
}

function readDay(reading: Reading, from: number, now: Date): Day | undefined {
  let at = from
  const word = () => (reading.isFree(at) ? reading.lower(at) : '')
  const iso = /^(\d{4})-(\d\d)-(\d\d)(t\d\d:\d\d.*)?$/.exec(word())
  if (iso) {
    const date = iso[4]
      ? new Date(iso[0].toUpperCase())
      : new Date(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]))
    return Number.isNaN(date.getTime()) ? undefined : { to: at + 1, date }
  }
  if (/^(the|on|by|until)$/.test(word())) at += 1
  if (word() === 'the') at += 1
  const phrase = `${word()} ${reading.lower(at + 1)} ${reading.lower(at + 2)}`
  if (phrase === 'day after tomorrow') return { to: at + 3, date: addDays(now, 2) }
  const near = ['yesterday', 'today', 'tomorrow'].indexOf(word())
  if (near >= 0) return { to: at + 1, date: addDays(now, near - 1) }
  if (word() === 'tonight') return { to: at + 1, date: addDays(now, 0) }
  const later = readDistance(reading, at, now)
  if (later) return later
  if (/^(next|this|coming)$/.test(word()) && weekdays.includes(reading.lower(at + 1))) at += 1
  const weekday = weekdays.indexOf(word())
  if (weekday >= 0)
    return { to: at + 1, date: addDays(now, ((weekday - now.getDay() + 6) % 7) + 1) }
  return readMonth(reading, at, now)
}

const units = ['minute', 'hour', 'day', 'week', 'month', 'year']

/** Reads a distance such as "in 3 days", "in an hour" or "next week". */
function readDistance(reading: Reading, from: number, now: Date): Day | undefined {
  const isNext = reading.lower(from) === 'next'
  if (!isNext && reading.lower(from) !== 'in') return undefined
  const amount = isNext
    ? 1
    : /^an?$/.test(reading.lower(from + 1))
      ? 1
      : Number(reading.lower(from + 1) || NaN)
  const to = from + (isNext ? 2 : 3)
  const unit = units.indexOf(reading.lower(to - 1).replace(/s$/, ''))
  if (unit < 0 || !Number.isInteger(amount) || amount > 10_000) return undefined
  if (unit < 2) {
    if (isNext) return undefined
    const date = new Date(now.getTime() + amount * (unit === 0 ? 60_000 : 3_600_000))
    date.setSeconds(0, 0)
    return { to, date }
  }
  if (unit < 4) return { to, date: addDays(now, amount * (unit === 3 ? 7 : 1)) }
  const year = now.getFullYear() + (unit === 5 ? amount : 0)
  return { to, date: new Date(year, now.getMonth() + (unit === 4 ? amount : 0), now.getDate()) }
}

/**
 * Reads a day of a month, as in "May 3", "3 May 2027" or "the 3rd of May". A date without a year is
 * the next one to come.
 */
function readMonth(reading: Reading, from: number, now: Date): Day | undefined {
  const month = (at: number) => {
    const word = reading.isFree(at) ? reading.lower(at) : ''
    const isMonth =
      /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|nov(ember)?|dec(ember)?)$/.test(
        word,
      )
    return isMonth ? months.indexOf(word.slice(0, 3)) : -1
  }
  const number = (at: number) =>
    Number(/^(\d{1,2})(st|nd|rd|th)?$/.exec(reading.lower(at))?.[1] ?? 0)
  const first = month(from) >= 0
  const monthAt = first ? from : reading.lower(from + 1) === 'of' ? from + 2 : from + 1
  const dayAt = first ? from + 1 : from
  const day = number(dayAt)
  if (month(monthAt) < 0 || day < 1 || day > 31) return undefined
  const to = Math.max(monthAt, dayAt) + 1
  const year = /^\d{4}$/.test(reading.lower(to)) ? Number(reading.lower(to)) : undefined
  const date = new Date(year ?? now.getFullYear(), month(monthAt), day)
  if (year === undefined && date < startOfDay(now)) date.setFullYear(date.getFullYear() + 1)
  return { to: to + (year === undefined ? 0 : 1), date }
}

function readTime(reading: Reading, at: number): Time | undefined {
  if (!reading.isFree(at)) return undefined
  const word = reading.lower(at)
  if (word === 'noon' || word === 'midnight')
    return { to: at + 1, minutes: word === 'noon' ? 720 : 0 }
  const match = /^(\d{1,2})(?::(\d\d))?(am|pm)?$/.exec(word)
  if (!match) return undefined
  const next = reading.lower(at + 1)
  const half = match[3] ?? (next === 'am' || next === 'pm' ? next : undefined)
  const isTime = half ?? match[2] ?? (reading.lower(at - 1) === 'at' ? 'at' : undefined)
  const hour = Number(match[1])
  const minute = Number(match[2] ?? 0)
  if (!isTime || hour > 23 || minute > 59) return undefined
  const hours = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour
  return { to: at + (half && !match[3] ? 2 : 1), minutes: hours * 60 + minute }
}

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
