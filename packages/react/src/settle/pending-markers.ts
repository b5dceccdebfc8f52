import type { Agent } from '@ambit/core'
import { Listeners } from '../agent/use-store.ts'

/** The count of the mounted `PageBusy` components. */
export class PendingMarkers {
  readonly #listeners = new Listeners()
  #count = 0

  get count(): number {
    return this.#count
  }

  readonly subscribe: Listeners['subscribe'] = this.#listeners.subscribe

  /** Adds one. Returns a function that removes it. */
  add(): () => void {
    this.#count++
    return () => {
      this.#count--
      this.#listeners.announce()
    }
  }
}

const markers = new WeakMap<Agent, PendingMarkers>()

/** Returns the markers of an agent. All roots that it is provided to share them. */
export function markersOf(agent: Agent): PendingMarkers {
  let ofAgent = markers.get(agent)
  if (!ofAgent) markers.set(agent, (ofAgent = new PendingMarkers()))
  return ofAgent
}
