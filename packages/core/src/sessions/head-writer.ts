import type { AgentStorage } from '../storage/storage.ts'
import type { SessionCopy } from './session-copy.ts'

/**
 * The writer of heads that a person chooses outside a run. Stores one at a time, and only in place
 * of the head that this page knows. `onMoved` is called if another page has stored one meanwhile.
 */
export class HeadWriter {
  readonly #storage: AgentStorage
  readonly #onMoved: () => void
  #last: Promise<void> = Promise.resolve()

  constructor(storage: AgentStorage, onMoved: () => void) {
    this.#storage = storage
    this.#onMoved = onMoved
  }

  /** Stores the head of a session if it is still wanted after the writes before it. */
  write(id: string, copy: SessionCopy, head: string | null): void {
    copy.head = head
    this.#last = this.#last.then(() => this.#write(id, copy, head)).catch(() => undefined)
  }

  async #write(id: string, copy: SessionCopy, head: string | null): Promise<void> {
    const ifHead = copy.storedHead
    if (copy.head !== head || ifHead === head) return
    const isChanged = await this.#storage.update(id, { head }, { ifHead })
    if (isChanged === false) this.#onMoved()
    // A run may have stored another one meanwhile.
    else if (copy.storedHead === ifHead) copy.storedHead = head
  }
}
