import type { AgentStorage, SessionRow, StorageError } from '../storage/storage.ts'
import type { EventLog } from '../event-log.ts'
import type { DegradeReason, StorageDegradation } from '../events.ts'
import type { State } from '../register.ts'
import { addUsage } from '../budget/usage.ts'
import { SessionCopy } from './session-copy.ts'
import { type SessionHost, type SessionsState, startAnew } from './session-host.ts'

/** The open session of an agent: this page's copy of it, and what the page is shown about it. */
export class OpenSession {
  readonly host: SessionHost
  readonly storage: AgentStorage
  readonly set: (change: Partial<SessionsState>) => void
  copy: SessionCopy
  /** What no run has told of yet. */
  readonly #untold: StorageDegradation[] = []
  readonly #told = new Set<DegradeReason>()

  constructor(
    host: SessionHost,
    storage: AgentStorage,
    set: (change: Partial<SessionsState>) => void,
  ) {
    this.host = host
    this.storage = storage
    this.set = set
    this.copy = this.#copyOf()
    storage.onDegraded((what) => this.#degrade(what))
  }

  get id(): string {
    return this.host.open.session.id
  }

  get now(): number {
    return this.host.ports.clock.now()
  }

  /** Puts a session in which nothing has been said in the place of the open one. */
  begin(id: string): void {
    // First, so that emptying the history is not taken for a choice of the person.
    this.copy = this.#copyOf()
    startAnew(this.host, id)
    this.set({
      current: id,
      running: undefined,
      isInterrupted: false,
      hasOlder: false,
    })
  }

  /** Reads a stored session in the place of the open one. */
  async show(row: SessionRow): Promise<void> {
    this.begin(row.id)
    this.host.open.session.state = row.state as State
    this.count(row)
    await this.copy.load(row)
    this.set({ hasOlder: this.copy.hasOlder })
  }

  /** Shows what the session has used, in whatever page. */
  count({ usage, costUsd, run }: SessionRow): void {
    this.host.open.session.usage?.reset({
      usage: run ? addUsage(usage, run.usage) : usage,
      costUsd: run?.costUsd === undefined ? costUsd : (costUsd ?? 0) + run.costUsd,
    })
  }

  /** The storage did not take something. */
  fail({ code, message }: StorageError): void {
    // What could not be stored is not what the session is now.
    if (code === 'lost') this.copy.isStale = true
    else this.#degrade({ reason: code === 'quota' ? 'quota' : 'unavailable', message })
  }

  /** Tells a run's observers what went wrong and nobody was told of. */
  tell(log: EventLog): void {
    for (const what of this.#untold.splice(0)) log.emit('storage_degraded', what)
  }

  #degrade(what: StorageDegradation): void {
    this.set({ degraded: what })
    if (this.#told.has(what.reason)) return
    this.#told.add(what.reason)
    this.#untold.push(what)
  }

  #copyOf(): SessionCopy {
    return new SessionCopy(this.storage, this.host.open.session.history, () => this.now)
  }
}
