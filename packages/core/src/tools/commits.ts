/** The commits of the components that own tools. After a commit, a tool's functions are others. */
export class Commits {
  readonly #counts = new Map<string, number>()
  readonly #listeners = new Set<(tool: string | undefined) => void>()

  /** Records a commit of the component that owns a tool. */
  add(tool: string): void {
    this.#counts.set(tool, this.countOf(tool) + 1)
    this.announce(tool)
  }

  /** Tells the listeners that what a tool would say may have changed; undefined for any tool. */
  announce(tool?: string): void {
    for (const listener of this.#listeners) listener(tool)
  }

  /** Returns the number of commits of the component that owns a tool. */
  countOf(tool: string): number {
    return this.#counts.get(tool) ?? 0
  }

  /** Calls the listener with each announced tool until the returned function is called. */
  subscribe(listener: (tool: string | undefined) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
