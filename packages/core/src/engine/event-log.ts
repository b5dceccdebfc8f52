import { isPlainJson } from '@ambit/protocol'
import type { Clock } from '../environment.ts'
import { toErrorJson, toReasonJson } from '../errors/agent-error.ts'
import {
  type AgentEvent,
  type Dispatch,
  type EventBase,
  type EventName,
  type EventOf,
  type EventPayloads,
  type EventType,
  isTerminal,
} from '../events.ts'
import { toJsonText } from '../json/json-text.ts'
import { dropUndefined } from '../json/json.ts'
import type { MessagePart } from '../messages/message.ts'
import type { ModelResponse } from '../model/response.ts'

type Identity = Pick<EventBase, 'agentId' | 'runId' | 'rootRunId' | 'sessionId'>

type DeltaEvent = EventOf<'agent:delta'>

/** The deltas of one part, as a late observer gets them. */
interface JoinedDeltas {
  readonly first: DeltaEvent
  text: string
}

/**
 * The method with which `JSON.stringify` writes an event. Errors keep their names, messages and
 * codes. Values that JSON does not have are in the form that a model would get.
 */
const asJson: PropertyDescriptor = {
  value(this: object): object {
    return Object.fromEntries(Object.entries(this).map(([key, value]) => [key, toJson(key, value)]))
  },
}

/** The events of a run, in order. Nothing is added after the terminal event. */
export class EventLog {
  readonly #events: AgentEvent[] = []
  #listed: readonly AgentEvent[] = Object.freeze([])
  /** What late observers get, with that of the runs inside. */
  readonly #entries: (AgentEvent | JoinedDeltas)[] = []
  /** The observers, which get the events of the runs inside, too. */
  readonly #observers = new Set<(event: AgentEvent) => void>()
  /** The log of the run around this one. */
  readonly #around: EventLog | undefined
  /** The fields that every event has. */
  readonly identity: Identity
  /** True once nothing of the run may leave the device. */
  local?: true
  readonly #clock: Clock
  readonly #dispatch: Dispatch
  readonly #hears: ((type: EventType) => boolean) | undefined
  #at = Number.NEGATIVE_INFINITY
  #closed = false

  /**
   * `dispatch` gets every event as it happens, deltas included, and must not throw. `hears` tells
   * if a handler waits for a type.
   */
  constructor(
    identity: Identity,
    clock: Clock,
    dispatch: Dispatch,
    hears?: (type: EventType) => boolean,
    around?: EventLog,
  ) {
    this.#around = around
    this.identity = dropUndefined(identity)
    this.#clock = clock
    this.#dispatch = dispatch
    this.#hears = hears
  }

  /** Whether a handler would get an event of this type now. */
  isHeard(type: EventType): boolean {
    return !this.#closed && this.#hears?.(type) === true
  }

