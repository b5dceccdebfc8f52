import type { Journal, LoopRun, StartingCall } from '../../engine/run.ts'
import type { Clock } from '../../environment.ts'
import { dropUndefined, type JsonObject } from '../../json/json.ts'
import {
  type AssistantToolCall,
  type Message,
  textOf,
  type ToolMessage,
} from '../../messages/message.ts'
import { addUsage } from '../../model/usage.ts'
import {
  type Intent,
  type RunCheckpoint,
  type SessionChange,
  type SessionRow,
  type SessionWrite,
  StorageError,
} from '../../storage/storage.ts'

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

/** The data that one step of a run stores. Several parts can go together as one write. */
interface WritePart {
  readonly messages?: readonly Message[] | undefined
  readonly intents?: readonly Intent[] | undefined
  /**
   * Returns the changes of the session. Called when the write is made. `row` is the session as the
   * parts before this one leave it.
   */
  readonly change?: ((row: SessionRow) => SessionChange) | undefined
  readonly isStrict?: boolean | undefined
}

/** The storage at the end of a line. */
interface LineTarget {
  readonly clock: Clock
  /** True if no write goes over a network, so that none is far. */
  readonly isLocal?: boolean | undefined
  /** Makes a write of parts. */
  compose(parts: readonly WritePart[]): SessionWrite | Promise<SessionWrite>
  /** Stores a write. Rejects with `StorageError`. */
  send(write: SessionWrite): Promise<SessionRow>
  /** Takes over the session after a write that is stored. */
  onStored(row: SessionRow, write: SessionWrite): void
}

interface WaitingPart {
  readonly part: WritePart
  /** True if its run goes on before the part is stored. */
  readonly isLater: boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** The longest write of a storage that is near, in milliseconds: a database in the browser. */
const nearMs = 20

/**
 * The line of the writes of one claim. One write is on its way at a time. What comes meanwhile goes
 * together as the next one, in order. A write whose answer was lost is sent again with the same id,
 * once at once, and then before the next write.
 */
export class WriteLine {
  readonly #target: LineTarget
  #waiting: WaitingPart[] = []
  #isSending = false
  #isDue = false
  #timer: unknown
  /** The write that failed and may be stored nevertheless. */
  #uncertain: SessionWrite | undefined
  /** The time of the quickest write, in milliseconds. One slow write tells nothing. */
  #quickestMs: number | undefined

  constructor(target: LineTarget) {
    this.#target = target
  }

  /** True if writes take so long that a run should not wait for each one. */
  get isFar(): boolean {
    return !this.#target.isLocal && (this.#quickestMs ?? 0) > nearMs
  }

  /** Stores a part. Resolves when it is durable. Rejects with `StorageError`. */
  readonly write = (part: WritePart): Promise<void> => {
    const stored = this.#add(part, false)
    this.#flush()
    return stored
  }

  /**
   * Stores a part as `write` does, together with the next part. Waits for that part for at most a
   * quarter of the time that a write takes. No later part is stored if this one is not.
   */
  readonly writeLater = (part: WritePart): Promise<void> => {
    const waitMs = (this.#quickestMs ?? 0) / 4
    this.#timer ??= this.#target.clock.setTimeout(this.#flush, waitMs)
    return this.#add(part, true)
  }

  #add(part: WritePart, isLater: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ part, isLater, resolve, reject })
    return promise
  }

  readonly #flush = (): void => {
    this.#target.clock.clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isDue = true
    if (!this.#isSending) void this.#sendAll()
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true
    while (this.#isDue) {
      this.#isDue = false
      await this.#send(this.#waiting.splice(0))
    }
    this.#isSending = false
  }

  /** Sends parts together. Resolves with the error if they are not stored. Never rejects. */
  async #send(parts: readonly WaitingPart[]): Promise<unknown> {
    try {
      await this.#sendUncertain()
      const write = await this.#target.compose(parts.map(({ part }) => part))
      await this.#deliver(write).catch((error: unknown) => {
        if (!mayBeStored(error)) throw error
        return this.#deliver(write)
      })
    } catch (error) {
      if (parts.length > 1 && isRefused(error)) return this.#sendEach(parts)
      for (const { reject } of parts) reject(error)
      return error
    }
    for (const { resolve } of parts) resolve()
    return undefined
  }

  /** Sends parts one by one, after the storage has refused all of them because of one. */
  async #sendEach(parts: readonly WaitingPart[]): Promise<unknown> {
    let failed: unknown
    for (const waiting of parts) {
      if (failed !== undefined) waiting.reject(failed)
      else {
        const error = await this.#send([waiting])
        // The parts after it come from a run that went on as if it were stored.
        if (waiting.isLater) failed = error
      }
    }
    return failed
  }

  /** Sends the last write again if nobody knows whether it is stored. */
  async #sendUncertain(): Promise<void> {
    if (!this.#uncertain) return
    await this.#deliver(this.#uncertain).catch((error: unknown) => {
      if (!isRefused(error)) throw error
    })
  }

  async #deliver(write: SessionWrite): Promise<void> {
    const { clock } = this.#target
    this.#uncertain = write
    const startedAt = clock.now()
    try {
      const row = await this.#target.send(write)
      this.#uncertain = undefined
      const tookMs = clock.now() - startedAt
      this.#quickestMs = Math.min(this.#quickestMs ?? tookMs, tookMs)
      this.#target.onStored(row, write)
    } catch (error) {
      if (!mayBeStored(error)) this.#uncertain = undefined
      throw error
    }
  }
}

/** Tells if a write that failed may be stored: its answer may have been lost on the way. */
const mayBeStored = (error: unknown): boolean =>
  !StorageError.isInstance(error) || error.code === 'unavailable'

/** Tells if the storage refused what is in a write. Another write may be stored. */
const isRefused = (error: unknown): boolean =>
  StorageError.isInstance(error) && error.code !== 'unavailable' && error.code !== 'lost'

/** Merges parts into one write. `row` is the session before it. */
export function mergeParts(
  parts: readonly WritePart[],
  row: SessionRow,
): Pick<SessionWrite, 'messages' | 'intents' | 'isStrict'> & { readonly session: SessionChange } {
  // The first write adds the usage of a run that was cut short to that of the session.
  let session: SessionChange = { usage: row.usage, costUsd: row.costUsd }
  const messages: Message[] = []
  for (const { messages: added = [], change } of parts) {
    const { run: _run, ...changed } = session
    const next = row.next + messages.length
    const before = { ...row, ...(dropUndefined(changed) as Partial<SessionRow>), next }
    session = { ...session, ...dropUndefined(change?.(before) ?? {}) }
    messages.push(...added)
  }
  return {
    messages,
    intents: parts.flatMap(({ intents = [] }) => intents),
    session,
    isStrict: parts.some(({ isStrict }) => isStrict),
  }
}

/**
 * Returns the first title of a session: the beginning of what the person said first in these
 * messages. Empty if the session has a title.
 */
export function titleOf(
  messages: readonly Message[],
  { title }: Pick<SessionRow, 'title'>,
): Pick<SessionRow, 'title'> {
  if (title !== undefined) return {}
  for (const message of messages) {
    if (message.role !== 'user' || message.source === 'app') continue
    const said = textOf(message.content).trim().slice(0, 60)
    if (said !== '') return { title: said }
  }
  return {}
}
