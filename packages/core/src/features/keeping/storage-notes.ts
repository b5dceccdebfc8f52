import type { EventLog } from '../../engine/event-log.ts'
import type { AgentError } from '../../errors/agent-error.ts'
import type { DegradeReason, StorageDegradation } from '../../storage.ts'

/** What is wrong with the storage now. */
export class StorageNotes {
  readonly #show: (degraded: StorageDegradation | undefined) => void
  /** The last failure of an operation, until a write is stored. */
  #failure: StorageDegradation | undefined
  /** The problems that the storage has told and not taken back. */
  readonly #told = new Map<DegradeReason, StorageDegradation>()
  readonly #found = new Set<StorageDegradation>()
  #shown: StorageDegradation | undefined
  /** The problems that no run has reported yet: one for each reason. */
  readonly #unreported: StorageDegradation[] = []
  readonly #noted = new Set<DegradeReason>()

  constructor(show: (degraded: StorageDegradation | undefined) => void) {
    this.#show = show
  }

  /** Takes note that the storage refused an operation. */
  failed({ details: { kind }, message }: AgentError<'storage'>): void {
    const reason = kind === 'quota' || kind === 'local' ? kind : 'unavailable'
    const isKnown = this.#failure?.reason === reason && this.#failure.message === message
    if (!isKnown) this.#failure = { reason, message }
    this.#note(this.#failure)
  }

  /** Takes note that a write was stored: also what was lost is stored again. */
  stored(): void {
    this.#failure = undefined
    this.#told.delete('cleared')
    this.#told.delete('history_lost')
    this.#note()
  }

  /** Takes note of what the storage tells of itself. */
  told(what: StorageDegradation): void {
    this.#told.delete(what.reason)
    if (!what.isOver) this.#told.set(what.reason, what)
    this.#note(what.isOver ? undefined : what)
  }

  /** Takes note of what was found in the storage: once, because each reading finds it again. */
  found(what: StorageDegradation): void {
    if (this.#found.has(what)) return
    this.#found.add(what)
    this.told(what)
  }

  /** Forgets what is wrong with the open session alone, because another one is opened. */
  left(): void {
    this.#told.delete('branched')
    if (this.#failure?.reason === 'local') this.#failure = undefined
    this.#note()
  }

  /** Reports what no run has reported yet. */
  report(log: EventLog): void {
    for (const { reason, message } of this.#unreported.splice(0)) {
      log.emit('warning', { code: `storage_${reason}`, message })
    }
  }

  #note(what?: StorageDegradation): void {
    const shown = what ?? this.#failure ?? [...this.#told.values()].at(-1)
    if (shown !== this.#shown) this.#show((this.#shown = shown))
    if (!what || this.#noted.has(what.reason)) return
    this.#noted.add(what.reason)
    this.#unreported.push(what)
  }
}
