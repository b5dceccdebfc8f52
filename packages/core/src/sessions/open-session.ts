import type { AgentStorage, SessionRow, StorageError } from '../storage/storage.ts'
import type { EventLog } from '../event-log.ts'
import type { DegradeReason, StorageDegradation } from '../events.ts'
import type { State } from '../register.ts'
import { addUsage } from '../budget/usage.ts'
import { SessionCopy } from './session-copy.ts'
import { type SessionHost, type SessionsState, startAnew } from './session-host.ts'

/** The open session of an agent: this page's copy, and the state that the page shows. */
export class OpenSession {
  readonly host: SessionHost
  readonly storage: AgentStorage
  readonly set: (change: Partial<SessionsState>) => void
  copy: SessionCopy
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
    this.copy = this.#createCopy()
    storage.onDegraded((what) => this.#degrade(what))
  }

  get id(): string {
    return this.host.open.session.id
  }

  get now(): number {
    return this.host.ports.clock.now()
  }

  /** Replaces the open session by one without messages. */
  begin(id: string): void {
    // The copy comes first. Otherwise the emptied history would look like a choice of the person.
    this.copy = this.#createCopy()
    startAnew(this.host, id)
    this.set({
      current: id,
      running: undefined,
      isInterrupted: false,
      hasOlder: false,
    })
  }

  /** Replaces the open session by a stored one. */
  async show(row: SessionRow): Promise<void> {
    this.begin(row.id)
    this.host.open.session.state = row.state as State
    this.count(row)
    await this.copy.load(row)
    this.set({ hasOlder: this.copy.hasOlder })
  }

  /** Shows the usage of the session, whichever page caused it. */
  count({ usage, costUsd, run }: SessionRow): void {
    this.host.open.session.usage?.reset({
      usage: run ? addUsage(usage, run.usage) : usage,
      costUsd: run?.costUsd === undefined ? costUsd : (costUsd ?? 0) + run.costUsd,
    })
  }

  /** Takes note that the storage refused a write or a claim. */
  fail({ code, message }: StorageError): void {
    // After `lost`, the history has messages that the stored session does not have.
    if (code === 'lost') this.copy.isStale = true
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

  #createCopy(): SessionCopy {
    return new SessionCopy(this.storage, this.host.open.session.history, () => this.now)
  }
}
