import type { EnterSession } from '../engine/supervise.ts'
import type { AgentStorage, SessionClaim, SessionQuery } from '../storage/storage.ts'
import type { SessionInfo, SessionRow } from '../storage/session-row.ts'
import type { SessionNote } from '../storage/session-note.ts'
import { createSession, type KeptSession } from '../session.ts'
import { hearGone } from './hear-gone.ts'
import { keepFiles } from './keep-files.ts'
import { listStored } from './list-stored.ts'
import { OpenSession } from './open-session.ts'
import {
  type ImportOptions,
  type SessionExport,
  exportSession,
  importSession,
  noSession,
  readStored,
} from './portable-session.ts'
import { HeadWriter } from './head-writer.ts'
import { IdleWriter } from './idle-writer.ts'
import { SessionFollower } from './session-follower.ts'
import { leaveFor, type SessionHost, superseded } from './session-host.ts'
import { SharedActivity, SharedApprovals } from './shared-state.ts'
import { SessionClaimHolder } from './session-claim-holder.ts'
import { toSafeStorage } from './safe-storage.ts'

/** The keeper of an agent's sessions in a storage, also of what other pages do with them. */
export class SessionKeeper {
  readonly #open: OpenSession
  readonly #follower: SessionFollower
  readonly #holder: SessionClaimHolder
  /** The writer of what the sessions have beside their runs. */
  readonly idle: IdleWriter
  /** Shares with the other pages what this page runs, if it runs the open session. */
  readonly #share: () => boolean
  #isClosed = false

