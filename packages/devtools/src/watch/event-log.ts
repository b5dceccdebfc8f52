import type { Agent, AgentEvent, DeltaEvent } from '@ambit/core'
import { Store } from './store.ts'

/** An event that is kept. */
export type KeptEvent = Exclude<AgentEvent, DeltaEvent>

/** The events of an agent. */
export interface EventsState {
  /** The newest events, oldest first. The array is another one after each change. */
  readonly events: readonly KeptEvent[]
  /** The number of older events that are no longer kept. */
  readonly dropped: number
}

/** The most events that are kept. */
export const maxEvents = 10_000

/** The events of an agent so far, without deltas. */
export class EventLog extends Store<EventsState> {
  readonly #stop: () => void

  constructor(agent: Agent) {
    super({ events: [], dropped: 0 })
    const take = (event: AgentEvent): void => {
      if (/_delta$/.test(event.type)) return
      const { events, dropped } = this.getState()
      const all = [...events, event as KeptEvent]
      const excess = Math.max(0, all.length - maxEvents)
      this.setState({ events: all.slice(excess), dropped: dropped + excess })
    }
    agent.run(agent.activity.getState().runId ?? '')?.events.forEach(take)
    this.#stop = agent.on('*', take)
  }

  stop(): void {
    this.#stop()
  }
}
