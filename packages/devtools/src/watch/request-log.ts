import type { Agent, EventOf } from '@ambit/core'
import { Store } from './store.ts'

/** A request as the model got it. */
export type KeptRequest = EventOf<'agent:request_built'>

/** The requests of an agent. */
export interface RequestsState {
  /** The newest requests, oldest first. */
  readonly requests: readonly KeptRequest[]
  /** The number of older requests that are no longer kept. */
  readonly dropped: number
}

/** The most requests that are kept. Their messages are those of the history. */
export const maxRequests = 500

/** The requests of an agent so far, each with what it was built from. */
export class RequestLog extends Store<RequestsState> {
  readonly #stop: () => void

  constructor(agent: Agent) {
    super({ requests: [], dropped: 0 })
    this.#stop = agent.on('agent:request_built', (event) => {
      const { requests, dropped } = this.getState()
      const all = [...requests, event]
      const excess = Math.max(0, all.length - maxRequests)
      this.setState({ requests: all.slice(excess), dropped: dropped + excess })
    })
  }

  stop(): void {
    this.#stop()
  }
}
