import {
  type AgentEvent,
  type DeltaEvent,
  type EventType,
  type EventOf,
  type EventBase,
  type EventName,
  type EventPayloads,
  isTerminal,
} from './events.ts'
import { dropUndefined } from './json/json.ts'
import type { Clock } from './clock.ts'

type Identity = Pick<EventBase, 'agentId' | 'runId' | 'rootRunId' | 'sessionId'>

type PassingName = 'content_delta' | 'reasoning_delta' | 'tool_call_delta' | 'request_built'

/** The deltas of one part, as a late observer gets them. */
export interface JoinedDeltas {
  readonly first: DeltaEvent
  text: string
}

/** The writer of events as JSON. The engine sets it, because a page can render without it. */
export const eventJson: { write: (event: object) => object } = { write: (event) => ({ ...event }) }

function toJSON(this: object): object {
  return eventJson.write(this)
}

/** The events of a run, in order. Nothing is added after the terminal event. */
export class EventLog {
  readonly #events: AgentEvent[] = []
  #listed: readonly AgentEvent[] = Object.freeze([])
  readonly #entries: (AgentEvent | JoinedDeltas)[] = []
  readonly #observers = new Set<(event: AgentEvent) => void>()
  /** The fields that every event has. */
  readonly identity: Identity
  readonly #clock: Clock
  readonly #dispatch: (event: AgentEvent) => void
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
    dispatch: (event: AgentEvent) => void,
    hears?: (type: EventType) => boolean,
  ) {
    this.identity = identity
    this.#clock = clock
    this.#dispatch = dispatch
    this.#hears = hears
  }

  /** Tells if a handler would get an event of this type now. */
  isHeard(type: EventType): boolean {
    return !this.#closed && this.#hears?.(type) === true
  }

  emit<Name extends Exclude<EventName, PassingName>>(
    name: Name,
    payload: EventPayloads[Name],
  ): void {
    if (this.#closed) return
    const stamped = {
      type: `agent:${name}`,
      seq: this.#events.length + 1,
      at: this.now(),
      ...this.identity,
      ...payload,
    }
    const whole = Object.defineProperty(dropUndefined(stamped), 'toJSON', { value: toJSON })
    const event = Object.freeze(whole) as unknown as AgentEvent
    this.#events.push(event)
    this.#entries.push(event)
    this.#closed = isTerminal(event)
    this.#tell(event)
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
    if (begun) this.#entries.push(begun)
    this.#tell(delta)
  }

  /** Reports a request to the handlers. It is not kept, and observers do not get it. */
  tell(event: EventOf<'agent:request_built'>): void {
    if (!this.#closed) this.#dispatch(event)
  }

  /**
   * Yields the events so far, with joined deltas, then each new event up to the terminal one.
   * Breaking out does not stop the run.
   */
  observe(): AsyncIterableIterator<AgentEvent> {
    const waiting: AgentEvent[] = this.#entries.map((entry) =>
      'type' in entry ? entry : Object.freeze({ ...entry.first, delta: entry.text }),
    )
    let wake: (() => void) | undefined
    let ended = this.#closed
    const observer = (event: AgentEvent): void => {
      waiting.push(event)
      if (isTerminal(event)) stop()
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

  /** Calls `observer`, which must not throw, with every event from now on. */
  listen(observer: (event: AgentEvent) => void): void {
    this.#observers.add(observer)
  }

  /** Returns the time for an event. The time never goes back, even if the clock does. */
  now(): number {
    return (this.#at = Math.max(this.#at, this.#clock.now()))
  }

  #tell(event: AgentEvent): void {
    this.#dispatch(event)
    for (const observer of this.#observers) observer(event)
  }
}
