import type { Agent } from '@ambit/core'

// A test may put fake timers in their place later.
const { setTimeout, clearTimeout } = globalThis

/** The real time in milliseconds. */
export const now: () => number = performance.now.bind(performance)

/** Resolves after real time. */
export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms))

/** Watches an agent, and ends waits in which it does nothing. */
export class Watch {
  readonly #stop: () => void
  #last = now()

  constructor(agent: Agent) {
    this.#stop = agent.on('*', () => void (this.#last = now()))
  }

  /**
   * Waits for an end. Resolves with true when it has come, whether good or bad. Resolves with false
   * if before it, the agent had no event for `ms` milliseconds of real time.
   */
  async until(end: PromiseLike<unknown>, ms: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined
    this.#last = now()
    const quiet = new Promise<boolean>((resolve) => {
      const check = (): void => {
        const left = this.#last + ms - now()
        if (left <= 0) resolve(false)
        else timer = setTimeout(check, left)
      }
      check()
    })
    const over = end.then(
      () => true,
      () => true,
    )
    try {
      return await Promise.race([over, quiet])
    } finally {
      clearTimeout(timer)
    }
  }

  stop(): void {
    this.#stop()
  }
}
