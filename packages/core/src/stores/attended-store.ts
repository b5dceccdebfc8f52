import { Store } from './store.ts'

/** A store of what waits for somebody at the page. */
export abstract class AttendedStore<State> extends Store<State> {
  readonly #present = new Set<object>()

  /**
   * Says that somebody is there to answer, until the returned function is called. When the last one has gone, and no other has come in
   * its place at once, what waits is given up.
   */
  attach(): () => void {
    const one = {}
    this.#present.add(one)
    this.attached()
    return () => {
      if (!this.#present.delete(one)) return
      // A page that replaces one part by another has nobody there for a moment.
      queueMicrotask(() => this.isAttached || this.abandon())
    }
  }

  /** Whether somebody is there to answer. */
  get isAttached(): boolean {
    return this.#present.size > 0
  }

  protected attached(): void {}

  /** Nobody is there any more. */
  protected abstract abandon(): void
}
