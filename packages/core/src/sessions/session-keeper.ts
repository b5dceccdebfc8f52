import type { EnterSession } from '../engine/supervise.ts'
import type { AgentStorage, SessionClaim } from '../storage/storage.ts'
import type { SessionInfo, SessionRow } from '../storage/session-row.ts'
import type { SessionNote } from '../storage/session-note.ts'
import { createSession, type KeptSession } from '../session.ts'
import { keepFiles } from './keep-files.ts'
import { OpenSession } from './open-session.ts'
import {
  type ImportOptions,
  type SessionExport,
  exportSession,
  importSession,
  noSession,
  readStored,
} from './portable-session.ts'
import { SessionFollower } from './session-follower.ts'
import { leaveFor, type SessionHost, type SessionsState, superseded } from './session-host.ts'
import { SharedActivity, SharedApprovals } from './shared-state.ts'
import { SessionClaimHolder } from './session-claim-holder.ts'

/**
 * The keeper of an agent's sessions in a storage, also of what other pages do with the open one.
 */
export class SessionKeeper {
  readonly #open: OpenSession
  readonly #follower: SessionFollower
  readonly #holder: SessionClaimHolder
  /** Shares with the other pages what this page runs, if it runs the open session. */
  readonly #share: () => boolean
  #isClosed = false

  constructor(
    host: SessionHost,
    given: AgentStorage,
    set: (change: Partial<SessionsState>) => void,
  ) {
    const storage = keepFiles(given)
    const leave = (id: string): void => this.#leaveGone(id)
    this.#open = new OpenSession(host, storage, set, leave)
    const isHere = (): boolean => this.#holder.isHeld
    const approvals = new SharedApprovals(this.#open)
    const activity = new SharedActivity(this.#open)
    const resume = (claim: SessionClaim): void => {
      const release = this.#holder.useGranted(claim)
      // A chat that the person has sent by now deals with the run that was cut short.
      if (host.runs.turns.isBusy) release()
      else host.agent.resume().result.then(release, release)
    }
    const shared = { approvals, activity }
    this.#follower = new SessionFollower(this.#open, shared, isHere, resume, leave)
    this.#share = () => {
      const isHeld = isHere()
      approvals.setRunning(isHeld)
      activity.setRunning(isHeld)
      return isHeld
    }
    this.#holder = new SessionClaimHolder(this.#open, this.#follower, () => {
      if (!this.#share() && !this.#isClosed) this.#follower.follow()
    })
    host.open.session.history.subscribe(({ head }) => {
      const { copy, id } = this.#open
      if (isHere() || head === copy.head || !copy.isStored) return
      // A head that is in no row would hide the whole session.
      if (head !== null && !copy.holds(head)) return
      copy.head = head
      storage.update(id, { head }).catch(() => undefined)
    })
  }

  get enter(): EnterSession {
    return this.#holder.enter
  }

  /**
   * Reads the session to begin with, unless another one is opened instead. `others` resolves when
   * no `open` goes on.
   */
  async begin(others: () => Promise<void>): Promise<void> {
    const { host, storage, session: first } = this.#open
    const renew = (): void => {
      if (first === this.#open.coming) void this.#renew().catch(() => undefined)
    }
    // Everything may be deleted while it is read, as at a sign-out.
    const hear = ({ type }: SessionNote): void => {
      if (type === 'gone') queueMicrotask(renew)
    }
    const stops = [storage.watch(first.id, hear)]
    try {
      const { session = 'latest' } = host.options
      const wanted = session === 'latest' ? (await storage.list())[0]?.id : session
      const id = wanted === 'new' ? undefined : wanted
      if (id !== undefined) stops.push(storage.watch(id, hear))
      const row = id === undefined ? undefined : await storage.read(id)
      await others()
      if (first !== this.#open.coming) return
      if (id !== undefined && this.#open.deleted.has(id)) return await this.#renew()
      if (id !== undefined) this.#open.name(id)
      await (row ? this.#read(first, row) : this.#follower.start())
    } finally {
      for (const stop of stops) stop()
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#follower.stop()
  }

  /** Asks the page that runs the session to stop its runs. */
  stopElsewhere(): void {
    const { storage, id } = this.#open
    storage.send(id, { type: 'command', command: { type: 'stop' } })
  }

  list(): Promise<readonly SessionInfo[]> {
    return this.#open.storage.list()
  }

  /** Opens a stored session. `isLast` returns false once another one is to be opened instead. */
  async open(id: string, isLast: () => boolean): Promise<void> {
    const { host, storage } = this.#open
    await readStored(storage, id)
    if (!isLast()) throw superseded()
    if (this.#open.deleted.has(id)) throw noSession(id)
    const inUse = this.#open.inUse(id)
    const session = inUse ?? createSession(id)
    const stop = this.watch(id)
    await leaveFor(host, session, () => this.show(session)).finally(stop)
    if (inUse) return this.follow()
    // A run of this page may have stored more, until it ended.
    const row = await storage.read(id)
    const isOpen = session === this.#open.coming
    if (isOpen && !row) await this.#renew()
    if (!row) throw noSession(id)
    if (!isOpen || !(await this.#read(session, row))) throw superseded()
  }

  /** Hears of the deletion of a session that is about to be opened, until that is done. */
  watch(id: string): () => void {
    return this.#open.storage.watch(id, ({ type }) => {
      if (type === 'gone') this.#leaveGone(id)
    })
  }

  /** Opens a session of this page in place of the open one. */
  show(session: KeptSession): void {
    this.#open.show(session)
    this.#share()
    void this.follow()
  }

  /** Follows the open session, which no other page runs as far as is known. */
  async follow(): Promise<void> {
    await this.#follower.start()
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
    const { approvals } = this.#open.host.agent
    approvals.keep(approvals.rules.filter(({ sessionId }) => sessionId !== id))
  }

  export(id: string): Promise<SessionExport> {
    return exportSession(this.#open.storage, id)
  }

  async import(exported: unknown, options: ImportOptions): Promise<string> {
    const { host, storage } = this.#open
    const id = host.ports.createId()
    await importSession(storage, id, host.ports, exported, options)
    return id
  }

  async loadOlder(): Promise<void> {
    const { copy, id, set } = this.#open
    await copy.loadOlder({ id }, () => copy === this.#open.copy)
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
  async #read(session: KeptSession, row: SessionRow): Promise<boolean> {
    // The session is followed first: it may be deleted while it is read.
    await this.#follower.start()
    const isOpen = await this.#open.load(session, row)
    if (isOpen && row.run) this.#follower.waitForEnd()
    return isOpen
  }
}
