/** The only way core reads time or sets a timer: tests and simulations bring their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. May go back; Ambit orders by sequence, never by this. */
  now(): number
  /** Calls `callback` once after `ms` milliseconds. */
  setTimeout(callback: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
}

/** The environment's own time and timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // Timers that are longer than 24 days would fire at once.
  setTimeout: (callback, ms) => setTimeout(callback, Math.min(ms, 2 ** 31 - 1)),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
}

/** Makes ids: each call returns one that no other call, tab or process returns. */
export type CreateId = () => string

let prefix: string | undefined
let count = 0

/** Ids of a random prefix of 96 bits and a counter: unique without reading random bytes for each. */
export const nextId: CreateId = () => {
  prefix ??= Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join('')
  return `${prefix}_${(++count).toString(36)}`
}

/** A length of time: milliseconds, or a number with a unit, as in `'500ms'`, `'10s'`, `'5m'`, `'1h'`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h'}`
