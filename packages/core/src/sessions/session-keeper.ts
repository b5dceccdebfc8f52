import { AgentError } from '../errors/agent-error.ts'
import type { EnterSession } from '../engine/run/enter-session.ts'
import type { AgentStorage, SessionInfo, SessionRow } from '../ports/storage.ts'
import { OpenSession } from './open-session.ts'
import { exportSession, importSession, type SessionExport } from './portable-session.ts'
import { SessionFollower } from './session-follower.ts'
import type { SessionHost } from './session-host.ts'
import { SharedApprovals } from './shared-approvals.ts'
import { SessionSeat } from './session-seat.ts'
import type { SessionsState } from './sessions-state.ts'

/** Keeps an agent's sessions in a storage, and the open one in step with it. */
export class SessionKeeper {
  readonly #open: OpenSession
  readonly #follower: SessionFollower
  readonly #seat: SessionSeat
  #isClosed = false

  constructor(
    host: SessionHost,
    storage: AgentStorage,
    set: (change: Partial<SessionsState>) => void,
  ) {
    this.#open = new OpenSession(host, storage, set)
    const isHere = (): boolean => this.#seat.isTaken
    const approvals = new SharedApprovals(this.#open)
    this.#follower = new SessionFollower(this.#open, approvals, isHere, (claim) => {
      const giveBack = this.#seat.borrow(claim)
      const run = host.resume()
      if (run) run.result.then(giveBack, giveBack)
      else giveBack()
    })
    this.#seat = new SessionSeat(this.#open, this.#follower, (isTaken) => {
      approvals.setRunning(isTaken)
      if (!isTaken && !this.#isClosed) void this.#follower.refresh()
    })
    host.session.history.subscribe(({ head }) => {
      const { copy, id } = this.#open
      if (isHere() || head === copy.head || !copy.isStored) return
      copy.head = head
      storage.update(id, { head }).catch(() => undefined)
    })
  }

  get enter(): EnterSession {
    return this.#seat.enter
  }

  /** Reads the session to begin with. */
  async begin(): Promise<void> {
    const { host, storage } = this.#open
    const { begin } = host
    const id = begin === 'latest' ? (await storage.list())[0]?.id : begin
    const isNew = id === undefined || id === 'new'
    const row = isNew ? undefined : await storage.read(id)
    if (row) return this.#show(row)
    if (!isNew) this.#open.begin(id)
    await this.#follower.start(false)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#follower.stop()
  }

  list(): Promise<readonly SessionInfo[]> {
    return this.#open.storage.list()
  }

  async open(id: string): Promise<void> {
    const row = await this.#need(id)
    await this.#open.host.end()
    await this.#show(row)
  }

  async create(id: string): Promise<void> {
    await this.#open.host.end()
    this.#open.begin(id)
    await this.#follower.start(false)
  }

  async rename(id: string, title: string): Promise<void> {
    await this.#need(id)
    await this.#open.storage.update(id, { title })
  }

  async delete(id: string): Promise<void> {
    const { host, storage } = this.#open
    if (id === this.#open.id) await this.create(host.ports.createId())
    await storage.delete(id)
  }

  export(id: string): Promise<SessionExport> {
    return exportSession(this.#open.storage, id)
  }

  async import(exported: unknown): Promise<string> {
    const { host, storage, now } = this.#open
    const id = host.ports.createId()
    await importSession(storage, id, now, exported)
    return id
  }

  async loadOlder(): Promise<void> {
    const { copy, id, set } = this.#open
    await copy.loadOlder({ id })
    set({ hasOlder: copy.hasOlder })
  }

  async #show(row: SessionRow): Promise<void> {
    await this.#open.show(row)
    await this.#follower.start(row.run !== undefined)
  }

  async #need(id: string): Promise<SessionRow> {
    const row = await this.#open.storage.read(id)
    if (row) return row
    throw new AgentError(`There is no stored session "${id}".`)
  }
}
