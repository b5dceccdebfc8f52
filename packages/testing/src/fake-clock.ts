import type { Clock } from '@ambit/core'

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** The number of timers that wait. */
  readonly pending: number
  /** The milliseconds until the next timer fires; undefined if none waits. */
  readonly nextInMs: number | undefined
  /**
   * Lets time pass, and fires the timers that fall due: in their order, each at its own time. Lets
   * promises settle before, in between and afterwards.
   */
  advance(ms: number): Promise<void>
  /**
   * Fires timers in their order until none waits. Rejects after 10,000 timers, because they set new
   * ones without end.
   */
  runAll(): Promise<void>
  /**
   * Sets the time that `now` returns, forwards or back, as a user sets the clock of a machine.
   * Timers stay where they are.
   */
  setNow(ms: number): void
}

interface Timer {
  readonly due: number
  readonly callback: () => void
}

/**
 * Creates a fake clock. `now`: milliseconds since the Unix epoch to start from. Default 1,000,000.
 */
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

/**
 * Lets everything run that needs neither time nor a network. Resolves when all promises that can
 * settle have settled, and all that follow from them. Takes one turn of the event loop and sets no
 * timer.
 */
export function flush(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      port2.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}
