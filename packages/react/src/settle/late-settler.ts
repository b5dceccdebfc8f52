import type { Settlement, Settler } from '@ambit/core'

/** The longest that a tool waits for the code, in milliseconds. */
const beforeToolMs = 100

/**
 * A settler whose code is loaded when the first run begins. Until then it waits within the same
 * bounds. Where the code cannot be had, it waits only until React has committed urgent updates.
 */
export class LateSettler implements Settler {
  readonly #load: () => Promise<Settler>
  readonly #commit: () => Promise<void>
  #loading: Promise<Settler | undefined> | undefined
  #settler: Settler | undefined

  /**
   * Loads nothing yet. If loading fails, the next use tries again. `commit` makes React commit its
   * urgent updates, and resolves when it has.
   */
  constructor(load: () => Promise<Settler>, commit: () => Promise<void>) {
    this.#load = load
    this.#commit = commit
  }

  baseline(): void {
    if (this.#settler) this.#settler.baseline()
    else void this.#startLoading().then((settler) => settler?.baseline())
  }

  async beforeTool(): Promise<void> {
    const settler =
      this.#settler ?? (await Promise.race([this.#startLoading(), after(beforeToolMs)]))
    await settler?.beforeTool()
  }

  async settle(at: Parameters<Settler['settle']>[0]): Promise<Settlement> {
    if (this.#settler) return this.#settler.settle(at)
    const startedAt = performance.now()
    const late = after(at.timeoutMs)
    const committed = this.#commit()
    const settler = await Promise.race([this.#startLoading(), late])
    if (!settler) await Promise.race([committed, late])
    const durationMs = performance.now() - startedAt
    if (!settler) return { ok: false, why: 'react', durationMs }
    const settlement = await settler.settle({ ...at, timeoutMs: at.timeoutMs - durationMs })
    return { ...settlement, durationMs: durationMs + settlement.durationMs }
  }

  async #startLoading(): Promise<Settler | undefined> {
    this.#loading ??= this.#load().catch(() => (this.#loading = undefined))
    return (this.#settler = await this.#loading)
  }
}

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), ms))
