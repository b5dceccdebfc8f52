import type { Clock } from '../clock.ts'

/** A timer of the time that a run takes. The timer pauses while the run waits for a person. */
export class WallTimer {
  readonly #clock: Clock
  readonly #onEnd: () => void
  #leftMs: number
  #startedAt = 0
  #timer: unknown
  #pauses = 0

  /** Starts the timer at once. Calls `onEnd` when `limitMs` are used up. */
  constructor(clock: Clock, limitMs: number, onEnd: () => void) {
    this.#clock = clock
    this.#leftMs = limitMs
    this.#onEnd = onEnd
    this.#start()
  }

  /** Pauses the timer until every returned function has been called. */
  pause(): () => void {
    if (this.#pauses++ === 0) {
      this.stop()
      this.#leftMs = Math.max(0, this.#leftMs - (this.#clock.now() - this.#startedAt))
    }
    return () => {
      if (--this.#pauses === 0) this.#start()
    }
  }

  stop(): void {
    this.#clock.clearTimeout(this.#timer)
  }

  #start(): void {
    this.#startedAt = this.#clock.now()
    this.#timer = this.#clock.setTimeout(this.#onEnd, this.#leftMs)
  }
}

/** A run that may have a timer and a run around it. */
interface Timed {
  readonly wall?: WallTimer | undefined
  readonly parent?: Timed | undefined
}

/**
 * Pauses the timers of a run and of the runs around it, while a person is asked. Returns a function
 * that ends the pause.
 */
export function pauseWall(run: Timed): () => void {
  const resumes: (() => void)[] = []
  for (let at: Timed | undefined = run; at; at = at.parent) {
    if (at.wall) resumes.push(at.wall.pause())
  }
  return () => resumes.forEach((resume) => resume())
}
