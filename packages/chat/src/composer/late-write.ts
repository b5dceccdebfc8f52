/** The time between two writes, in milliseconds. */
const PAUSE_MS = 400

/**
 * A write that is not done for each key. The first of many is done at once. Of those that follow,
 * the last is done after a pause, or when the page is left or hidden.
 */
export class LateWrite {
  #write: (() => void) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Takes the newest write, which replaces one that still waits. */
  set(write: () => void): void {
    this.#write = write
    if (this.#timer === undefined) this.now()
  }

  /** Does the write that waits. */
  now(): void {
    const write = this.#write
    this.#write = undefined
    if (!write) return
    this.#pause()
    write()
  }

  #pause(): void {
    if (this.#timer === undefined) {
      globalThis.addEventListener?.('pagehide', this.#leave)
      globalThis.addEventListener?.('visibilitychange', this.#leave, true)
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#end, PAUSE_MS)
  }

  readonly #leave = (): void => this.now()

  /** Ends the pause. Nothing is left behind while nobody writes. */
  readonly #end = (): void => {
    if (this.#write) return this.now()
    this.#timer = undefined
    globalThis.removeEventListener?.('pagehide', this.#leave)
    globalThis.removeEventListener?.('visibilitychange', this.#leave, true)
  }
}
