import type { Agent } from '@ambit/core'
import { Store } from './store.ts'
import { type Watched, watchAgent } from './watch-agent.ts'

/** The agents that the panel shows, each watched once. */
export class Shown extends Store<readonly Watched[]> {
  readonly #counts = new Map<Watched, number>()

  constructor() {
    super([])
  }

  /** Adds an agent. Returns a function that removes it, unless it was added once more. */
  add(agent: Agent): () => void {
    const found = this.getState().find((watched) => watched.agent === agent)
    const watched = found ?? watchAgent(agent)
    this.#counts.set(watched, (this.#counts.get(watched) ?? 0) + 1)
    if (!found) this.setState([...this.getState(), watched])
    let isAdded = true
    return () => {
      if (!isAdded) return
      isAdded = false
      // StrictMode takes a component off the page and puts it back at once.
      setTimeout(() => this.#remove(watched))
    }
  }

  #remove(watched: Watched): void {
    const left = (this.#counts.get(watched) ?? 0) - 1
    this.#counts.set(watched, left)
    if (left > 0) return
    this.#counts.delete(watched)
    watched.stop()
    this.setState(this.getState().filter((other) => other !== watched))
  }
}
