import type { LoopRun } from '../engine/run-core.ts'
import { openCalls } from '../engine/answer-calls.ts'
import {
  type Intent,
  type RunCheckpoint,
  type SessionChange,
  type SessionRow,
  type SessionWrite,
  StorageError,
} from '../storage/storage.ts'
import type { Journal, StartingCall } from '../engine/journal.ts'
import { textOf } from '../messages/content.ts'
import type { JsonObject } from '../json/json.ts'
import type { AssistantMessage, Message } from '../messages/message.ts'
import { addUsage } from '../budget/usage.ts'

/** What the runs of one claim write through. */
export interface JournalSink {
  /** The session as it was when the claim was granted, runs that were cut short counted. */
  readonly row: SessionRow
  /** Messages that are in the history and not yet stored. */
  readonly unsaved: Message[]
  /** Rejects with `StorageError`. */
  write(write: Omit<SessionWrite, 'at'>): Promise<void>
  /** The session is another page's now, or the storage keeps nothing more. */
  onFailed(error: StorageError): void
  /** What calls of the session were started and have no answer, by call. */
  readonly intents: ReadonlyMap<string, Intent>
}

/** Writes down one run of a session as it goes. */
export class RunJournal implements Journal {
  readonly #run: LoopRun
  readonly #sink: JournalSink
  /** A chat, whose progress is kept; calls of the page alone have none. */
  readonly #isTurn: boolean
  #iterations: number
  #state: unknown
  /** Calls whose results have to outlive a power cut. */
  readonly #consequential = new Set<string>()

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
    const batch = unsaved.splice(0)
    try {
      await this.#sink.write({ messages: batch, session: this.#session(batch), isStrict })
    } catch (error) {
      unsaved.unshift(...batch)
      this.#fail(error as StorageError)
      // What a tool did must not be lost behind the person's back.
      if (messages.some(({ role }) => role === 'tool')) this.#run.fail(error)
    }
  }

  async started({ call, effect, idempotencyKey: key }: StartingCall): Promise<void> {
    const { ports, id: runId } = this.#run
    const isStrict = effect !== 'read'
    if (isStrict) this.#consequential.add(call.id)
    const intent = {
      call,
      effect,
      key,
      runId,
      startedAt: ports.clock.now(),
      attempt: (this.#sink.intents.get(call.id)?.attempt ?? 0) + 1,
      ...(!this.#isTurn && { source: 'ui' as const }),
    }
    try {
      await this.#sink.write({ intent, isStrict })
    } catch (error) {
      this.#fail(error as StorageError)
      throw error
    }
  }

  mustAsk(callId: string): boolean {
    const intent = this.#sink.intents.get(callId)
    if (!intent) return false
    return this.#run.toolbox.find(intent.call.name)?.tool.onResume === 'ask'
  }

  /** Writes that the run has ended. Never rejects. */
  async end(): Promise<void> {
    const { unsaved, row } = this.#sink
    const { usage, costUsd } = this.#run
    const batch = unsaved.splice(0)
    const ended: SessionChange = {
      ...this.#session(batch),
      ...(this.#isTurn && { run: null }),
      usage: addUsage(row.usage, usage),
      costUsd: costUsd === undefined ? row.costUsd : (row.costUsd ?? 0) + costUsd,
    }
    await this.#sink.write({ messages: batch, session: ended }).catch((error: unknown) => {
      unsaved.unshift(...batch)
      this.#fail(error as StorageError)
    })
  }

  /** A model call's message came; those of calls of the page are none. */
  #count(messages: readonly Message[]): void {
    if (!this.#isTurn) return
    this.#iterations += messages.filter(
      (message) => message.role === 'assistant' && message.source !== 'ui',
    ).length
  }

  #session(batch: readonly Message[]): SessionChange {
    const { session } = this.#run
    return {
      head: session.history.head,
      ...(this.#isTurn && { run: this.#checkpoint() }),
      ...this.#changedState(),
      ...this.#title(batch),
    }
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
      this.#run.warn('state_not_stored', "The session's state is not JSON, so it is not stored.")
      return {}
    }
  }

  #title(batch: readonly Message[]): Pick<SessionChange, 'title'> {
    if (this.#sink.row.title !== undefined || this.#sink.row.next > 0) return {}
    const first = batch.find((message) => message.role === 'user' && message.source !== 'app')
    if (first?.role !== 'user') return {}
    return { title: textOf(first.content).trim().slice(0, 60) }
  }

  #fail(error: StorageError): void {
    this.#sink.onFailed(error)
    if (!StorageError.isInstance(error) || error.code === 'lost') {
      this.#run.cancel({ kind: 'race_lost', message: 'another page runs this session now' })
    }
  }
}

/** Where a run that was cut short stands: the message whose calls are not all answered, if that is what it ended on. */
export function pendingMessage(messages: readonly Message[]): AssistantMessage | undefined {
  const last = messages.findLast((message) => message.role === 'assistant')
  if (last?.role !== 'assistant' || last.finishReason === undefined) return undefined
  const isLast = messages.at(-1) === last
  return isLast || openCalls(messages).length > 0 ? last : undefined
}
