const numbers = new Intl.NumberFormat('en')

/** Returns a whole number with commas between thousands. */
export const toNumber = (value: number): string => numbers.format(Math.round(value))

const clock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** Returns the time of day of a time in milliseconds since the Unix epoch, of 24 hours. */
export const toClock = (at: number): string => clock.format(at)

// The dates of this language have the form 2026-11-06.
const day = new Intl.DateTimeFormat('sv')

/** Returns the day and the time of day of a time in milliseconds since the Unix epoch. */
export const toDateClock = (at: number): string => `${day.format(at)} ${toClock(at)}`

/** Returns a time of milliseconds in a short form. */
export const toDuration = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`

/** Returns a number of bytes in a short form. */
export const toSize = (bytes: number): string =>
  bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`

/** Returns a share of 0 to 1 in percent. 100 % is all of it, not nearly all. */
export const toPercent = (share: number): string =>
  `${share < 1 ? Math.min(99.9, Math.round(share * 1_000) / 10) : 100} %`

/** Returns US dollars in a short form. */
export const toMoney = (usd: number): string => `$${usd < 0.1 ? usd.toFixed(5) : usd.toFixed(2)}`
