import type { OpenSession } from './open-session.ts'
import type { SessionCopy } from './session-copy.ts'

/**
 * The writer of heads that a person chooses outside a run. Stores one at a time, and only in place
 * of the head that this page knows. `onMoved` is called if another page has stored one meanwhile.
 */
export class HeadWriter {
  readonly #open: OpenSession
  readonly #onMoved: () => void
  #last: Promise<void> = Promise.resolve()

  constructor(open: OpenSession, onMoved: () => void) {
    this.#open = open
    this.#onMoved = onMoved
  }

  /** Stores the head of the open session, after those before it, if it is still wanted then. */
  write(head: string | null): void {
    const { copy, id } = this.#open
    if (head === copy.head || !copy.isStored) return
    // A head that is in no row would hide the whole session.
    if (head !== null && !copy.holds(head)) return
    copy.head = head
    this.#last = this.#last.then(() => this.#write(id, copy, head)).catch(() => undefined)
  }

  async #write(id: string, copy: SessionCopy, head: string | null): Promise<void> {
    const ifHead = copy.storedHead
    if (copy.head !== head || ifHead === head) return
    const isChanged = await this.#open.storage.update(id, { head }, { ifHead })
    if (isChanged === false) this.#onMoved()
    // A run may have stored another one meanwhile.
    else if (copy.storedHead === ifHead) copy.storedHead = head
  }
}
