import type { SessionClaim, SessionNote } from '../ports/storage.ts'
import type { OpenSession } from './open-session.ts'
import type { SharedApprovals } from './shared-approvals.ts'
import { toolsThere } from './tools-there.ts'

/** Follows the open session while another page runs it, and finds out when that page has gone. */
export class SessionFollower {
  readonly #open: OpenSession
  readonly #approvals: SharedApprovals
  readonly #isHere: () => boolean
  readonly #lend: (claim: SessionClaim) => void
  #stopWatching: () => void = () => undefined
  #wait: { readonly abort: AbortController; readonly done: Promise<void> } | undefined
  #reading: Promise<void> | undefined
  #isOutdated = false
  /** Another page runs the session. */
  isElsewhere = false

  /** `isHere` tells whether this page runs the session; `resume` goes on with a run under a claim that was granted. */
  constructor(
    open: OpenSession,
    approvals: SharedApprovals,
    isHere: () => boolean,
    resume: (claim: SessionClaim) => void,
  ) {
    this.#open = open
    this.#lend = resume
    this.#approvals = approvals
    this.#isHere = isHere
  }

  /** Follows the session that is open now. `isRunning`: a run of it has not ended. */
  async start(isRunning: boolean): Promise<void> {
    await this.stop()
    this.#stopWatching = this.#open.storage.watch(this.#open.id, this.#hear)
    this.#approvals.show([])
    if (isRunning) this.#waitForEnd()
  }

  async stop(): Promise<void> {
    this.#stopWatching()
    await this.yield()
  }

  /** Stops waiting for the other page in the background. */
  async yield(): Promise<void> {
    const wait = this.#wait
    wait?.abort.abort()
    await wait?.done
  }

  /** Reads what was stored since. */
  readonly refresh = (): Promise<void> => {
    if (this.#reading) {
      this.#isOutdated = true
      return this.#reading
    }
    return (this.#reading = this.#read().finally(() => {
      this.#reading = undefined
      if (!this.#isOutdated) return
      this.#isOutdated = false
      void this.refresh()
    }))
  }

  async #read(): Promise<void> {
    const { storage, id, copy } = this.#open
    const row = await storage.read(id).catch(() => undefined)
    if (!row || this.#isHere() || copy !== this.#open.copy) return
    const isNews = row.next !== copy.next
    await copy.catchUp(row).catch(() => undefined)
    if (isNews) this.#open.count(row)
    if (row.run) this.#waitForEnd()
    else this.#open.set({ isInterrupted: false })
  }

  readonly #hear = (note: SessionNote): void => {
    if (note.type === 'command') {
      if (!this.#isHere()) return
      if (note.command.type === 'stop') this.#open.host.stop()
      else this.#approvals.obey(note.command)
    } else if (this.#isHere()) return
    else if (note.type === 'approvals') this.#approvals.show(note.pending)
    else void this.refresh()
  }

  /** Waits until nobody runs the session, however its page ends, and looks what it left. */
  #waitForEnd(): void {
    if (this.#wait || this.#isHere()) return
    const abort = new AbortController()
    const done = this.#outwait(abort.signal)
      .catch(() => undefined)
      .finally(() => {
        this.#wait = undefined
        this.isElsewhere = false
        this.#approvals.show([])
        if (!this.#isHere()) this.#open.set({ running: undefined })
      })
    this.#wait = { abort, done }
  }

  async #outwait(signal: AbortSignal): Promise<void> {
    const { storage, id, copy, set, host } = this.#open
    const at = this.#open.now
    let claim = await storage.claim(id, { at, isWaiting: false })
    if (!claim) {
      this.isElsewhere = true
      set({ running: 'elsewhere' })
      this.#approvals.ask()
      claim = await storage.claim(id, { at, signal })
    }
    if (!claim) return
    const isOpen = (): boolean => !signal.aborted && copy === this.#open.copy
    let isLent = false
    try {
      const { row } = claim
      if (!isOpen()) return
      await copy.catchUp(row)
      const isInterrupted = row.run !== undefined
      set({ isInterrupted })
      if (!isInterrupted || !host.autoResume) return
      await toolsThere(host, host.session.history.messages, signal)
      if (!isOpen()) return
      // No other page resumes it in between.
      isLent = true
      this.#lend(claim)
    } finally {
      if (!isLent) await claim.release()
    }
  }
}
