import type { Agent } from '@ambit/core'
import { Listeners } from '../agent/listeners.ts'

/** Counts what is on the page only for as long as the page is not ready. */
export class PendingMarkers {
  readonly #listeners = new Listeners()
  #count = 0

  get count(): number {
    return this.#count
  }

  readonly subscribe: Listeners['subscribe'] = this.#listeners.subscribe

  /** Adds one until the returned function is called. */
  add(): () => void {
    this.#count++
    return () => {
      this.#count--
      this.#listeners.announce()
    }
  }
}

const markers = new WeakMap<Agent, PendingMarkers>()

/** The markers of an agent, on all its pages. */
export function markersOf(agent: Agent): PendingMarkers {
  let ofAgent = markers.get(agent)
  if (!ofAgent) markers.set(agent, (ofAgent = new PendingMarkers()))
  return ofAgent
}
