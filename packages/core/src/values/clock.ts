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
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
}
