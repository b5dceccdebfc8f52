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
