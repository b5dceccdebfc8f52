import type { SessionClaim } from '../storage/storage.ts'
import type { SessionNote } from '../storage/session-note.ts'
import type { SessionRow } from '../storage/session-row.ts'
import type { OpenSession } from './open-session.ts'
import type { SharedActivity, SharedApprovals } from './shared-state.ts'
import type { Message } from '../messages/message.ts'
import type { SessionHost } from './session-host.ts'

const stoppedElsewhere = { kind: 'user', message: 'stopped in another page' } as const

/** The state of a run that the pages of a session share. */
interface Shared {
  readonly approvals: SharedApprovals
  readonly activity: SharedActivity
}

/**
 * The follower of the open session while another page runs it. Once that page has stopped or is
 * gone, the follower loads what is stored, and may resume the run.
 */
export class SessionFollower {
  readonly #open: OpenSession
  readonly #approvals: SharedApprovals
  readonly #activity: SharedActivity
  readonly #isHere: () => boolean
  readonly #resume: (claim: SessionClaim) => Promise<void>
  readonly #leave: (id: string) => void
  #stopWatching: () => void = () => undefined
  #wait: { readonly abort: AbortController; readonly done: Promise<void> } | undefined
  #reading: Promise<void> | undefined
  #isOutdated = false
  #isPaused = false
  #isOtherShown = false
  /** True while another page runs the session. */
  isElsewhere = false

  /**
   * `isHere` returns true while this page runs the session. `resume` resumes a run under a granted
   * claim. `leave` begins a new session in place of the one that is gone.
   */
  constructor(
    open: OpenSession,
    { approvals, activity }: Shared,
    isHere: () => boolean,
    resume: (claim: SessionClaim) => Promise<void>,
    leave: (id: string) => void,
  ) {
    this.#open = open
    this.#resume = resume
    this.#approvals = approvals
    this.#activity = activity
    this.#isHere = isHere
    this.#leave = leave
  }

  /** Follows the session that is open now. */
  start(): void {
    const { id, storage } = this.#open
    this.#stopWatching()
    // It can be deleted, also while the session before is still being read.
    this.#stopWatching = storage.watch(id, (note) => this.#hear(id, note))
    // Nobody waits for what is still read of the session before: a storage can hang.
    this.#wait?.abort.abort()
    this.#wait = this.#reading = undefined
    this.#isPaused = this.#isOutdated = this.isElsewhere = false
    this.#showNobody()
  }

  async stop(): Promise<void> {
    this.#stopWatching()
    await this.pause()
  }

  /**
   * Stops waiting for the other page in the background, until `follow` is called. A run of this
   * page then waits itself.
   */
  async pause(): Promise<void> {
    this.#isPaused = true
    const wait = this.#wait
    wait?.abort.abort()
    await wait?.done
    await this.#reading
  }

  /** Looks again for another page that runs the session. `row` is the session, if it is known. */
  follow(row?: SessionRow): void {
    this.#isPaused = this.#isOtherShown = false
    void this.refresh(row)
  }

