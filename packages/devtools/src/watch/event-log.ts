import type { Agent, AgentEvent, EventOf } from '@ambit/core'
import { FrameStore } from './frame-store.ts'

export type KeptEvent = Exclude<AgentEvent, EventOf<'agent:delta'>>

/** The events of an agent. */
export interface EventsState {
  /**
   * The newest events, in the order in which they came. The array is another one after a change.
   */
  readonly events: readonly KeptEvent[]
  /** The number of older events that are no longer kept. */
  readonly dropped: number
}

/** Whether an event is the last one of its run. */
export const isEnd = ({ type }: KeptEvent): boolean =>
  /^agent:(?:completed|failed|cancelled)$/.test(type)

/** The most events that are kept, but for a part of a tenth that is dropped together. */
const maxEvents = 10_000

/** The events of an agent so far, without deltas. Announces changes once per frame. */
export class EventLog extends FrameStore<EventsState> {
  readonly #agent: Agent
  readonly #most: number
  readonly #events: KeptEvent[] = []
  readonly #running = new Set<string>()
  #dropped = 0
  readonly #stop: () => void

  constructor(agent: Agent, most: number = maxEvents) {
    super()
    this.#agent = agent
    this.#most = most
    this.#takeRun(agent.getState().runId ?? '')
    this.#stop = agent.on('*', (event) => {
      if (event.type === 'agent:delta') return
      const kept: KeptEvent = event
      // A run that began before the log is taken from its start, with this event.
      const isLate = kept.seq > 1 && !this.#running.has(kept.runId)
      if (!isLate || !this.#takeRun(kept.runId)) this.#take(kept)
    })
  }

  stop(): void {
    this.#stop()
  }

  protected read(): EventsState {
    return { events: this.#events.slice(), dropped: this.#dropped }
  }

  /** Takes the events of a run that goes on. Returns false if there is none. */
  #takeRun(runId: string): boolean {
    const run = this.#agent.run(runId)
    run?.events.forEach((event) => this.#take(event as KeptEvent))
    return run !== undefined && run.events.length > 0
  }

  #take(event: KeptEvent): void {
    if (isEnd(event)) this.#running.delete(event.runId)
    else this.#running.add(event.runId)
    const all = this.#events
    all.push(event)
    // Dropping some at once is cheaper than moving all of them for each event.
    const excess = all.length - this.#most
    if (excess >= this.#most / 10) {
      all.splice(0, excess)
      this.#dropped += excess
    }
    this.changed()
  }
}
