import type { Clock } from '../clock.ts'

/** Counts the time a run takes and stands still while it waits for a person. */
export class WallTimer {
  readonly #clock: Clock
  readonly #onEnd: () => void
  #leftMs: number
  #startedAt = 0
  #timer: unknown
  #pauses = 0

  /** Starts at once; `onEnd` is called when `limitMs` are used up. */
  constructor(clock: Clock, limitMs: number, onEnd: () => void) {
    this.#clock = clock
    this.#leftMs = limitMs
    this.#onEnd = onEnd
    this.#start()
  }

  /** Stands still until every returned function has been called. */
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

/** What may count its time, and stand in something that does. */
interface Timed {
  readonly wall?: WallTimer | undefined
  readonly parent?: Timed | undefined
}

/** Stops the clocks of a run, and of those it is part of, for as long as a person is asked. */
export function pauseWall(run: Timed): () => void {
  const resumes: (() => void)[] = []
  for (let at: Timed | undefined = run; at; at = at.parent) {
    if (at.wall) resumes.push(at.wall.pause())
  }
  return () => resumes.forEach((resume) => resume())
}