  /** Reads what was stored since the last reading. `row` is the session, if it is known. */
  readonly refresh = (row?: SessionRow): Promise<void> => {
    if (this.#reading) {
      this.#isOutdated = true
      return this.#reading
    }
    const reading: Promise<void> = this.#read(row).finally(() => {
      if (this.#reading !== reading) return
      this.#reading = undefined
      if (!this.#isOutdated) return
      this.#isOutdated = false
      void this.refresh()
    })
    return (this.#reading = reading)
  }

  async #read(known: SessionRow | undefined): Promise<void> {
    const { id, copy, signal } = this.#open
    const row = known ?? (await this.#readRow(id, signal))
    if (this.#isHere() || copy !== this.#open.copy) return
    if (!row?.run && !this.#isPaused) this.#showNobody()
    if (!row) return
    this.#open.waiting.follow(this.#open.session, row)
    const isNews = row.next !== copy.next
    // A run of this page that begins meanwhile reads the session itself, and then writes it.
    const isCurrent = (): boolean => !this.#isHere() && row.next >= copy.next
    await copy.catchUp(row, { signal }, isCurrent).catch(() => undefined)
    if (copy !== this.#open.copy) return
    if (isNews) this.#open.count(row)
    if (row.run && this.#isPaused) this.#showOther()
    else if (row.run) this.waitForEnd()
    else this.#open.set({ isInterrupted: false, isResuming: false })
  }

  async #readRow(id: string, signal: AbortSignal): Promise<SessionRow | undefined> {
    try {
      return await this.#open.storage.read(id, { signal })
    } catch {
      return undefined
    }
  }

  #hear(id: string, note: SessionNote): void {
    if (id !== this.#open.id) return
    if (note.type === 'command') {
      if (!this.#isHere()) return
      if (note.command.type === 'stop') this.#open.host.runs.cancelAll(stoppedElsewhere)
      else this.#approvals.handle(note.command)
      if (note.command.type === 'report') this.#activity.report()
    } else if (note.type === 'gone') {
      // Everything may be deleted, as at a sign-out.
      this.#open.host.agent.approvals.keep([])
      this.#leave(id)
    } else if (this.#isHere()) return
    else if (note.type === 'advanced') void this.refresh()
    else if (note.type === 'approvals') this.#approvals.show(note.pending)
    // A note can come after the other page has released its claim. It is then out of date.
    else if (this.#wait || this.#isPaused) this.#activity.show(note.activity)
  }

  /** Begins to wait until no page runs the session, however the other page ends. */
  waitForEnd(): void {
    if (this.#wait || this.#isPaused || this.#isHere()) return
    const abort = new AbortController()
    const done = this.#waitUntilFree(abort.signal)
      .catch(() => undefined)
      .finally(() => {
        if (this.#wait?.abort !== abort) return
        this.#wait = undefined
        this.isElsewhere = false
        // A run of this page waits instead. The other page still shows its approvals and can be
        // stopped.
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

  /** Waits for a claim, loads what is stored, and resumes a run that was cut short if it is to. */
  async #waitUntilFree(signal: AbortSignal): Promise<void> {
    const { id, copy, set, host } = this.#open
    const at = this.#open.now
    let claim = await this.#open.claim(id, { at, isWaiting: false, signal })
    const isOpen = (): boolean => !signal.aborted && copy === this.#open.copy
    if (!claim && isOpen()) {
      this.isElsewhere = true
      this.#showOther()
      claim = await this.#open.claim(id, { at, signal })
    }
    if (!claim) return
    let isHandedOver = false
    try {
      const { row } = claim
      if (!isOpen()) return
      await copy.catchUp(row, { signal })
      if (!isOpen()) return
      const isInterrupted = row.run !== undefined
      const isResuming = isInterrupted && host.options.autoResume === true
      set({ isInterrupted, isResuming })
      if (isInterrupted) this.#open.waiting.adopt(this.#open.session, row)
      if (!isResuming) return
      await toolsRegistered(host, host.open.session.history.messages, signal)
      if (!isOpen()) return
      // The run takes this claim, so that no other page resumes it in between.
      isHandedOver = true
      const ended = (): void => {
        if (copy === this.#open.copy) set({ isResuming: false })
      }
      void this.#resume(claim).then(ended)
    } finally {
      if (!isHandedOver) {
        if (isOpen()) set({ isResuming: false })
        await claim.release()
      }
    }
  }
}

/** The time a page has to register its tools before a run is resumed without them. */
const registrationMs = 5_000

/**
 * Resolves when the tools that the last turn called are registered. A page that was just loaded
 * registers them when it first renders. Resolves after 5 s, or when `signal` aborts, in any case.
 */
async function toolsRegistered(
  { agent: { scopes }, ports }: SessionHost,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<void> {
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user'))
  const names = turn.flatMap((message) =>
    message.role === 'assistant' ? (message.calls ?? []).map(({ name }) => name) : [],
  )
  const areRegistered = (): boolean => names.every((name) => scopes.find(name))
  if (areRegistered()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve(), { once: true })
  const unsubscribe = scopes.subscribe(() => areRegistered() && resolve())
  const timer = ports.clock.setTimeout(resolve, registrationMs)
  await promise
  unsubscribe()
  ports.clock.clearTimeout(timer)
}
