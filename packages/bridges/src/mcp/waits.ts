/** The pauses of a connection. Each ends with the connection. */
export class Waits {
  readonly #signal: AbortSignal
  #wake: () => void = () => undefined
  #poke: () => void = () => undefined
  #isPoked = false

  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Ends the pause before the next try. */
  wake(): void {
    this.#wake()
  }

  /** Says that something may have changed. */
  poke(): void {
    this.#isPoked = true
    this.#poke()
  }

  /** Resolves after a poke, or after `ttlMs` if it is above 0. Several pokes of 0.2 s are one. */
  async poked(ttlMs: number): Promise<void> {
    if (!this.#isPoked) {
      await this.#wait(ttlMs > 0 ? Math.max(ttlMs, 1_000) : Infinity, (end) => (this.#poke = end))
    }
    await this.#wait(200)
    this.#isPoked = false
  }

  /**
   * Waits before the next try: 1 s after the first failure, then twice as long each time, at most
   * 60 s. `Infinity` waits for `wake`. A browser that is online again ends it, too.
   */
  async pause(failures: number): Promise<void> {
    const isOver = new AbortController()
    const wake = (): void => this.#wake()
    if (failures !== Infinity) {
      globalThis.addEventListener?.('online', wake, { signal: isOver.signal })
    }
    await this.#wait(toPause(failures), (end) => (this.#wake = end))
    isOver.abort()
  }

  /** Waits as `pause` does, but nothing else ends it. */
  sleep(failures: number): Promise<void> {
    return this.#wait(toPause(failures))
  }

  #wait(ms: number, onStart?: (end: () => void) => void): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        this.#signal.removeEventListener('abort', end)
        resolve()
      }
      const timer = ms === Infinity ? undefined : setTimeout(end, Math.min(ms, 86_400_000))
      if (this.#signal.aborted) end()
      else this.#signal.addEventListener('abort', end)
      onStart?.(end)
    })
  }
}

const toPause = (failures: number): number =>
  failures === Infinity ? failures : Math.min(1_000 * 2 ** failures, 60_000)
