import type { EnterSession } from '../engine/supervise.ts'
import type { AgentStorage, SessionClaim, SessionInfo, SessionRow } from '../storage/storage.ts'
import type { Session } from '../session.ts'
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
import { type SessionHost, type SessionsState, withoutChats } from './session-host.ts'
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
    storage: AgentStorage,
    set: (change: Partial<SessionsState>) => void,
  ) {
    this.#open = new OpenSession(host, storage, set)
    const isHere = (): boolean => this.#holder.isHeld
    const approvals = new SharedApprovals(this.#open)
    const activity = new SharedActivity(this.#open)
    const resume = (claim: SessionClaim): void => {
      const release = this.#holder.useGranted(claim)
      // A chat that the person has sent by now deals with the run that was cut short.
      if (host.runs.isBusy) release()
      else host.agent.resume().result.then(release, release)
    }
    const leave = (): void => void this.#leaveDeleted(this.#open.id).catch(() => undefined)
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

  /** Reads the session to begin with. */
  async begin(): Promise<void> {
    const { host, storage } = this.#open
    const { session = 'latest' } = host.options
    const id = session === 'latest' ? (await storage.list())[0]?.id : session
    const isNew = id === undefined || id === 'new'
    const row = isNew ? undefined : await storage.read(id)
    if (id !== undefined && !isNew) this.#open.name(id)
    if (row) return this.#show(row)
    await this.#follower.start(false)
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

  async open(id: string): Promise<void> {
    const { host, storage } = this.#open
    await readStored(storage, id)
    const session = await withoutChats(host, () => this.#enter(id))
    if (!session) return this.#follow()
    // A run of this page may have stored more, until it ended.
    const row = await readStored(storage, id)
    if (session === host.open.session) await this.#show(row)
  }

  async create(): Promise<string> {
    const id = this.#open.host.ports.createId()
    await withoutChats(this.#open.host, () => {
      this.#open.begin(id)
      this.#share()
    })
    await this.#follow()
    return id
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

  /** Opens a stored session. Returns it if it is to be read, because no run of the page goes on. */
  #enter(id: string): Session | undefined {
    const { host } = this.#open
    if (this.#holder.isDeleted(id)) throw noSession(id)
    const isInUse = id === this.#open.id && host.runs.asides.uses(host.open.session)
    const session = isInUse || this.#open.rejoin(id) ? undefined : this.#open.begin(id)
    this.#share()
    return session
  }

  /** Ends the runs of a session that is deleted, and opens another one in its place. */
  async #leaveDeleted(id: string): Promise<void> {
    this.#holder.forget(id)
    if (id === this.#open.id) await this.create()
    await this.#open.host.runs.asides.end(id)
  }

  async #show(row: SessionRow): Promise<void> {
    const isOpen = await this.#open.load(row)
    if (isOpen) await this.#follower.start(row.run !== undefined)
  }

  /** Follows the session that is open now, and that no other page runs as far as is known. */
  async #follow(): Promise<void> {
    await this.#follower.start(false)
    if (this.#holder.isHeld) this.#open.set({ running: 'here' })
  }
}
