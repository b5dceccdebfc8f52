// The reasons: decisions/0020.
import type { LoopRun } from '../../engine/run.ts'
import type { JsonObject } from '../../json/json.ts'
import type { AgentError } from '../../errors/agent-error.ts'
import {
  type AssistantMessage,
  type AssistantToolCall,
  type Message,
  textOf,
  type ToolMessage,
} from '../../messages/message.ts'
import { addUsage } from '../../model/cost.ts'
import type { Journal, RunRestorer, StartingCall } from '../../session-port.ts'
import type { SessionState } from '../../state/session-stores.ts'
import type { Intent, RunCheckpoint, SessionChange, SessionRow } from '../../storage.ts'
import type { WriteLine, WritePart } from './session-writer.ts'

/** The claim to which a journal writes. The runs of this page share it. */
export interface JournalTarget {
  /** The session as it was last stored, plus the usage of a run that was cut short. */
  readonly row: SessionRow
  /** The messages that are in the history and not yet stored. */
  readonly unsaved: Message[]
  readonly line: Pick<WriteLine, 'write' | 'writeLater' | 'isFar'>
  /** Hears of a write that failed: another page runs the session, or the storage failed. */
  onFailed(error: AgentError<'storage'>): void
  /** Hears of a chat whose end could not be stored, with what it has spent. */
  onUnended(run: EndedRun): void
  /** The intents of calls that were started and have no answer, by call id. */
  readonly intents: ReadonlyMap<string, Intent>
}

/** A run that has ended. */
export type EndedRun = Pick<RunCheckpoint, 'runId' | 'usage' | 'costUsd'>

/** The journal of one run: it writes each step of the run to the session's storage. */
export class RunJournal implements Journal {
  readonly #run: LoopRun
  readonly #target: JournalTarget
  /** True for a chat, whose progress is stored. Calls of the page alone have no progress. */
  readonly #isTurn: boolean
  readonly #restorer: RunRestorer
  #iterations: number
  #pages: RunCheckpoint['pages']
  /** The ids of the calls whose results must survive a power failure. */
  readonly #consequential = new Set<string>()
  /** The records of the calls that this run has started. */
  readonly #started = new Map<string, Intent>()

  constructor(
    run: LoopRun,
    target: JournalTarget,
    restorer: RunRestorer,
    isTurn: boolean,
    resumed?: RunCheckpoint,
  ) {
    this.#run = run
    this.#target = target
    this.#isTurn = isTurn
    this.#restorer = restorer
    this.#iterations = resumed?.iterations ?? 0
    this.#pages = resumed?.pages
  }

  async append(messages: readonly Message[]): Promise<void> {
    const { unsaved } = this.#target
    unsaved.push(...messages)
    // The answers of model calls count. Messages for calls of the page do not.
    const answers = messages.filter(
      (one): one is AssistantMessage => one.role === 'assistant' && one.source !== 'ui',
    )
    if (this.#isTurn) this.#iterations += answers.length
    if (answers.length > 0) this.#pages = this.#pagesOf(answers)
    const isStrict = messages.some(({ id }) => this.#consequential.has(id))
    const batch = this.#takeUnsaved()
    const part = { messages: batch, change: this.#change(batch), isStrict }
    // What a user said is durable before the model is asked: here, or with those that wait.
    const { waiting = [] } = this.#target.row
    const isUrgent = messages.some(
      ({ role, id }) => role === 'user' && !waiting.some((stored) => stored.id === id),
    )
    await this.#store(part, isUrgent, (error) => {
      unsaved.unshift(...batch)
      this.#fail(error)
      // A tool's effect must not be lost without the user knowing.
      if (messages.some(({ role }) => role === 'tool')) this.#run.fail(error)
    })
  }

  async started(starting: StartingCall): Promise<void> {
    const { call, effect, idempotencyKey: key, mayRepeat, isChanged } = starting
    const isStrict = effect !== 'read'
    if (isStrict) this.#consequential.add(call.id)
    const record = this.#record(call, effect, key)
    const intent: Intent = { ...record, ...(isChanged && { isChanged }) }
    this.#started.set(call.id, intent)
    let failed: AgentError<'storage'> | undefined
    await this.#store({ intents: [intent], isStrict }, !mayRepeat, (error) => {
      failed = error
      this.#fail(error)
      // The call may run already.
      if (mayRepeat) this.#run.fail(error)
    })
    if (failed) throw failed
    // An answer before this call may not have been stored.
    if (this.#run.fatal) throw this.#run.fatal.error
  }