  /**
   * Adds an event and reports it. Handlers of its very type also get the fields of `more`, which no
   * one else gets and which are not kept.
   */
  emit<Name extends Exclude<EventName, 'delta'>>(
    name: Name,
    payload: EventPayloads[Name],
    more?: Partial<EventPayloads[Name]>,
  ): void {
    if (this.#closed) return
    const fields = {
      type: `agent:${name}`,
      seq: this.#events.length + 1,
      at: this.now(),
      ...this.identity,
      ...(this.local && { local: true }),
      ...dropUndefined(payload),
    }
    const event = Object.freeze(Object.defineProperty(fields, 'toJSON', asJson)) as AgentEvent
    this.#events.push(event)
    this.tell(event, event)
    this.#closed = isTerminal(event)
    this.#dispatch(event, more && Object.freeze({ ...fields, ...more } as never))
  }

  /** All events so far except deltas: a frozen list. */
  get events(): readonly AgentEvent[] {
    // Events are only added.
    if (this.#listed.length < this.#events.length) this.#listed = Object.freeze([...this.#events])
    return this.#listed
  }

  /** The number of events so far, without deltas. */
  get count(): number {
    return this.#events.length
  }

  /** True after the terminal event. */
  get isClosed(): boolean {
    return this.#closed
  }

  /**
   * Reports a delta. The first delta of a part comes with `begun`, which gives late observers the
   * joined text of the part.
   */
  pass(delta: DeltaEvent, begun?: JoinedDeltas): void {
    this.tell(delta, begun)
    this.#dispatch(delta)
  }

  /**
   * Yields the events so far, with joined deltas, then each new event up to the terminal one. If
   * `isDeep`, yields those of the runs inside, too. Breaking out does not stop the run.
   */
  observe(isDeep?: boolean): AsyncIterableIterator<AgentEvent> {
    const own = this.identity.runId
    const waiting: AgentEvent[] = this.#entries
      .map((entry) =>
        'type' in entry ? entry : Object.freeze({ ...entry.first, text: entry.text }),
      )
      .filter(({ runId }) => isDeep || runId === own)
    let wake: (() => void) | undefined
    let ended = this.#closed
    const observer = (event: AgentEvent): void => {
      const isOwn = event.runId === own
      if (isDeep || isOwn) waiting.push(event)
      if (isOwn && isTerminal(event)) stop()
      wake?.()
    }
    const stop = (): void => {
      ended = true
      this.#observers.delete(observer)
    }
    if (!ended) this.#observers.add(observer)
    let at = 0
    const iterator: AsyncIterableIterator<AgentEvent> = {
      [Symbol.asyncIterator]: () => iterator,
      next: async () => {
        while (at === waiting.length && !ended) {
          // Events are dropped once all of them are read, so that a long run does not fill the
          // memory.
          waiting.length = at = 0
          await new Promise<void>((resolve) => (wake = resolve))
        }
        const event = waiting[at++]
        return event ? { done: false, value: event } : { done: true, value: undefined }
      },
      return: () => {
        stop()
        waiting.length = at = 0
        wake?.()
        return Promise.resolve({ done: true, value: undefined })
      },
    }
    return iterator
  }

  /** Calls `observer`, which must not throw, with every event of the run from now on. */
  listen(observer: (event: AgentEvent) => void): void {
    this.#observers.add((event) => event.runId === this.identity.runId && observer(event))
  }

  /** Returns the time for an event. The time never goes back, even if the clock does. */
  now(): number {
    return (this.#at = Math.max(this.#at, this.#clock.now()))
  }

  /**
   * Tells an event, of the run or of one inside it, to the observers of both. Late ones get
   * `entry`. Handlers come after them: one that begins to observe has the event among the entries.
   */
  tell(event: AgentEvent, entry?: AgentEvent | JoinedDeltas): void {
    if (entry && !this.#closed) this.#entries.push(entry)
    for (const observer of this.#observers) observer(event)
    this.#around?.tell(event, entry)
  }
}

/** The part that a delta belongs to. The object itself identifies the part. */
type DeltaPart =
  | { readonly type: 'text' | 'reasoning' }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string }

/**
 * The deltas of a run's messages, on their way to its log. The deltas of one part are joined for
 * late observers.
 */
export class Deltas {
  readonly #log: EventLog
  readonly #joined = new Map<DeltaPart, JoinedDeltas>()
  #count = 0

  constructor(log: EventLog) {
    this.#log = log
  }

  /** Adds a whole response, a delta for each kind of part. */
  addWhole(
    { reasoning, content, calls }: ModelResponse,
    message: { iteration: number; messageId: string },
  ): void {
    if (reasoning) this.add({ type: 'reasoning' }, message, reasoning)
    if (content) this.add({ type: 'text' }, message, content)
    for (const { id, name, arguments: args, raw = JSON.stringify(args) } of calls) {
      this.add({ type: 'tool-call', id, name }, message, raw)
    }
  }

  /** Clears the deltas of a message that was refused, so that no late observer gets them. */
  withdraw(messageId: string): void {
    for (const joined of this.#joined.values()) {
      if (joined.first.messageId === messageId) joined.text = ''
    }
  }

  /** Adds a part that came whole. A late observer gets it with the message alone. */
  addPart(part: MessagePart, message: { iteration: number; messageId: string }): void {
    if (this.#log.isClosed) return
    const event = { ...this.#begin('part', message, ''), part: Object.freeze({ ...part }) }
    this.#log.pass(Object.freeze(event) as unknown as DeltaEvent)
  }

  add(part: DeltaPart, message: { iteration: number; messageId: string }, delta: string): void {
    const log = this.#log
    if (log.isClosed) return
    const event = this.#begin(part.type === 'tool-call' ? 'call' : part.type, message, delta)
    if (part.type === 'tool-call') {
      event['callId'] = part.id
      event['tool'] = part.name
    }
    const first = Object.freeze(event) as unknown as DeltaEvent
    const joined = this.#joined.get(part)
    if (joined) {
      joined.text += delta
      log.pass(first)
    } else {
      const begun = { first, text: delta }
      this.#joined.set(part, begun)
      log.pass(first, begun)
    }
  }

  #begin(
    of: DeltaEvent['of'],
    { iteration, messageId }: { iteration: number; messageId: string },
    delta: string,
  ): Record<string, string | number | boolean> {
    const log = this.#log
    const { agentId, runId, rootRunId, sessionId } = log.identity
    // One literal, and no copy of it: thousands of these are made.
    const event: Record<string, string | number | boolean> = {
      type: 'agent:delta',
      of,
      seq: log.count,
      at: log.now(),
      agentId,
      runId,
      rootRunId,
      iteration,
      messageId,
      text: delta,
      index: this.#count++,
    }
    if (sessionId !== undefined) event['sessionId'] = sessionId
    if (log.local) event['local'] = true
    return event
  }
}

function toJson(key: string, value: unknown): unknown {
  if (key === 'error') return toErrorJson(value)
  if (key === 'reason' && typeof value === 'object') return toReasonJson(value)
  if (isPlainJson(value)) return value
  try {
    return JSON.parse(toJsonText(value))
  } catch {
    return null
  }
}
