/** The time between two announcements, about that of a frame. */
const frameMs = 16

/**
 * A store of things that come in great numbers. It announces them once per frame. A state is made
 * when it is read, and stays the same until something has changed.
 */
export abstract class FrameStore<State> {
  #state: State | undefined
  #isWaiting = false
  readonly #listeners = new Set<() => void>()

  readonly getState = (): State => (this.#state ??= this.read())

  /** Calls `listener` after changes, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Makes the state of now. */
  protected abstract read(): State

  /** Forgets the state that was read, and announces the change with the next frame. */
  protected changed(): void {
    this.#state = undefined
    if (this.#isWaiting) return
    this.#isWaiting = true
    setTimeout(() => {
      this.#isWaiting = false
      for (const listener of this.#listeners) listener()
    }, frameMs)
  }
}
