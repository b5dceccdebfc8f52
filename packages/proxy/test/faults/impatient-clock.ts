import type { Clock } from '@ambit/core'

/** Time in which every wait is over at once. */
export class ImpatientClock implements Clock {
  readonly #timers = new Set<ReturnType<typeof setImmediate>>()

  get pending(): number {
    return this.#timers.size
  }

  now(): number {
    return Date.UTC(2026, 10, 21)
  }

  setTimeout(callback: () => void): unknown {
    const timer = setImmediate(() => {
      this.#timers.delete(timer)
      callback()
    })
    this.#timers.add(timer)
    return timer
  }

  clearTimeout(timer: unknown): void {
    clearImmediate(timer as ReturnType<typeof setImmediate>)
    this.#timers.delete(timer as ReturnType<typeof setImmediate>)
  }
}
