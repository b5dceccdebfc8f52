type Subject = string | undefined

/** Does the work of subjects, who take turns: none waits for all work of another. */
export class Lanes {
  readonly #waiting = new Map<Subject, (() => Promise<void>)[]>()
  readonly #running = new Map<Subject, number>()
  readonly #each: number
  #free: number

  /**
   * @param all The most that is done at once.
   * @param each The most of one subject.
   */
  constructor(all: number, each: number) {
    this.#free = all
    this.#each = each
  }

  /** Does some work in its turn. Does nothing and rejects if `signal` has aborted by then. */
  run<T>(subject: Subject, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const lane = this.#waiting.get(subject) ?? []
      lane.push(async () => {
        try {
          signal?.throwIfAborted()
          resolve(await work())
        } catch (thrown) {
          reject(thrown)
        }
      })
      this.#waiting.set(subject, lane)
      this.#begin()
    })
  }

  #begin(): void {
    for (const [subject, lane] of this.#waiting) {
      if (this.#free === 0) return
      const running = this.#running.get(subject) ?? 0
      if (running === this.#each) continue
      this.#waiting.delete(subject)
      const next = lane.shift()
      // The rest comes after the work of the others.
      if (lane.length > 0) this.#waiting.set(subject, lane)
      this.#free--
      this.#running.set(subject, running + 1)
      void next?.().then(() => this.#end(subject))
    }
  }

  #end(subject: Subject): void {
    const running = (this.#running.get(subject) ?? 1) - 1
    if (running > 0) this.#running.set(subject, running)
    else this.#running.delete(subject)
    this.#free++
    this.#begin()
  }
}