  async ended(call: AssistantToolCall, answer: ToolMessage): Promise<void> {
    const { id } = call
    const started = this.#started.get(id)
    const intent = started
      ? { ...started, call, attempt: started.attempt + 1, answer }
      : { ...this.#record(call, 'read', `${this.#run.session.id}:${id}`), answer }
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
    return this.#target.row.run !== undefined
  }

  get intents(): ReadonlyMap<string, Intent> {
    return this.#target.intents
  }

  answerNext(): Promise<void> | undefined {
    return this.#restorer.answerNext(this.#run)
  }

  tellLost(): Promise<void> {
    return this.#restorer.tellLost(this.#run)
  }

  async end(): Promise<void> {
    const { unsaved } = this.#target
    const { id: runId, usage, costUsd } = this.#run
    const messages = this.#takeUnsaved()
    const changed = this.#change(messages)
    const change: WritePart['change'] = (row) => ({
      ...changed(row),
      ...(this.#isTurn && { run: null }),
      ...addSpent(row, { usage, costUsd }),
    })
    await this.#store({ messages, change }, true, (error) => {
      unsaved.unshift(...messages)
      if (this.#isTurn) this.#target.onUnended({ runId, usage, costUsd })
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
    onFailed: (error: AgentError<'storage'>) => void,
  ): Promise<void> {
    const { line } = this.#target
    if (isUrgent || !line.isFar) await line.write(part).catch(onFailed)
    else void line.writeLater(part).catch(onFailed)
  }

  /** Takes the messages to store. A message that left the history is not stored. */
  #takeUnsaved(): Message[] {
    const { history } = this.#run.session
    return this.#target.unsaved.splice(0).filter(({ id }) => history.has(id))
  }

  #record(call: AssistantToolCall, effect: string, key: string): Intent {
    const { ports, id: runId, source, taint } = this.#run
    return {
      call,
      effect,
      key,
      runId,
      startedAt: ports.clock.now(),
      attempt: (this.intents.get(call.id)?.attempt ?? 0) + 1,
      ...(!this.#isTurn && { source, ...(taint !== undefined && { taint }) }),
    }
  }

  /** Returns the changes of the session that come with messages, as the run is now. */
  #change(batch: readonly Message[]): (row: SessionRow) => SessionChange {
    const { session, id: runId, usage, costUsd, charged } = this.#run
    const iterations = this.#iterations
    const pages = this.#pages
    const run: RunCheckpoint = { runId, iterations, usage, costUsd, charged: { ...charged }, pages }
    const change = {
      head: session.history.head,
      ...(this.#isTurn && { run }),
    }
    return (row) => ({ ...change, ...this.#changedState(), ...titleOf(batch, row) })
  }

  /** Returns the pages of the calls of messages, as their request showed them. */
  #pagesOf(answers: readonly AssistantMessage[]): RunCheckpoint['pages'] {
    const { offers } = this.#run
    const pages = answers.flatMap(({ calls = [] }) =>
      calls.flatMap((call) => {
        const page = offers?.hashOf(call)
        return page === undefined ? [] : [[call.id, page] as const]
      }),
    )
    return pages.length > 0 ? Object.fromEntries(pages) : undefined
  }

  #changedState(): Pick<SessionChange, 'state'> {
    const changed = toStateChange(this.#run.session.state)
    if (changed) return changed
    this.#run.warn(
      'state_not_stored',
      "The session's state is not JSON, so it is not stored and a reload loses it. Keep JSON data alone in it.",
    )
    return {}
  }

  #fail(error: AgentError<'storage'>): void {
    this.#target.onFailed(error)
    if (error.details.kind === 'lost')
      this.#run.cancel({ kind: 'race_lost', message: error.message })
  }
}

/**
 * Returns the state of a session to store; nothing if it is stored. Undefined if it is not JSON.
 */
export function toStateChange(state: SessionState): Pick<SessionChange, 'state'> | undefined {
  if (!state.unstored) return {}
  try {
    return { state: JSON.parse(JSON.stringify(state.getState())) as JsonObject }
  } catch {
    state.unstored = undefined
    return undefined
  }
}

type Spent = Pick<SessionRow, 'usage' | 'costUsd'>

/** Returns the usage and the cost of a session with those of a run. */
export const addSpent = ({ usage, costUsd }: Spent, run: Spent): Spent => ({
  usage: addUsage(usage, run.usage),
  costUsd: run.costUsd === undefined ? costUsd : (costUsd ?? 0) + run.costUsd,
})

/**
 * Returns the first title of a session: the beginning of what the user said first in these
 * messages. Empty if the session has a title.
 */
export function titleOf(
  messages: readonly Message[],
  { title }: Pick<SessionRow, 'title'>,
): Pick<SessionRow, 'title'> {
  if (title !== undefined) return {}
  for (const message of messages) {
    if (message.role !== 'user' || message.source === 'app') continue
    // Without the half of a character at the end.
    const said = textOf(message.content)
      .trim()
      .slice(0, 60)
      .replace(/[\uD800-\uDBFF]$/, '')
    if (said !== '') return { title: said }
  }
  return {}
}
