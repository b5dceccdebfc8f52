import type { AgentStorage, SessionRow, StorageError } from '../storage/storage.ts'
import type { EventLog } from '../event-log.ts'
import type { DegradeReason, StorageDegradation } from '../events.ts'
import type { State } from '../register.ts'
import { type KeptSession, openInstead, type Session } from '../session.ts'
import { addUsage } from '../budget/usage.ts'
import { SessionCopy } from './session-copy.ts'
import { type SessionHost, type SessionsState, startAnew } from './session-host.ts'

/** The open session of an agent: this page's copy, and the state that the page shows. */
export class OpenSession {
  readonly host: SessionHost
  readonly storage: AgentStorage
  readonly set: (change: Partial<SessionsState>) => void
  readonly #copies = new WeakMap<Session, SessionCopy>()
  /** The sessions that were left while runs of this page went on in them, by id. */
  readonly #left = new Map<string, KeptSession>()
  /** The storage failures that no run has reported yet. */
  readonly #unreported: StorageDegradation[] = []
  /** The reasons for which a failure was noted: one failure of each is reported. */
  readonly #noted = new Set<DegradeReason>()

  constructor(
    host: SessionHost,
    storage: AgentStorage,
    set: (change: Partial<SessionsState>) => void,
  ) {
    this.host = host
    this.storage = storage
    this.set = set
    storage.onDegraded((what) => this.#degrade(what))
  }

  get id(): string {
    return this.session.id
  }

  get session(): KeptSession {
    return this.host.open.session
  }

  /** The copy of the open session. */
  get copy(): SessionCopy {
    return this.copyOf(this.session)
  }

  copyOf(session: Session): SessionCopy {
    const copy = this.#copies.get(session) ?? new SessionCopy(this.storage, session, () => this.now)
    this.#copies.set(session, copy)
    return copy
  }

  get now(): number {
    return this.host.ports.clock.now()
  }

  /** Gives the session to begin with its id. Runs that were begun before belong to it. */
  name(id: string): void {
    this.session.id = id
    this.set({ current: id })
  }

  /** Replaces the open session by one without messages, and returns that one. */
  begin(id: string): KeptSession {
    this.#leave(() => startAnew(this.host, id))
    return this.session
  }

  /**
   * Opens a left session again in which runs of this page still go on. Returns false if there is
   * no such session.
   */
  rejoin(id: string): boolean {
    const { asides } = this.host.runs
    const session = this.#left.get(id)
    if (!session || !asides.uses(session)) return false
    this.#leave(() => openInstead(this.host.open, session, asides.uses(this.session)))
    this.set({ hasOlder: this.copy.hasOlder })
    return true
  }

  /**
   * Reads the open session from the storage. Resolves with false if another one was opened
   * meanwhile.
   */
  async load(row: SessionRow): Promise<boolean> {
    const { session, copy } = this
    if (!copy.isRead) {
      session.state = row.state as State
      this.count(row)
    }
    await copy.load(row)
    if (session !== this.session) return false
    this.set({ hasOlder: copy.hasOlder })
    return true
  }

  /** Shows the usage of the session, whichever page caused it. */
  count({ usage, costUsd, run }: SessionRow): void {
    this.session.usage.reset({
      usage: run ? addUsage(usage, run.usage) : usage,
      costUsd: run?.costUsd === undefined ? costUsd : (costUsd ?? 0) + run.costUsd,
    })
  }

  /** Takes note that the storage refused a write or a claim of a session. */
  fail(session: Session, { code, message }: StorageError): void {
    // After `lost`, the history has messages that the stored session does not have.
    if (code === 'lost') this.copyOf(session).isStale = true
    else this.#degrade({ reason: code === 'quota' ? 'quota' : 'unavailable', message })
  }

  /** Reports the failures that no run has reported yet, as events of a run. */
  report(log: EventLog): void {
    for (const what of this.#unreported.splice(0)) log.emit('storage_degraded', what)
  }

  #degrade(what: StorageDegradation): void {
    this.set({ degraded: what })
    if (this.#noted.has(what.reason)) return
    this.#noted.add(what.reason)
    this.#unreported.push(what)
  }

  /** Leaves the open session. The session stays known while runs of this page go on in it. */
  #leave(open: () => void): void {
    const { session: last } = this
    const { asides } = this.host.runs
    if (asides.uses(last)) this.#left.set(last.id, last)
    else this.#copies.delete(last)
    open()
    for (const [id, left] of this.#left) {
      if (left === this.session || !asides.uses(left)) this.#left.delete(id)
    }
    this.set({ current: this.id, running: undefined, isInterrupted: false, hasOlder: false })
  }
}
