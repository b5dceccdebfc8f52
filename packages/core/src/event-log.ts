import {
  type AgentEvent,
  type DeltaEvent,
  type EventBase,
  type EventName,
  type EventPayloads,
  isTerminal,
} from './events.ts'
import { dropUndefined } from './json/json.ts'
import type { Clock } from './clock.ts'

type Identity = Pick<EventBase, 'agentId' | 'runId' | 'rootRunId'>

type DeltaName = 'content_delta' | 'reasoning_delta' | 'tool_call_delta'

/** The deltas of one part, as a late observer gets them. */
export interface JoinedDeltas {
  readonly first: DeltaEvent
  text: string
}

/** What a run observed, in order. Nothing is taken in after the terminal event. */
export class EventLog {
  /** Everything but deltas. */
  readonly events: AgentEvent[] = []
  readonly #entries: (AgentEvent | JoinedDeltas)[] = []
  readonly #observers = new Set<(event: AgentEvent) => void>()
  /** On every event. */
  readonly identity: Identity
  readonly #clock: Clock
  readonly #dispatch: (event: AgentEvent) => void
  #at = Number.NEGATIVE_INFINITY
  #closed = false

  /** `dispatch` gets every event as it happens, deltas included, and must not throw. */
  constructor(identity: Identity, clock: Clock, dispatch: (event: AgentEvent) => void) {
    this.identity = identity
    this.#clock = clock
    this.#dispatch = dispatch
  }

  emit<Name extends Exclude<EventName, DeltaName>>(name: Name, payload: EventPayloads[Name]): void {
    if (this.#closed) return
    const stamped = {
      type: `agent:${name}`,
      seq: this.events.length + 1,
      at: this.now(),
      ...this.identity,
      ...payload,
    }
    const event = Object.freeze(dropUndefined(stamped)) as unknown as AgentEvent
    this.events.push(event)
    this.#entries.push(event)
    this.#closed = isTerminal(event)
    this.#tell(event)
  }

  /** Whether it had its terminal event. */
  get isClosed(): boolean {
    return this.#closed
  }

  /** Tells of a delta. Late observers get what it begins or, where that has begun, is joined to. */
  pass(delta: DeltaEvent, begun?: JoinedDeltas): void {
    if (begun) this.#entries.push(begun)
    this.#tell(delta)
  }

  /** All that was observed, then what is, to the terminal event. Stopping early stops nothing. */
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
          // Taken events are dropped once all are, so that a long run does not pile up here.
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

  /** Calls `observer`, which must not throw, with every event from here on. */
  listen(observer: (event: AgentEvent) => void): void {
    this.#observers.add(observer)
  }

  /** The time of an event: never goes back, whatever the clock does. */
  now(): number {
    return (this.#at = Math.max(this.#at, this.#clock.now()))
  }

  #tell(event: AgentEvent): void {
    this.#dispatch(event)
    for (const observer of this.#observers) observer(event)
  }
}
