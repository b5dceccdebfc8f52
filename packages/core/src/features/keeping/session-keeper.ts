import { withGrace } from '../../engine/grace.ts'
import type { LoopRun } from '../../engine/run.ts'
import { AgentError } from '../../errors/agent-error.ts'
import {
  createSession,
  type KeptSession,
  leaveFor,
  openInstead,
  type Session,
  superseded,
  openedFirst,
} from '../../session.ts'
import type {
  EnterSession,
  ImportOptions,
  SessionExport,
  SessionHost,
  SessionKeeping,
  SessionsState,
} from '../../session-port.ts'
import type {
  AgentStorage,
  SessionClaim,
  SessionInfo,
  SessionNote,
  SessionQuery,
  SessionRow,
  StorageDegradation,
  WaitingMessage,
} from '../../storage.ts'
import { endSaid } from '../../turns.ts'
import { OtherPages } from './other-pages.ts'
import { addSpent, RunJournal } from './run-journal.ts'
import { keepFiles, keptBack, toSafeStorage } from './safe-storage.ts'
import { readPage, type SessionCopy, type StoredPage } from './session-copy.ts'
import { exportSession, importSession, listStored, noSession, readStored } from './session-file.ts'
import { type SharedClaim, SessionWriter } from './session-writer.ts'
import { StorageNotes } from './storage-notes.ts'

type SetState = (change: Partial<SessionsState>) => void

/**
 * The keeper of an agent's sessions in a storage. It opens and follows sessions, claims a session
 * for the runs of this page, and writes what a session has beside its runs.
 */
export class SessionKeeper implements SessionKeeping {
  readonly host: SessionHost
  readonly storage: AgentStorage
  readonly set: SetState
  readonly pages: OtherPages
  /** The open session, and its writer. */
  session: KeptSession
  #writer: SessionWriter
  readonly #writers = new WeakMap<Session, SessionWriter>()
  /** The sessions that were left while runs of this page went on in them, by id. */
  readonly #left = new Map<string, { readonly session: KeptSession; readonly stop: () => void }>()
  /** The ids of deleted sessions, of which nothing more is stored. */
  readonly deleted: Set<string> = new Set()
  #readings = new AbortController()
  #opening = new AbortController()
  /** The number of sessions that are being read. */
  #reading = 0
  /** A claim that was granted before, for the next run. */
  #granted: SessionClaim | undefined
  /** The ids of the unsent messages that are shown. */
  #unsent = ''
  /** What is or was wrong with the storage; undefined if nothing was. */
  notes: StorageNotes | undefined
  isClosed = false

  constructor(host: SessionHost, given: AgentStorage, set: SetState) {
    this.host = host
    this.set = set
    const onFound = (what: StorageDegradation): void => this.#note().found(what)
    const safe = toSafeStorage(given, host, () => set({ deleted: {} }), onFound)
    this.storage = keepFiles(safe, onFound)
    this.pages = new OtherPages(this)
    this.session = host.open.session
    this.#writer = this.#writerOf(this.session)
    this.storage.onDegraded((what) => this.#note().told(what))
    host.open.onSaid = (session) => this.#writerOf(session).request()
    host.open.session.state.subscribe(() => {
      if (this.session.state.unstored) this.store()
    })
    host.open.session.history.subscribe(({ head }) => {
      this.#writer.request()
      if (!this.isRunning) this.#writer.storeHead(head)
    })
  }

  get id(): string {
    return this.session.id
  }

  /** The page's copy of the open session. */
  get copy(): SessionCopy {
    return this.#writer.copy
  }

  /** A signal that aborts when another session is opened, or the page shows none any more. */
  get signal(): AbortSignal {
    return this.#readings.signal
  }

  get now(): number {
    return this.host.ports.clock.now()
  }

  /** True while a run of this page goes on in the open session, stored or not. */
  get isRunning(): boolean {
    return this.#writer.isRunning
  }

  /** True while a session is being read, or a run of this or another page goes on. */
  get isBusy(): boolean {
    const { runs } = this.host
    // A storage elsewhere gets what was said with the claim. Its own write would delay the run.
    const isBusy = this.storage.isLocal === false ? runs.turns.isBusy : runs.isBusy
    // A run that is about to be resumed has the claim.
    return this.#reading > 0 || isBusy || this.#granted !== undefined || this.pages.isElsewhere
  }

  /** The session that is open once no chat of the session before goes on. */
  get #coming(): KeptSession {
    const { next, session } = this.host.open
    return next ?? session
  }

