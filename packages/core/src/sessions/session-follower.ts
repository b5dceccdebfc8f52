import type { SessionClaim, SessionNote } from '../storage/storage.ts'
import type { OpenSession } from './open-session.ts'
import type { SharedActivity, SharedApprovals } from './shared-state.ts'
import type { Message } from '../messages/message.ts'
import type { SessionHost } from './session-host.ts'

const stoppedElsewhere = { kind: 'user', message: 'stopped in another page' } as const

/** What the pages of a session show of each other. */
interface Shared {
  readonly approvals: SharedApprovals
  readonly activity: SharedActivity
}

/** Follows the open session while another page runs it, and finds out when that page has gone. */
export class SessionFollower {
  readonly #open: OpenSession
  readonly #approvals: SharedApprovals
  readonly #activity: SharedActivity
  readonly #isHere: () => boolean
  readonly #lend: (claim: SessionClaim) => void
  readonly #leave: () => void
  #stopWatching: () => void = () => undefined
  #wait: { readonly abort: AbortController; readonly done: Promise<void> } | undefined
  #reading: Promise<void> | undefined
  #isOutdated = false
  #hasYielded = false
  #isOtherShown = false
  /** Another page runs the session. */
  isElsewhere = false

  /** `isHere` tells whether this page runs the session; `resume` goes on with a run under a claim that was granted; `leave` begins anew. */
  constructor(
    open: OpenSession,
    { approvals, activity }: Shared,
    isHere: () => boolean,
    resume: (claim: SessionClaim) => void,
    leave: () => void,
  ) {
    this.#open = open
    this.#lend = resume
    this.#approvals = approvals
    this.#activity = activity
    this.#isHere = isHere
    this.#leave = leave
  }

  /** Follows the session that is open now. `isRunning`: a run of it has not ended. */
  async start(isRunning: boolean): Promise<void> {
    await this.stop()
    this.#hasYielded = false
    this.#stopWatching = this.#open.storage.watch(this.#open.id, this.#hear)
    this.#showNobody()
    if (isRunning) this.#waitForEnd()
  }

  async stop(): Promise<void> {
    this.#stopWatching()
    await this.yield()
  }

  /** Stops waiting for the other page in the background, until `follow`: this page waits itself, and is one. */
  async yield(): Promise<void> {
    this.#hasYielded = true
    const wait = this.#wait
    wait?.abort.abort()
    await wait?.done
  }

  /** Looks again whether another page runs the session. */
  follow(): void {
    this.#hasYielded = this.#isOtherShown = false
    void this.refresh()
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
    if (this.#isHere() || copy !== this.#open.copy) return
    if (!row?.run && !this.#hasYielded) this.#showNobody()
    if (!row) return
    const isNews = row.next !== copy.next
    await copy.catchUp(row).catch(() => undefined)
    if (isNews) this.#open.count(row)
    if (row.run && this.#hasYielded) this.#showOther()
    else if (row.run) this.#waitForEnd()
    else this.#open.set({ isInterrupted: false })
  }

  readonly #hear = (note: SessionNote): void => {
    if (note.type === 'command') {
      if (!this.#isHere()) return
      if (note.command.type === 'stop') this.#open.host.runs.cancelAll(stoppedElsewhere)
      else this.#approvals.obey(note.command)
      if (note.command.type === 'report') this.#activity.report()
    } else if (note.type === 'gone') this.#leave()
    else if (this.#isHere()) return
    else if (note.type === 'advanced') void this.refresh()
    else if (note.type === 'approvals') this.#approvals.show(note.pending)
    // One that comes after the lock of who has sent it is about nobody any more.
    else if (this.#wait || this.#hasYielded) this.#activity.show(note.activity)
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
        // While this page waits in its turn, the other still asks and can be stopped.
        if (abort.signal.aborted) return
        if (!this.#isHere()) this.#showNobody()
      })
    this.#wait = { abort, done }
  }

  #showOther(): void {
    if (this.#isOtherShown) return
    this.#isOtherShown = true
    this.#open.set({ running: 'elsewhere' })
    this.#activity.show()
    this.#approvals.ask()
  }

  #showNobody(): void {
    this.#isOtherShown = false
    this.#approvals.show([])
    this.#activity.clear()
    this.#open.set({ running: undefined })
  }

  async #outwait(signal: AbortSignal): Promise<void> {
    const { storage, id, copy, set, host } = this.#open
    const at = this.#open.now
    let claim = await storage.claim(id, { at, isWaiting: false })
    if (!claim) {
      this.isElsewhere = true
      this.#showOther()
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
      if (!isInterrupted || !host.options.autoResume) return
      await toolsThere(host, host.open.session.history.messages, signal)
      if (!isOpen()) return
      // No other page resumes it in between.
      isLent = true
      this.#lend(claim)
    } finally {
      if (!isLent) await claim.release()
    }
  }
}

/** How long a page may take to register its tools before a run goes on without them. */
const patienceMs = 5_000

/** Resolves when the tools that the last turn called are registered, or it is no longer waited for: a page that was just loaded draws itself first. */
export async function toolsThere(
  { agent: { scopes }, ports }: SessionHost,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<void> {
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user'))
  const names = turn.flatMap((message) =>
    message.role === 'assistant' ? (message.calls ?? []).map(({ name }) => name) : [],
  )
  const areThere = (): boolean => names.every((name) => scopes.find(name))
  if (areThere()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve(), { once: true })
  const unsubscribe = scopes.subscribe(() => areThere() && resolve())
  const timer = ports.clock.setTimeout(resolve, patienceMs)
  await promise
  unsubscribe()
  ports.clock.clearTimeout(timer)
}
