// The reasons: decisions/0023.
import type { PendingApproval } from '../../approval/policy.ts'
import type { Message } from '../../messages/message.ts'
import type { SessionHost } from '../../session-port.ts'
import type { History } from '../../messages/history.ts'
import type { CallRecord } from '../../state/calls.ts'
import type { ActivityState } from '../../state/stores.ts'
import type {
  AgentStorage,
  PageActivity,
  SessionClaim,
  SessionCommand,
  SessionNote,
  SessionRow,
} from '../../storage.ts'
import type { AgentOptions } from '../../options.ts'
import type { SessionKeeper } from './session-keeper.ts'

/**
 * The other pages of the open session. While one of them runs it, this page shows what is
 * stored, and the activity and approvals of that page, which it can answer. Once that page has
 * stopped or is gone, this page may resume the run. While this page runs the session, it reports
 * its own activity and approvals.
 */
export class OtherPages {
  readonly #keeper: SessionKeeper
  #stopWatching: () => void = () => undefined
  #wait: { readonly abort: AbortController; readonly done: Promise<void> } | undefined
  #reading: Promise<void> | undefined
  #isOutdated = false
  #isPaused = false
  #isOtherShown = false
  /** True while another page runs the session. */
  isElsewhere = false
  /** True while this page runs the session, so that it reports. */
  #isReporting = false
  /** The last reported activity as JSON. */
  #reported = ''
  /** The activity of another page; undefined while no other page runs the session. */
  #theirs: PageActivity | undefined
  /** The approval requests of another page by id, each with a function that hides it. */
  readonly #foreign = new Map<string, () => void>()

  constructor(keeper: SessionKeeper) {
    this.#keeper = keeper
    const { pending, activity } = keeper.host.agent
    let before = pending.list('approval')
    pending.subscribe(() => {
      const now = pending.list('approval')
      if (now === before) return
      before = now
      this.#reportApprovals()
    })
    activity.subscribe((now, before) => {
      if (before.runId !== undefined && now.runId === undefined) this.#showTheirs()
      this.#reportActivity()
    })
  }

