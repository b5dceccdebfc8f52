import type { Approvals } from '../../approval/approvals.ts'
import type { ApprovalRequest } from '../../approval/policy.ts'
import type { Message } from '../../messages/message.ts'
import type { SessionHost } from '../../session.ts'
import type { ActivityState } from '../../state/stores.ts'
import type {
  PageActivity,
  SessionClaim,
  SessionCommand,
  SessionNote,
  SessionRow,
} from '../../storage/storage.ts'
import type { OpenSession } from './open-session.ts'

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

const idle: PageActivity = { status: 'idle', calls: [] }

/**
 * The activity of the page that runs the session, shown in every page of the session. Only the
 * running page shows the text that a model writes.
 */
export class SharedActivity {
  readonly #open: OpenSession
  #isRunning = false
  /** The last reported activity as JSON. */
  #reported = ''
  /** The activity of another page; undefined while no other page runs the session. */
  #theirs: PageActivity | undefined

  constructor(open: OpenSession) {
    this.#open = open
    open.host.agent.activity.subscribe((now, before) => {
      if (before.runId !== undefined && now.runId === undefined) this.#showTheirs()
      this.#reportChange()
    })
  }

  /** Takes note that this page begins, or ends, to run the session. */
  setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning
    this.#theirs = undefined
    this.report()
  }

  /** Reports the activity to the other pages, changed or not. */
  report(): void {
    this.#reported = ''
    this.#reportChange()
  }

  /** Shows the activity of another page. Default: it runs, until it reports more. */
  show(theirs: PageActivity = { status: 'running', calls: [] }): void {
    this.#theirs = theirs
    this.#showTheirs()
  }

  /** Shows that no other page runs the session. */
  clear(): void {
    if (!this.#theirs) return
    this.show(idle)
    this.#theirs = undefined
  }

  #showTheirs(): void {
    const { activity } = this.#open.host.agent
    // A run of this page comes first, also while it waits.
    if (!this.#theirs || activity.getState().runId !== undefined) return
    const { status, waitingFor, retryAt, calls } = this.#theirs
    const byId = new Map(calls.map((call) => [call.callId, { ...call, input: '' }]))
    activity.change({ status, waitingFor, retryAt, calls: byId })
  }

  #reportChange(): void {
    if (!this.#isRunning) return
    const activity = toPageActivity(this.#open.host.agent.activity.getState())
    const text = JSON.stringify(activity)
    if (text === this.#reported) return
    this.#reported = text
    this.#open.storage.send(this.#open.id, { type: 'activity', activity })
  }
}

/** Leaves out calls that are still being written: no other page has their message. */
function toPageActivity({ status, waitingFor, retryAt, calls }: ActivityState): PageActivity {
  return {
    status,
    waitingFor,
    retryAt,
    calls: [...calls.values()]
      .filter((call) => call.status !== 'input-streaming')
      .map(({ input: _input, ...call }) => call),
  }
}

/**
 * The approvals of the page that runs the session, shown in every page of the session. Each page
 * can answer. The running page takes the first answer.
 */
export class SharedApprovals {
  readonly #open: OpenSession
  readonly #approvals: Approvals
  /** The requests of another page by id, each with a function that hides it. */
  readonly #foreign = new Map<string, () => void>()
  #isRunning = false

  constructor(open: OpenSession) {
    this.#open = open
    this.#approvals = open.host.agent.approvals
    this.#approvals.subscribe(({ pending }, { pending: before }) => {
      if (pending !== before) this.#report()
    })
  }

  /** Takes note that this page begins, or ends, to run the session. */
  setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning
    if (isRunning) this.show([])
  }

  /** Asks the page that runs the session to report what it waits for. */
  ask(): void {
    this.#open.storage.send(this.#open.id, { type: 'command', command: { type: 'report' } })
  }

  /** Carries out a command of another page about approvals. */
  handle(command: SessionCommand): void {
    if (command.type === 'report') this.#report()
    if (command.type !== 'answer') return
    const { id, decision } = command
    const said = typeof decision === 'boolean' ? undefined : decision
    if (decision === true) this.#approvals.approve(id)
    else if (said?.decision === 'approve') this.#approvals.approve(id, said)
    else this.#approvals.deny(id, said?.comment)
  }

  /** Shows the requests of the page that runs the session, in place of those that were shown. */
  show(pending: readonly ApprovalRequest[]): void {
    for (const request of pending) {
      if (this.#foreign.has(request.id)) continue
      const { id } = request
      const close = this.#approvals.open(request, {
        answer: (decision) => {
          const command = { type: 'answer', id, decision } as const
          this.#open.storage.send(this.#open.id, { type: 'command', command })
          return true
        },
        leave: () => undefined,
      })
      this.#foreign.set(id, close)
    }
    // The replaced ones are hidden last: a new request takes the place of the one that it replaces.
    const ids = new Set(pending.map(({ id }) => id))
    for (const [id, close] of this.#foreign) {
      if (ids.has(id)) continue
      this.#foreign.delete(id)
      close()
    }
  }

  #report(): void {
    if (!this.#isRunning) return
    const { pending } = this.#approvals.getState()
    this.#open.storage.send(this.#open.id, { type: 'approvals', pending })
  }
}
