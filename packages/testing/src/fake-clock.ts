import type { Clock } from '@ambit/core'
import { flush } from './flush.ts'

/** A clock that stands still until it is told to go on. */
export interface FakeClock extends Clock {
  /** How many timers wait. */
  readonly pending: number
  /** In how many milliseconds the next timer fires; undefined when none waits. */
  readonly nextInMs: number | undefined
  /**
   * Lets time pass: fires the timers that fall due, in their order, each at its own time, and lets promises settle before, in between and
   * afterwards.
   */
  advance(ms: number): Promise<void>
  /** Fires timers in their order until none waits. Throws after 10,000, which is no end. */
  runAll(): Promise<void>
  /** Sets what `now` tells, back too, as the clock of a machine is set. Timers stay where they are. */
  setNow(ms: number): void
}

interface Timer {
  readonly due: number
  readonly callback: () => void
}

/** `now`: milliseconds since the Unix epoch to start from. Default 1,000,000. */
export function createFakeClock(now = 1_000_000): FakeClock {
  const timers = new Set<Timer>()
  let elapsed = 0
  let offset = now

  const next = (): Timer | undefined => {
    let first: Timer | undefined
    for (const timer of timers) {
      if (!first || timer.due < first.due) first = timer
    }
    return first
  }
  const fire = async (timer: Timer): Promise<void> => {
    elapsed = Math.max(elapsed, timer.due)
    timers.delete(timer)
    timer.callback()
    await flush()
  }

  return {
    now: () => offset + elapsed,
    setTimeout(callback, ms) {
      const timer = { due: elapsed + Math.max(0, ms), callback }
      timers.add(timer)
      return timer
    },
    clearTimeout: (timer) => void timers.delete(timer as Timer),
    get pending() {
      return timers.size
    },
    get nextInMs() {
      const timer = next()
      return timer && timer.due - elapsed
    },
    async advance(ms) {
      if (!(ms >= 0))
        throw new Error(`Time cannot pass by ${ms} ms. To set the clock back: setNow.`)
      const until = elapsed + ms
      await flush()
      for (let timer = next(); timer && timer.due <= until; timer = next()) await fire(timer)
      elapsed = Math.max(elapsed, until)
      await flush()
    },
    async runAll() {
      await flush()
      for (let fired = 0, timer = next(); timer; timer = next()) {
        if (++fired > 10_000) throw new Error('Timers set new timers without end.')
        await fire(timer)
      }
    },
    setNow(ms) {
      offset = ms - elapsed
    },
  }
}