  /** Follows the session that is open now. */
  start(): void {
    const { id, storage } = this.#keeper
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
   * page then waits itself. Resolves when no claim is asked for any more.
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
  refresh(row?: SessionRow): Promise<void> {
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

  /**
   * Begins to wait until no page runs the session, however the other page ends. Resolves when it is
   * known if a page runs it now. Never rejects.
   */
  async waitForEnd(): Promise<void> {
    if (this.#wait || this.#isPaused || this.#keeper.isRunning) return
    const abort = new AbortController()
    const { promise: known, resolve: know } = Promise.withResolvers<void>()
    abort.signal.addEventListener('abort', () => know())
    const done = this.#waitUntilFree(abort.signal, know)
      .catch(() => undefined)
      .finally(() => {
        know()
        if (this.#wait?.abort !== abort) return
        this.#wait = undefined
        this.isElsewhere = false
        // A run of this page waits instead. The other page still shows its approvals and can be
        // stopped.
        if (abort.signal.aborted || this.#keeper.isRunning) return
        this.#showNobody()
        this.#keeper.store()
      })
    this.#wait = { abort, done }
    await known
  }

  /**
   * Claims a session for a run. Without `isWaiting`, resolves with undefined if another page runs
   * it. A page that only shows it has it for a moment too, to learn whether a run was cut short.
   * That refuses no run.
   */
  async claim(
    id: string,
    options: Parameters<AgentStorage['claim']>[1] & { readonly signal: AbortSignal },
  ): Promise<SessionClaim | undefined> {
    const { storage } = this.#keeper
    const { isWaiting, signal } = options
    const claim = await this.#keeper.claim(id, options)
    if (claim || isWaiting) return claim
    const begun = new AbortController()
    const stop = storage.watch(id, (note) => {
      if (note.type === 'advanced' && note.isRunning) begun.abort()
    })
    try {
      if ((await storage.read(id, { signal }))?.run) return undefined
      const free = AbortSignal.any([signal, begun.signal])
      return await this.#keeper.claim(id, { ...options, isWaiting: true, signal: free })
    } catch (error) {
      if (begun.signal.aborted && !signal.aborted) return undefined
      throw error
    } finally {
      stop()
    }
  }

  /** Takes note that this page begins, or ends, to run the session. */
  setRunning(isRunning: boolean): void {
    this.#isReporting = isRunning
    if (isRunning) this.#showApprovals([])
    this.#theirs = undefined
    this.#reportActivity(true)
  }

  async #read(known: SessionRow | undefined): Promise<void> {
    const keeper = this.#keeper
    const { id, copy, signal, storage } = keeper
    const { writes } = copy
    const row = known ?? (await storage.read(id, { signal }).catch(() => undefined))
    if (keeper.isRunning || copy !== keeper.copy) return
    if (!row?.run && !this.#isPaused) this.#showNobody()
    if (!row) return
    copy.follow(row)
    const isNews = row.next !== copy.next
    // A run of this page that begins meanwhile reads the session itself, and then writes it.
    const isCurrent = (): boolean =>
      !keeper.isRunning && row.next >= copy.next && copy.writes === writes
    await copy.catchUp(row, { signal }, isCurrent).catch(() => undefined)
    if (copy !== keeper.copy) return
    if (isNews) keeper.count(row)
    if (row.run && this.#isPaused) this.#showOther()
    else if (copy.isCut(row)) void this.waitForEnd()
    else keeper.set({ isInterrupted: false, isResuming: false })
  }

  /**
   * Waits for a claim, loads what is stored, and resumes a run that was cut short if it is to.
   * Calls `know` once it is shown if another page runs the session, or has left a run behind.
   */
  async #waitUntilFree(signal: AbortSignal, know: () => void): Promise<void> {
    const keeper = this.#keeper
    const { id, copy, set, host, now: at } = keeper
    const isOpen = (): boolean => !signal.aborted && copy === keeper.copy
    let claim = await keeper.claim(id, { at, isWaiting: false, signal })
    if (!claim && isOpen()) {
      this.isElsewhere = true
      this.#showOther()
      know()
      claim = await keeper.claim(id, { at, signal })
    }
    if (!claim) return
    let isHandedOver = false
    try {
      const { row } = claim
      if (!isOpen()) return
      await copy.catchUp(row, { signal })
      if (!isOpen()) return
      const isInterrupted = copy.isCut(row)
      const isResuming = isInterrupted && isAutoResumed(host.options)
      set({ isInterrupted, isResuming })
      if (isInterrupted) copy.adopt(row)
      know()
      if (!isResuming) return
      await toolsRegistered(host, host.open.session.history.messages, signal)
      if (!isOpen()) return
      // The run takes this claim, so that no other page resumes it in between.
      isHandedOver = true
      const ended = (): void => {
        if (copy === keeper.copy) set({ isResuming: false })
      }
      void keeper.resume(claim).then(ended)
    } finally {
      if (!isHandedOver) {
        if (isOpen()) set({ isResuming: false })
        await claim.release()
      }
    }
  }

  #hear(id: string, note: SessionNote): void {
    const keeper = this.#keeper
    if (id !== keeper.id) return
    if (note.type === 'gone') {
      // Everything may be deleted, as at a sign-out.
      keeper.host.agent.pending.keep([])
      keeper.leaveGone(id)
    } else if (note.type === 'command') {
      if (keeper.isRunning) this.#obey(note.command)
    } else if (keeper.isRunning) return
    else if (note.type === 'advanced') void this.refresh()
    else if (note.type === 'approvals') this.#showApprovals(note.pending)
    // A note can come after the other page has released its claim. It is then out of date.
    else if (this.#wait || this.#isPaused) this.#showActivity(note.activity)
  }

  /** Carries out a command of another page. */
  #obey(command: SessionCommand): void {
    const { agent, runs } = this.#keeper.host
    if (command.type === 'stop') {
      runs.cancel({ kind: 'user', message: 'stopped in another page' })
    } else if (command.type === 'report') {
      this.#reportApprovals()
      this.#reportActivity(true)
    } else {
      const { id, decision } = command
      const answer = typeof decision === 'boolean' ? undefined : decision
      if (decision === true) agent.pending.approve(id)
      else if (answer?.decision === 'approve') {
        const { args, remember } = answer
        agent.pending.approve(id, { args, remember })
      } else agent.pending.deny(id, answer?.comment)
    }
  }

  #reportApprovals(): void {
    if (!this.#isReporting || this.#keeper.keepsBack(this.#keeper.session)) return
    const { id, storage, host } = this.#keeper
    storage.send(id, { type: 'approvals', pending: host.agent.pending.list('approval') })
  }

  /** Reports the activity if it has changed, or `always`. */
  #reportActivity(always = false): void {
    if (always) this.#reported = ''
    if (!this.#isReporting || this.#keeper.keepsBack(this.#keeper.session)) return
    const { id, storage, host, session } = this.#keeper
    const { activity: now, calls } = host.agent
    const activity = toPageActivity(now.getState(), calls.getState(), session.history)
    const text = JSON.stringify(activity)
    if (text === this.#reported) return
    this.#reported = text
    storage.send(id, { type: 'activity', activity })
  }

  #showOther(): void {
    if (this.#isOtherShown) return
    this.#isOtherShown = true
    const { id, storage, set } = this.#keeper
    set({ running: 'elsewhere' })
    this.#showActivity({ status: 'running', calls: [] })
    storage.send(id, { type: 'command', command: { type: 'report' } })
  }

  #showNobody(): void {
    this.#isOtherShown = false
    this.#showApprovals([])
    if (this.#theirs) this.#showActivity({ status: 'idle', calls: [] })
    this.#theirs = undefined
    this.#keeper.set({ running: undefined })
  }

  #showActivity(theirs: PageActivity): void {
    this.#theirs = theirs
    this.#showTheirs()
  }

  #showTheirs(): void {
    const { activity, calls } = this.#keeper.host.agent
    // A run of this page comes first, also while it waits.
    if (!this.#theirs || activity.getState().runId !== undefined) return
    const { status, waitingFor, retryAt, calls: theirs } = this.#theirs
    const own = [...calls.getState().values()].filter(({ runId }) => runId !== undefined)
    calls.change((records) => {
      records.clear()
      for (const call of [...own, ...theirs]) records.set(call.callId, call)
    })
    activity.change({ status, waitingFor, retryAt })
  }

  /** Shows the requests of the page that runs the session, in place of those that were shown. */
  #showApprovals(pending: readonly PendingApproval[]): void {
    const { id: sessionId, storage, host } = this.#keeper
    for (const request of pending) {
      const { id } = request
      if (this.#foreign.has(id)) continue
      const close = host.agent.pending.open(request, {
        decide: (decision) => {
          const command = { type: 'answer', id, decision } as const
          storage.send(sessionId, { type: 'command', command })
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
}

/**
 * Returns the activity as other pages show it. Calls that are still being written are left out: no
 * other page has their message, because a draft is shown in its own page alone.
 */
function toPageActivity(
  { status, waitingFor, retryAt, runId: running }: ActivityState,
  all: ReadonlyMap<string, CallRecord>,
  history: Pick<History, 'has'>,
): PageActivity {
  const calls = [...all.values()].filter(
    ({ runId, state, callId }) =>
      runId === running && state !== 'input-streaming' && !history.has(callId),
  )
  const toShown = ({
    callId,
    tool,
    label,
    messageId,
    state,
    percent,
    message,
    answer,
  }: CallRecord) => ({ callId, tool, label, messageId, state, percent, message, answer })
  return { status, waitingFor, retryAt, calls: calls.map(toShown) }
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

const isAutoResumed = ({ session }: Pick<AgentOptions, 'session'>): boolean =>
  typeof session === 'object' && session.autoResume === true
