import type { Availability } from '@ambit/core'

/** Remembers what an `enabled` came to. */
export class AvailabilityNews {
  #last: Availability | undefined

  /** Whether it came to something else than the time before; the first time is no news. */
  isNews(now: Availability): boolean {
    const last = this.#last
    this.#last = now
    if (!last || last === now) return false
    return last.enabled !== now.enabled || reasonOf(last) !== reasonOf(now)
  }
}

const reasonOf = (availability: Availability): string | undefined =>
  availability.enabled ? undefined : availability.reason