  // Opening

  begin(others: () => Promise<void>): Promise<void> {
    return this.#whileReading(() => this.#begin(others))
  }

  async #begin(others: () => Promise<void>): Promise<void> {
    const { host, storage, session: first } = this
    const { left } = first
    // It may have been left meanwhile, and then opened again by its own id.
    const isFirst = (): boolean => first === this.#coming && first.left === left
    const renew = (): void => {
      if (isFirst()) void this.#renew().catch(() => undefined)
    }
    // Everything may be deleted while it is read, as at a sign-out.
    const hear = ({ type }: SessionNote): void => {
      if (type === 'gone') queueMicrotask(renew)
    }
    const stops = [storage.watch(first.id, hear)]
    try {
      const asked = openedFirst(host.options.session) ?? 'latest'
      const wanted = asked === 'latest' ? (await storage.list({ limit: 1 }))[0]?.id : asked
      const id = wanted === 'new' ? undefined : wanted
      if (id !== undefined) stops.push(storage.watch(id, hear))
      const page = id === undefined ? undefined : await readPage(storage, id)
      await others()
      if (!isFirst()) return
      if (id !== undefined && this.deleted.has(id)) return await this.#renew()
      if (id !== undefined) {
        // Runs that were begun before belong to it.
        first.id = id
        this.set({ current: id })
      }
      if (page) await this.#read(first, page)
      else this.pages.start()
    } finally {
      for (const stop of stops) stop()
    }
  }

  open(id: string, isLast: () => boolean): Promise<void> {
    const opening = this.#whileReading(() => this.#open(id, isLast))
    return opening.catch((error: unknown) => {
      throw this.deleted.has(id) ? noSession(id) : error
    })
  }

  async #open(id: string, isLast: () => boolean): Promise<void> {
    const { host, storage } = this
    const signal = this.#beginOpening()
    // It may be deleted from here on.
    const stop = this.watch(id)
    let page: StoredPage | undefined
    let session: KeptSession
    let inUse: KeptSession | undefined
    let isShown = false
    try {
      page = await readPage(storage, id, { signal })
      if (!page) throw noSession(id)
      if (!isLast() || this.deleted.has(id)) throw superseded()
      inUse = this.#inUse(id)
      session = inUse ?? createSession(id)
      const leaving = leaveFor(host, session, () => {
        isShown = true
        this.#show(session)
      })
      // A run of this page may store more, until it has ended.
      if (!isShown) page = undefined
      await leaving
    } finally {
      stop()
    }
    if (inUse) return this.follow()
    page ??= await readPage(storage, id, { signal })
    const isOpen = session === this.#coming
    if (isOpen && !page) await this.#renew()
    if (!page) throw noSession(id)
    if (!isOpen || !(await this.#read(session, page, signal))) throw superseded()
  }

  show(session: KeptSession): void {
    this.#beginOpening()
    this.#show(session)
  }

  #show(session: KeptSession): void {
    if (session !== this.session) this.#replaceBy(session)
    this.pages.setRunning(this.#isHeld)
    this.follow()
  }

  watch(id: string): () => void {
    return this.storage.watch(id, ({ type }) => {
      if (type === 'gone') this.leaveGone(id)
    })
  }

  follow(): void {
    this.pages.start()
    if (this.#isHeld) this.set({ running: 'here' })
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.#readings.abort()
    this.#opening.abort()
    await this.pages.stop()
  }

  /** Ends the reading of the session that was about to be opened. Returns the next signal. */
  #beginOpening(): AbortSignal {
    this.#opening.abort(superseded())
    this.#opening = new AbortController()
    return this.#opening.signal
  }

  /** Begins a new session in place of the open one. */
  #renew(): Promise<void> {
    const session = createSession(this.host.ports.createId())
    return leaveFor(this.host, session, () => this.show(session))
  }

  /**
   * Reads a session that was opened, and follows it. Resolves with false once another one is open.
   */
  async #read(session: KeptSession, page: StoredPage, signal?: AbortSignal): Promise<boolean> {
    const { row } = page
    // The session is followed first: it may be deleted while it is read.
    this.pages.start()
    const isOpen = (): boolean => session === this.#coming
    if (!isOpen()) return false
    const { copy } = this.#writerOf(session)
    if (!copy.isRead) {
      session.state.load(row.state)
      this.count(row)
    }
    await copy.load(page, isOpen, { signal })
    if (!isOpen()) return false
    this.set({ hasOlder: copy.hasOlder })
    // A run that goes on, or was cut short, may be that of a page that takes them.
    if (row.run) await this.pages.waitForEnd()
    else copy.adopt(row)
    return isOpen()
  }

  /** Returns the session of an id in which runs of this page go on, opened or left. */
  #inUse(id: string): KeptSession | undefined {
    const session = id === this.id ? this.session : this.#left.get(id)?.session
    return session && this.host.runs.uses(session) ? session : undefined
  }

  /** Leaves the open session, which stays known while runs of this page go on in it. */
  #replaceBy(session: KeptSession): void {
    const { session: last } = this
    const { runs } = this.host
    this.#readings.abort()
    this.#readings = new AbortController()
    const isUsed = runs.uses(last)
    // What the page has just added is still to be stored.
    const hasUnsaved = this.#writerOf(last).hasUnsaved && !this.deleted.has(last.id)
    if (isUsed) {
      this.#left.get(last.id)?.stop()
      this.#left.set(last.id, { session: last, stop: this.watch(last.id) })
    } else this.#writerOf(last).leave(hasUnsaved)
    this.session = session
    this.#writer = this.#writerOf(session)
    openInstead(this.host.open, session, isUsed || hasUnsaved)
    for (const [id, left] of this.#left) {
      if (left.session !== session && runs.uses(left.session)) continue
      left.stop()
      this.#left.delete(id)
      if (left.session !== session) this.#writerOf(left.session).leave()
    }
    this.notes?.left()
    const nobody = { running: undefined, isInterrupted: false, isResuming: false }
    this.set({ current: this.id, ...nobody, hasOlder: this.copy.hasOlder })
    this.showUnsent()
  }

  /** Stores in a moment what this page has changed, unless a run writes it. */
  store(): void {
    this.#writer.request()
  }

  // Stored sessions

  list(query: SessionQuery): Promise<readonly SessionInfo[]> {
    return listStored(this.storage, query)
  }

  async rename(id: string, title: string): Promise<void> {
    await readStored(this.storage, id)
    // A title tells what is in it.
    if (id === this.id && this.keepsBack(this.session)) throw keptBack()
    await this.storage.update(id, { title })
  }

  async delete(id: string): Promise<void> {
    const { storage, host } = this
    await this.#leaveDeleted(id)
    await storage.delete(id)
    storage.send(id, { type: 'gone' })
    this.set({ deleted: { id } })
    const { pending } = host.agent
    pending.keep(pending.rules.filter(({ sessionId }) => sessionId !== id))
  }

  /** Leaves a session that another page has deleted. */
  leaveGone(id: string): void {
    this.deleted.add(id)
    // A storage may still be telling its listeners, and a new session adds one.
    queueMicrotask(() => void this.#leaveDeleted(id).catch(() => undefined))
  }

  /** Ends the runs of a session that is deleted, and opens another one in its place. */
  async #leaveDeleted(id: string): Promise<void> {
    const { runs } = this.host
    this.deleted.add(id)
    if (this.#coming.id === id) await this.#renew().catch(() => undefined)
    await runs.turns.left()
    await runs.endAsides(id)
  }

  export(id: string): Promise<SessionExport> {
    return exportSession(this.storage, id)
  }

  import(exported: unknown, options: ImportOptions): Promise<string> {
    return importSession(this.storage, this.host.ports, exported, options)
  }

  async loadOlder(): Promise<void> {
    const { copy, signal } = this
    await copy.loadOlder(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    this.set({ hasOlder: this.copy.hasOlder })
  }

  stopElsewhere(): void {
    this.storage.send(this.id, { type: 'command', command: { type: 'stop' } })
  }

  /** Shows the usage of the session, whichever page caused it. */
  count(row: SessionRow): void {
    const { usage, costUsd } = row.run ? addSpent(row, row.run) : row
    this.session.usage.reset({ usage, costUsd })
  }

  // Claims

  /** Claims a session as the storage does. Resolves with undefined if it is deleted meanwhile. */
  async claim(
    id: string,
    options: Parameters<AgentStorage['claim']>[1],
  ): Promise<SessionClaim | undefined> {
    const claim = await this.storage.claim(id, options)
    if (!claim || !this.deleted.has(id)) return claim
    // The claim has stored the session anew.
    await claim.release()
    await this.storage.delete(id)
    return undefined
  }

  /** Resumes the run that was cut short, under a claim that was granted. */
  async resume(claim: SessionClaim): Promise<void> {
    this.#granted = claim
    const release = (): void => {
      if (this.#granted !== claim) return
      this.#granted = undefined
      void claim.release()
    }
    // A chat that the user has sent by now deals with the run that was cut short.
    if (this.host.runs.turns.isBusy) release()
    else await this.host.agent.resume().result.then(release, release)
  }

  /** Runs enter a session one after another, so that they share the claim of the first. */
  readonly enter: EnterSession = (run, ...how) =>
    this.#writerOf(run.session).inTurn(() => this.#enter(run, ...how))

  async #enter(...how: Parameters<EnterSession>): Promise<() => Promise<void>> {
    const [run, , turn] = how
    const { session } = run
    run.isShared = this.storage.isLocal === false
    const writer = this.#writerOf(session)
    const shared = await this.#acquire(run, turn?.onBusy !== 'reject')
    this.notes?.report(run.log)
    const isOpen = (): boolean => session === this.session
    if (!shared) {
      writer.unkept++
      return async () => {
        writer.unkept--
        if (isOpen()) this.pages.follow()
      }
    }
    const { lost } = shared.claim
    if (shared.users === 1 && isOpen()) this.#runsChanged()
    const onLost = (): void => {
      writer.copy.isStale = true
      run.cancel({ kind: 'race_lost', message: 'this page no longer runs the session' })
    }
    lost.addEventListener('abort', onLost, { once: true })
    // A storage can hang, as behind a frozen page. It must not delay a user who cancels.
    const leave = (): Promise<void> => {
      const left = this.#leave(run, shared, () => lost.removeEventListener('abort', onLost))
      return withGrace(left, run.cancellation, this.host.ports.clock)
    }
    try {
      if (lost.aborted) onLost()
      run.throwIfEnding()
      await prepare(shared, ...how)
      const { hasOlder } = writer.copy
      if (isOpen()) this.set({ running: 'here', isInterrupted: false, isResuming: false, hasOlder })
      return leave
    } catch (error) {
      await leave()
      throw error
    }
  }

  async #leave(run: LoopRun, shared: SharedClaim, stopHearing: () => void): Promise<void> {
    const { session } = run
    const { claim } = shared
    const writer = this.#writerOf(session)
    endSaid(session, run.id)
    await run.journal?.end()
    this.notes?.report(run.log)
    stopHearing()
    if (shared.users === 1) await shared.line.drain()
    if (--shared.users > 0) return
    if (writer.shared === shared) writer.shared = undefined
    const isOpen = (): boolean => session === this.session
    if (isOpen()) this.set({ running: undefined })
    // Nobody has to read the session again if this page knows all of it.
    const isKnown = (): boolean => !shared.row.run && !claim.lost.aborted && !writer.copy.isStale
    const release = async (): Promise<void> => {
      await claim.release()
      if (isOpen()) this.#runsChanged(isKnown() ? shared.row : undefined)
      // The user may see the same session, which was read before this run ended.
      else if (session.id === this.id) this.pages.follow()
    }
    const released = release()
    // Once everything is stored, only the next run of this page waits for the release.
    if (isKnown()) void writer.inTurn(() => released)
    else await released
  }

  /** Takes note that the first run of the open session has begun, or that the last has ended. */
  #runsChanged(row?: SessionRow): void {
    this.pages.setRunning(this.#isHeld)
    if (this.#isHeld || this.isClosed) return
    this.pages.follow(row)
    this.#writer.request()
  }

  /**
   * Resolves with the claim that this page holds, or with a new one. Resolves with undefined when
   * the storage fails: the run goes on without it.
   */
  async #acquire(run: LoopRun, isWaiting: boolean): Promise<SharedClaim | undefined> {
    const { session } = run
    const { signal } = run.cancellation
    const writer = this.#writerOf(session)
    const { shared } = writer
    if (shared && !shared.claim.lost.aborted) {
      shared.users++
      return shared
    }
    const { now: at } = this
    const isOpen = session === this.session
    try {
      if (await writer.isDeleted()) return undefined
      if (this.storage.isLocal === false && run.readLocal()) throw keptBack()
      let granted: SessionClaim | undefined
      if (isOpen) {
        if (this.pages.isElsewhere && !isWaiting)
          throw new AgentError(heldElsewhere, { code: 'busy' })
        await this.pages.pause()
        granted = this.#granted
        this.#granted = undefined
      }
      const waiting = this.keepsBack(session) ? [] : writer.copy.textsOf(run.id)
      const asked = { at, isWaiting, signal, waiting }
      const claim = granted ?? (await this.pages.claim(session.id, asked))
      if (!claim && this.deleted.has(session.id)) return undefined
      if (!claim) throw new AgentError(heldElsewhere, { code: 'busy' })
      return (writer.shared = await writer.load(claim, signal))
    } catch (error) {
      if (isOpen) this.pages.follow()
      run.throwIfEnding()
      if (!AgentError.is(error, 'storage')) throw error
      this.fail(session, error)
      return undefined
    }
  }

  get #isHeld(): boolean {
    return this.#writer.shared !== undefined
  }

  takeUnsent(): Promise<readonly WaitingMessage[]> {
    return this.#writer.takeUnsent()
  }

  /** Reads a session. Writes afterwards what the page adds meanwhile. */
  async #whileReading(read: () => Promise<void>): Promise<void> {
    this.#reading++
    await read().finally(() => {
      this.#reading--
      this.#writer.request()
    })
  }

  /** Shows the unsent messages of the open session. */
  readonly showUnsent = (): void => {
    const { unsent } = this.copy
    const ids = unsent.map(({ id }) => id).join()
    if (ids === this.#unsent) return
    this.#unsent = ids
    this.set({ unsent })
  }

  #writerOf(session: Session): SessionWriter {
    const writer = this.#writers.get(session) ?? new SessionWriter(this, session)
    this.#writers.set(session, writer)
    return writer
  }

  #note(): StorageNotes {
    return (this.notes ??= new StorageNotes((degraded) => this.set({ degraded })))
  }

  /** Takes note that the storage refused a write or a claim of a session. */
  fail(session: Session, error: AgentError<'storage'>): void {
    // After `lost`, the history has messages that the stored session does not have.
    if (error.details.kind === 'lost') this.#writerOf(session).copy.isStale = true
    else this.#note().failed(error)
  }

  /** Whether the session must not leave the device, and the storage is elsewhere. */
  keepsBack({ history }: Session): boolean {
    return this.storage.isLocal === false && history.any.local
  }
}

/** Gives the run its journal, and resumes or closes a run that was cut short. */
async function prepare(
  shared: SharedClaim,
  ...[run, restorer, turn]: Parameters<EnterSession>
): Promise<void> {
  await restorer.prepare(run.session.history.messages)
  const isTurn = turn !== undefined
  const isResuming = turn?.isResuming
  const { run: cut } = shared.row
  const checkpoint = isResuming ? cut : undefined
  if (isTurn && cut && !isResuming) shared.row = { ...shared.row, ...addSpent(shared.row, cut) }
  run.journal = new RunJournal(run, shared, restorer, isTurn, checkpoint)
  if (checkpoint) await restorer.resume(run, checkpoint, shared.intents)
  else if (isTurn) await restorer.close(run)
}

const heldElsewhere =
  'Another page runs this session. Wait for that page with `onBusy: "queue"`, or stop the run there.'
