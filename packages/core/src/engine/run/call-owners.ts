import type { RegisteredTool } from '../../stores/scope-registry.ts'

/**
 * Which running calls belong to which registered tool, so that a tool that goes takes its calls
 * with it.
 */
export class CallOwners {
  readonly #running = new Map<RegisteredTool, Set<() => void>>()

  /** Has `end` called if the tool's place in the registry ends before the returned function is called. */
  tie(owner: RegisteredTool, end: () => void): () => void {
    const ends = this.#running.get(owner) ?? new Set()
    this.#running.set(owner, ends.add(end))
    return () => {
      ends.delete(end)
      if (ends.size === 0) this.#running.delete(owner)
    }
  }

  /** Ends the running calls of a tool. */
  end(owner: RegisteredTool): void {
    this.#running.get(owner)?.forEach((end) => end())
  }
}