  constructor(host: SessionHost, given: AgentStorage, set: OpenSession['set']) {
    const storage = hearGone(keepFiles(toSafeStorage(given, host.ports)), set)
    const leave = (id: string): void => this.#leaveGone(id)
    this.#open = new OpenSession(host, storage, set, leave)
    const isHere = (): boolean => this.#holder.isRunning
    const approvals = new SharedApprovals(this.#open)
    const activity = new SharedActivity(this.#open)
    const resume = async (claim: SessionClaim): Promise<void> => {
      const release = this.#holder.useGranted(claim)
      // A chat that the person has sent by now deals with the run that was cut short.
      if (host.runs.turns.isBusy) release()
      else await host.agent.resume().result.then(release, release)
    }
    this.#follower = new SessionFollower(this.#open, { approvals, activity }, isHere, resume, leave)
    this.#share = () => {
      const { isHeld } = this.#holder
      approvals.setRunning(isHeld)
      activity.setRunning(isHeld)
      return isHeld
    }
    this.#holder = new SessionClaimHolder(this.#open, this.#follower, (row) => {
      if (this.#share() || this.#isClosed) return
      this.#follower.follow(row)
      this.idle.request(this.#open.session)
    })
    this.idle = new IdleWriter(this.#open, this.#holder, this.#follower)
    host.open.onSaid = (session) => this.idle.request(session)
    const heads = new HeadWriter(this.#open, () => void this.#follower.refresh())
    host.open.session.history.subscribe(({ head }) => {
      this.idle.request(this.#open.session)
      if (!isHere()) heads.write(head)
    })
  }

  get enter(): EnterSession {
    return this.#holder.enter
  }

  /**
   * Reads the session to begin with, unless another one is opened instead. `others` resolves when
   * no `open` goes on.
   */
  begin(others: () => Promise<void>): Promise<void> {
    return this.idle.whileReading(() => this.#begin(others))
  }

  async #begin(others: () => Promise<void>): Promise<void> {
    const { host, storage, session: first } = this.#open
    const { left } = first
    // It may have been left meanwhile, and then opened again by its own id.
    const isFirst = (): boolean => first === this.#open.coming && first.left === left
    const renew = (): void => {
      if (isFirst()) void this.#renew().catch(() => undefined)
    }
    // Everything may be deleted while it is read, as at a sign-out.
    const hear = ({ type }: SessionNote): void => {
      if (type === 'gone') queueMicrotask(renew)
    }
    const stops = [storage.watch(first.id, hear)]
    try {
      const { session = 'latest' } = host.options
      const wanted = session === 'latest' ? (await storage.list({ limit: 1 }))[0]?.id : session
      const id = wanted === 'new' ? undefined : wanted
      if (id !== undefined) stops.push(storage.watch(id, hear))
      const row = id === undefined ? undefined : await storage.read(id)
      await others()
      if (!isFirst()) return
      if (id !== undefined && this.#open.deleted.has(id)) return await this.#renew()
      if (id !== undefined) this.#open.name(id)
      if (row) await this.#read(first, row)
      else this.#follower.start()
    } finally {
      for (const stop of stops) stop()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#open.endReadings()
    await this.#follower.stop()
  }

  /** Asks the page that runs the session to stop its runs. */
  stopElsewhere(): void {
    const { storage, id } = this.#open
    storage.send(id, { type: 'command', command: { type: 'stop' } })
  }

  list(query: SessionQuery): Promise<readonly SessionInfo[]> {
    return listStored(this.#open.storage, query)
  }

  /** Opens a stored session. `isLast` returns false once another one is to be opened instead. */
  open(id: string, isLast: () => boolean): Promise<void> {
    const opening = this.idle.whileReading(() => this.#openStored(id, isLast))
    return opening.catch((error: unknown) => {
      throw this.#open.deleted.has(id) ? noSession(id) : error
    })
  }

  async #openStored(id: string, isLast: () => boolean): Promise<void> {
    const { host, storage } = this.#open
    const signal = this.#open.beginOpening()
    // It may be deleted from here on.
    const stop = this.watch(id)
    let session: KeptSession
    let inUse: KeptSession | undefined
    try {
      await readStored(storage, id, { signal })
      if (!isLast() || this.#open.deleted.has(id)) throw superseded()
      inUse = this.#open.inUse(id)
      session = inUse ?? createSession(id)
      await leaveFor(host, session, () => this.#show(session))
    } finally {
      stop()
    }
    if (inUse) return this.follow()
    // A run of this page may have stored more, until it ended.
    const row = await storage.read(id, { signal })
    const isOpen = session === this.#open.coming
    if (isOpen && !row) await this.#renew()
    if (!row) throw noSession(id)
    if (!isOpen || !(await this.#read(session, row, signal))) throw superseded()
  }

  /** Hears of the deletion of a session that is about to be opened, until that is done. */
  watch(id: string): () => void {
    return this.#open.storage.watch(id, ({ type }) => {
      if (type === 'gone') this.#leaveGone(id)
    })
  }

  /** Opens a session of this page in place of the open one. */
  show(session: KeptSession): void {
    this.#open.beginOpening()
    this.#show(session)
  }

  #show(session: KeptSession): void {
    this.#open.show(session)
    this.#share()
    this.follow()
  }

  /** Follows the open session, which no other page runs as far as is known. */
  follow(): void {
    this.#follower.start()
    if (this.#holder.isHeld) this.#open.set({ running: 'here' })
  }

  async rename(id: string, title: string): Promise<void> {
    await readStored(this.#open.storage, id)
    await this.#open.storage.update(id, { title })
  }

  async delete(id: string): Promise<void> {
    const { storage } = this.#open
    await this.#leaveDeleted(id)
    await storage.delete(id)
    storage.send(id, { type: 'gone' })
    this.#open.set({ deleted: { id } })
    const { approvals } = this.#open.host.agent
    approvals.keep(approvals.rules.filter(({ sessionId }) => sessionId !== id))
  }

  export(id: string): Promise<SessionExport> {
    return exportSession(this.#open.storage, id)
  }

  import(exported: unknown, options: ImportOptions): Promise<string> {
    return importSession(this.#open.storage, this.#open.host.ports, exported, options)
  }

  async loadOlder(): Promise<void> {
    const { copy, id, set, signal } = this.#open
    await copy.loadOlder({ id }, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    set({ hasOlder: this.#open.copy.hasOlder })
  }

  /** Begins a new session in place of the open one. */
  #renew(): Promise<void> {
    const { host } = this.#open
    const session = createSession(host.ports.createId())
    return leaveFor(host, session, () => this.show(session))
  }

  #leaveGone(id: string): void {
    this.#open.deleted.add(id)
    // A storage may still be telling its listeners, and a new session adds one.
    queueMicrotask(() => void this.#leaveDeleted(id).catch(() => undefined))
  }

  /** Ends the runs of a session that is deleted, and opens another one in its place. */
  async #leaveDeleted(id: string): Promise<void> {
    const { runs } = this.#open.host
    this.#open.deleted.add(id)
    if (this.#open.coming.id === id) await this.#renew().catch(() => undefined)
    await runs.turns.left()
    await runs.asides.end(id)
  }

  /**
   * Reads a session that was opened, and follows it. Resolves with false once another one is open.
   */
  async #read(session: KeptSession, row: SessionRow, signal?: AbortSignal): Promise<boolean> {
    // The session is followed first: it may be deleted while it is read.
    this.#follower.start()
    const isOpen = await this.#open.load(session, row, signal)
    if (isOpen && row.run) this.#follower.waitForEnd()
    return isOpen
  }
}
