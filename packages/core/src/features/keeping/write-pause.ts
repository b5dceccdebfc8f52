import type { Ports } from '../../environment.ts'
import { lifecycleOf } from '../../model/page-lifecycle.ts'

/** The pauses after a write that failed, in milliseconds. The first one doubles up to the last. */
const firstMs = 60_000
const lastMs = 480_000
/** The pause after a write that failed, once there is something new to store. */
const newsMs = 1_000

/**
 * The pause of a session after a write that failed: nothing else decides when it is tried again.
 * It is longer each time, and up to a quarter longer at random, so that pages do not come back
 * together. Something new to store cuts it to a second. The network or the page that comes back
 * ends it.
 */
export class WritePause {
  readonly #ports: Pick<Ports, 'clock' | 'lifecycle' | 'random'>
  readonly #onOver: () => void
  #failures = 0
  /** What the write that failed was to store. */
  #wanted: readonly unknown[] = []
  #isShort = false
  #stop: (() => void) | undefined

  /** `onOver` is called at the end of each pause that is not cut by `end`. */
  constructor(ports: Pick<Ports, 'clock' | 'lifecycle' | 'random'>, onOver: () => void) {
    this.#ports = ports
    this.#onOver = onOver
  }

  /** Whether a write of `wanted` has to wait for the end of the pause. */
  holds(wanted: readonly unknown[]): boolean {
    if (this.#stop && !this.#isShort && this.#isNew(wanted)) this.#wait(newsMs, true)
    return this.#stop !== undefined
  }

  /** Begins a pause after a write of `wanted` that failed. */
  begin(wanted: readonly unknown[]): void {
    this.#failures = this.#isNew(wanted) ? 1 : this.#failures + 1
    this.#wanted = wanted
    const ms = Math.min(firstMs * 2 ** (this.#failures - 1), lastMs)
    this.#wait(ms * (1 + this.#ports.random() / 4), false)
  }

  /** Ends the pause, because a write was stored or nothing is to be stored any more. */
  end(): void {
    this.#failures = 0
    this.#stop?.()
  }

  #isNew(wanted: readonly unknown[]): boolean {
    return wanted.some((value, nth) => value !== this.#wanted[nth])
  }

  #wait(ms: number, isShort: boolean): void {
    this.#stop?.()
    this.#isShort = isShort
    const { clock } = this.#ports
    const over = (): void => {
      this.#stop?.()
      this.#onOver()
    }
    const timer = clock.setTimeout(over, ms)
    // A program that has nothing else to do may end.
    ;(timer as { readonly unref?: () => void }).unref?.()
    const lifecycle = lifecycleOf(this.#ports)
    const stops = [lifecycle?.onOnline(over), lifecycle?.onWake(over)]
    this.#stop = () => {
      this.#stop = undefined
      clock.clearTimeout(timer)
      for (const stop of stops) stop?.()
    }
  }
}
