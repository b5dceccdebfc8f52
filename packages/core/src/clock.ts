/**
 * The source of time and timers. Core uses no other source, so tests and simulations can replace
 * it.
 */
export interface Clock {
  /**
   * Returns milliseconds since the Unix epoch. The time may go back, so Ambit orders by sequence
   * numbers.
   */
  now(): number
  /** Calls `callback` once after `ms` milliseconds. */
  setTimeout(callback: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
}

/** The time and timers of the environment. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // Browsers and Node run a timer with a longer delay (over 24 days) at once.
  setTimeout: (callback, ms) => setTimeout(callback, Math.min(ms, 2 ** 31 - 1)),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
}

/**
 * A function that makes ids. Each call returns an id that no other call, tab or process returns.
 */
export type CreateId = () => string

let prefix: string | undefined
let count = 0

/**
 * Returns an id made from a random prefix of 96 bits and a counter. The id is unique without new
 * random bytes for each id.
 */
export const nextId: CreateId = () => {
  prefix ??= Array.from(crypto.getRandomValues(new Uint32Array(3)), (n) => n.toString(36)).join('')
  return `${prefix}_${(++count).toString(36)}`
}

/**
 * A length of time: milliseconds, or a number with a unit, such as `'500ms'`, `'10s'`, `'5m'`,
 * `'1h'`.
 */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h'}`

/**
 * Calls `callback` when the page is idle; after 1 ms if the environment has no
 * `requestIdleCallback`.
 */
export function whenIdle(callback: () => void): void {
  const { requestIdleCallback } = globalThis as {
    requestIdleCallback?: (callback: () => void) => unknown
  }
  if (requestIdleCallback) requestIdleCallback(callback)
  else systemClock.setTimeout(callback, 1)
}
