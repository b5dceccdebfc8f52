import type { LoopRun } from '../engine/run-core.ts'
import type { Intent, RunCheckpoint, SessionChange, SessionRow } from '../storage/session-row.ts'
import type { StorageError } from '../storage/storage.ts'
import type { Journal, StartingCall } from '../engine/journal.ts'
import type { JsonObject } from '../json/json.ts'
import type { AssistantToolCall, Message, ToolMessage } from '../messages/message.ts'
import { addUsage } from '../budget/usage.ts'
import { titleOf } from './session-title.ts'
import type { WriteLine, WritePart } from './write-line.ts'

/** The target to which the runs of one claim write. */
export interface JournalSink {
  /** The session as it was last stored, plus the usage of a run that was cut short. */
  readonly row: SessionRow
  /** The messages that are in the history and not yet stored. */
  readonly unsaved: Message[]
  readonly line: Pick<WriteLine, 'write' | 'writeLater' | 'isFar'>
  /** Hears of a write that failed: another page runs the session, or the storage failed. */
  onFailed(error: StorageError): void
  /** The intents of calls that were started and have no answer, by call id. */
  readonly intents: ReadonlyMap<string, Intent>
}

/** The journal of one run: it writes each step of the run to the session's storage. */
export class RunJournal implements Journal {
  readonly #run: LoopRun
  readonly #sink: JournalSink
  /** True for a chat, whose progress is stored. Calls of the page alone have no progress. */
  readonly #isTurn: boolean
  #iterations: number
  #state: unknown
  /** The ids of the calls whose results must survive a power failure. */
  readonly #consequential = new Set<string>()
  /** The records of the calls that this run has started. */
  readonly #started = new Map<string, Intent>()

  constructor(run: LoopRun, sink: JournalSink, isTurn: boolean, resumed?: RunCheckpoint) {
    this.#run = run
    this.#sink = sink
    this.#isTurn = isTurn
    this.#iterations = resumed?.iterations ?? 0
    this.#state = run.session.state
  }

  async append(messages: readonly Message[]): Promise<void> {
    const { unsaved } = this.#sink
    unsaved.push(...messages)
    if (messages.some(({ role }) => role === 'assistant')) this.#count(messages)
    const isStrict = messages.some(({ id }) => this.#consequential.has(id))
    const batch = this.#takeUnsaved()
    const part = { messages: batch, change: this.#change(batch), isStrict }
    const isPerson = messages.some(({ role }) => role === 'user')
    await this.#store(part, isPerson, (error) => {
      unsaved.unshift(...batch)
      this.#fail(error)
      // A tool's effect must not be lost without the person knowing.
      if (messages.some(({ role }) => role === 'tool')) this.#run.fail(error)
    })
  }

  async started({ call, effect, idempotencyKey: key, isChanged }: StartingCall): Promise<void> {
    const isStrict = effect !== 'read'
    if (isStrict) this.#consequential.add(call.id)
    const record = this.#record(call, effect, key)
    const intent: Intent = { ...record, ...(isChanged && { isChanged }) }
    this.#started.set(call.id, intent)
    try {
      await this.#sink.line.write({ intents: [intent], isStrict })
    } catch (error) {
      this.#fail(error as StorageError)
      throw error
    }
    // An answer before this call may not have been stored.
    if (this.#run.fatal) throw this.#run.fatal.error
  }

  async ended(call: AssistantToolCall, answer: ToolMessage): Promise<void> {
    const { id } = call
    const key = `${this.#run.session.id}:${id}`
    const started = this.#started.get(id)
    const intent = started
      ? { ...started, call, attempt: started.attempt + 1, answer }
      : { ...this.#record(call, 'read', key), answer }
    const part = { intents: [intent], isStrict: this.#consequential.has(id) }
    await this.#store(part, false, (error) => {
      this.#fail(error)
      this.#run.fail(error)
    })
  }

  async refused(ids: readonly string[]): Promise<void> {
    const changed = this.#change([])
    const change: WritePart['change'] = (row) => ({
      ...changed(row),
      refused: [...(row.refused ?? []), ...ids],
    })
    await this.#store({ change, isStrict: true }, true, (error) => this.#fail(error))
  }

  get isCut(): boolean {
    return this.#sink.row.run !== undefined
  }

  get intents(): ReadonlyMap<string, Intent> {
    return this.#sink.intents
  }

  /** Writes that the run has ended. Never rejects. */
  async end(): Promise<void> {
    const { unsaved } = this.#sink
    const { usage, costUsd } = this.#run
    const messages = this.#takeUnsaved()
    const changed = this.#change(messages)
    const change: WritePart['change'] = (row) => ({
      ...changed(row),
      ...(this.#isTurn && { run: null }),
      usage: addUsage(row.usage, usage),
      costUsd: costUsd === undefined ? row.costUsd : (row.costUsd ?? 0) + costUsd,
    })
    await this.#store({ messages, change }, true, (error) => {
      unsaved.unshift(...messages)
      this.#fail(error)
    })
  }

  /**
   * Stores a part. Resolves when the part is durable or has failed. In a storage that is far, a
   * part that is not urgent waits for the next one, and this resolves at once. Never rejects.
   */
  async #store(
    part: WritePart,
    isUrgent: boolean,
    onFailed: (error: StorageError) => void,
  ): Promise<void> {
    const { line } = this.#sink
    if (isUrgent || !line.isFar) await line.write(part).catch(onFailed)
    else void line.writeLater(part).catch(onFailed)
  }

  /** Takes the messages to store. A message that left the history is not stored. */
  #takeUnsaved(): Message[] {
    const { history } = this.#run.session
    return this.#sink.unsaved.splice(0).filter(({ id }) => history.has(id))
  }

  /** Makes the next record of a call. */
  #record(call: AssistantToolCall, effect: string, key: string): Intent {
    const { ports, id: runId, source, taint } = this.#run
    return {
      call,
      effect,
      key,
      runId,
      startedAt: ports.clock.now(),
      attempt: (this.#sink.intents.get(call.id)?.attempt ?? 0) + 1,
      ...(!this.#isTurn && { source, ...(taint !== undefined && { taint }) }),
    }
  }

  /** Counts the answers of model calls. Messages for calls of the page do not count. */
  #count(messages: readonly Message[]): void {
    if (!this.#isTurn) return
    this.#iterations += messages.filter(
      (message) => message.role === 'assistant' && message.source !== 'ui',
    ).length
  }

  /** Returns the changes of the session that come with messages, as the run is now. */
  #change(batch: readonly Message[]): (row: SessionRow) => SessionChange {
    const { session } = this.#run
    const change = {
      head: session.history.head,
      ...(this.#isTurn && { run: this.#checkpoint() }),
      ...this.#changedState(),
    }
    return (row) => ({ ...change, ...titleOf(batch, row) })
  }

  #checkpoint(): RunCheckpoint {
    const { id: runId, usage, costUsd, charged } = this.#run
    return { runId, iterations: this.#iterations, usage, costUsd, charged: { ...charged } }
  }

  #changedState(): Pick<SessionChange, 'state'> {
    const { state } = this.#run.session
    if (state === this.#state) return {}
    this.#state = state
    try {
      return { state: JSON.parse(JSON.stringify(state)) as JsonObject }
    } catch {
      this.#run.warn(
        'state_not_stored',
        "The session's state is not JSON, so it is not stored and a reload loses it. Keep JSON data alone in it.",
      )
      return {}
    }
  }

  #fail(error: StorageError): void {
    this.#sink.onFailed(error)
    if (error.code === 'lost') this.#run.cancel({ kind: 'race_lost', message: error.message })
  }
}
