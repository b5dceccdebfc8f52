import {
  type AgentEvent,
  type DeltaEvent,
  type EventBase,
  type EventName,
  type EventPayloads,
  isTerminal,
} from '../values/event.ts'
import { dropUndefined } from '../values/json.ts'
import type { Clock } from '../values/clock.ts'

type Identity = Pick<EventBase, 'agentId' | 'runId' | 'rootRunId'>

type DeltaName = 'content_delta' | 'reasoning_delta' | 'tool_call_delta'

/** The part that a delta belongs to: known by its identity. */
export type DeltaPart =
  | { readonly type: 'text' | 'reasoning' }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string }

const deltaTypes = {
  text: 'agent:content_delta',
  reasoning: 'agent:reasoning_delta',
  'tool-call': 'agent:tool_call_delta',
} as const

/** The deltas of one part, as a late observer gets them. */
interface Joined {
  readonly first: DeltaEvent
  text: string
}

/** What a run observed, in order. Nothing is taken in after the terminal event. */
export class EventLog {
  /** Everything but deltas. */
  readonly events: AgentEvent[] = []
  readonly #entries: (AgentEvent | Joined)[] = []
  readonly #joined = new Map<DeltaPart, Joined>()
  readonly #observers = new Set<(event: AgentEvent) => void>()
  readonly #identity: Identity
  readonly #clock: Clock
  readonly #dispatch: (event: AgentEvent) => void
  #at = Number.NEGATIVE_INFINITY
  #deltas = 0
  #closed = false

  /** `dispatch` gets every event as it happens, deltas included, and must not throw. */
  constructor(identity: Identity, clock: Clock, dispatch: (event: AgentEvent) => void) {
    this.#identity = identity
    this.#clock = clock
    this.#dispatch = dispatch
  }

  emit<Name extends Exclude<EventName, DeltaName>>(name: Name, payload: EventPayloads[Name]): void {
    if (this.#closed) return
    const event = this.#stamp(name, payload, this.events.length + 1)
    this.events.push(event)
    this.#entries.push(event)
    this.#closed = isTerminal(event)
    this.#tell(event)
  }

  /** A piece of a part of the message under construction. Pieces of one part are joined for late observers. */
  delta(part: DeltaPart, message: { iteration: number; messageId: string }, delta: string): void {
    if (this.#closed) return
    const { agentId, runId, rootRunId } = this.#identity
    const { iteration, messageId } = message
    // One literal: thousands of these are made.
    const event = {
      type: deltaTypes[part.type],
      seq: this.events.length,
      at: this.#now(),
      agentId,
      runId,
      rootRunId,
      iteration,
      messageId,
      delta,
      index: this.#deltas++,
    }
    if (part.type === 'tool-call') Object.assign(event, { callId: part.id, tool: part.name })
    const frozen = Object.freeze(event) as DeltaEvent
    const joined = this.#joined.get(part)
    if (joined) joined.text += delta
    else {
      const entry = { first: frozen, text: delta }
      this.#joined.set(part, entry)
      this.#entries.push(entry)
    }
    this.#tell(frozen)
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

  #stamp<Name extends EventName>(
    name: Name,
    payload: EventPayloads[Name],
    seq: number,
  ): AgentEvent {
    const { agentId, runId, rootRunId } = this.#identity
    const event = {
      type: `agent:${name}`,
      seq,
      at: this.#now(),
      agentId,
      runId,
      rootRunId,
      ...payload,
    }
    return Object.freeze(dropUndefined(event)) as unknown as AgentEvent
  }

  /** Never goes back, whatever the clock does. */
  #now(): number {
    return (this.#at = Math.max(this.#at, this.#clock.now()))
  }

  #tell(event: AgentEvent): void {
    this.#dispatch(event)
    for (const observer of this.#observers) observer(event)
  }
}
