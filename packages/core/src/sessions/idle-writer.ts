import { describeThrown } from '../errors/describe-thrown.ts'
import type { Session } from '../session.ts'
import { StorageError } from '../storage/storage.ts'
import type { SessionChange, SessionRow, WaitingMessage } from '../storage/session-row.ts'
import { type HeldClaim, holdClaim } from './held-claim.ts'
import type { OpenSession } from './open-session.ts'
import type { OtherPage, SessionClaimHolder } from './session-claim-holder.ts'
import { titleOf } from './session-title.ts'

/**
 * The writer of what a session has beside its runs: messages that the page has added, and messages
 * of the person that wait. Writes under the claim of the runs that go on, or under a short claim.
 */
export class IdleWriter {
  readonly #open: OpenSession
  readonly #holder: SessionClaimHolder
  readonly #otherPage: OtherPage
  /** The number of sessions that are being read. */
  #reading = 0
  readonly #requested = new Set<Session>()

  constructor(open: OpenSession, holder: SessionClaimHolder, otherPage: OtherPage) {
    this.#open = open
    this.#holder = holder
    this.#otherPage = otherPage
  }

  /** Reads a session. Writes afterwards what the page adds meanwhile. */
  async whileReading(read: () => Promise<void>): Promise<void> {
    this.#reading++
    await read().finally(() => {
      this.#reading--
      this.request(this.#open.session)
    })
  }

  /** Writes in a moment, so that several changes are one write. */
  request(session: Session): void {
    if (this.#requested.has(session)) return
    this.#requested.add(session)
    queueMicrotask(() => {
      this.#requested.delete(session)
      void this.#holder
        .between(session, (held) => this.#write(session, held))
        .catch((error: unknown) => this.#fail(session, error))
    })
  }

  /**
   * Takes the unsent messages of the open session out of the storage. Leaves them there while
   * another page has the session. Never rejects.
   */
  takeUnsent(): Promise<readonly WaitingMessage[]> {
    const { session, waiting } = this.#open
    return this.#holder.between(session, async (held) => {
      const unsent = waiting.unsent(session)
      if (unsent.length === 0) return []
      if (held) {
        waiting.end(session, unsent)
        await this.#writeHeld(session, held)
        return unsent
      }
      let taken: readonly WaitingMessage[] = []
      const take = (): void => {
        taken = waiting.unsent(session)
        waiting.end(session, taken)
      }
      try {
        await this.#claim(session, take)
        return taken
      } catch (error) {
        // The person gets the text in any case.
        waiting.end(session, unsent)
        this.#fail(session, error)
        return unsent
      }
    })
  }

  async #write(session: Session, held: HeldClaim | undefined): Promise<void> {
    if (session === this.#open.session) this.#open.waiting.show()
    if (held) return this.#writeHeld(session, held)
    if (this.#isNeeded(session)) await this.#claim(session)
  }

  async #writeHeld(session: Session, held: HeldClaim): Promise<void> {
    if (!this.#open.waiting.change(session, held.row).waiting) return
    await held.line.write({}).catch((error: StorageError) => held.onFailed(error))
  }

  /** Tells if something is to be written that no run of this page or of another one will write. */
  #isNeeded(session: Session): boolean {
    const { waiting, host, deleted } = this.#open
    if (deleted.has(session.id)) return false
    const isOthers = this.#reading > 0 || host.runs.turns.isBusy || this.#otherPage.isElsewhere
    if (session === this.#open.session && isOthers) return false
    return waiting.isChanged(session) || this.#open.hasUnsaved(session)
  }

  /** Writes under a short claim, unless another page has the session. */
  async #claim(session: Session, onFree?: () => void): Promise<void> {
    if (await this.#open.isDeleted(session)) return
    const isOpen = session === this.#open.session
    if (isOpen) await this.#otherPage.pause()
    try {
      const { now: at } = this.#open
      const claim = await this.#open.claim(session.id, { at, isWaiting: false })
      if (!claim) return
      try {
        this.#open.waiting.follow(session, claim.row)
        onFree?.()
        const copy = this.#open.copyOf(session)
        const isKnown = copy.isRead || claim.row.next === 0
        if (isKnown) await copy.catchUp(claim.row)
        const held = holdClaim(this.#open, session, copy, claim, [])
        const messages = copy.unsaved.splice(0)
        const { head } = session.history
        // Without a reading, nobody knows which messages of the history are stored.
        const change = (row: SessionRow): SessionChange =>
          isKnown ? { head, ...titleOf(messages, row) } : {}
        await held.line.write({ messages, change })
      } finally {
        await claim.release()
      }
    } finally {
      if (isOpen) this.#otherPage.follow()
    }
  }

  #fail(session: Session, error: unknown): void {
    this.#open.fail(session, StorageError.isInstance(error) ? error : unavailable(error))
  }
}

const unavailable = (cause: unknown): StorageError =>
  new StorageError(
    'unavailable',
    `The storage failed outside a run: ${describeThrown(cause)}. The next run stores what is missing.`,
    { cause },
  )
