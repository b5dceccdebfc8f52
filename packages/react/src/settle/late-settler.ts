import type { Settlement, Settler } from '@ambit/core'

/** The longest that a tool waits for the code, in milliseconds. */
const beforeToolMs = 100

/**
 * A settler whose code is loaded when the first run begins. Until then it waits within the same
 * bounds.
 */
export class LateSettler implements Settler {
  readonly #load: () => Promise<Settler>
  #loading: Promise<Settler | undefined> | undefined
  #settler: Settler | undefined

  /** Loads nothing yet. If loading fails, the next use tries again. */
  constructor(load: () => Promise<Settler>) {
    this.#load = load
  }

  baseline(): void {
    if (this.#settler) this.#settler.baseline()
    else void this.#startLoading().then((settler) => settler?.baseline())
  }

  async beforeTool(): Promise<void> {
    const settler = this.#settler ?? (await this.#loaded(beforeToolMs))
    await settler?.beforeTool()
  }

  async settle(at: Parameters<Settler['settle']>[0]): Promise<Settlement> {
    if (this.#settler) return this.#settler.settle(at)
    const startedAt = performance.now()
    const settler = await this.#loaded(at.timeoutMs)
    const durationMs = performance.now() - startedAt
    if (!settler) return { ok: false, why: 'react', durationMs }
    const settlement = await settler.settle({ ...at, timeoutMs: at.timeoutMs - durationMs })
    return { ...settlement, durationMs: durationMs + settlement.durationMs }
  }

  async #startLoading(): Promise<Settler | undefined> {
    this.#loading ??= this.#load().catch(() => (this.#loading = undefined))
    return (this.#settler = await this.#loading)
  }

  #loaded(timeoutMs: number): Promise<Settler | undefined> {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs))
    return Promise.race([this.#startLoading(), late])
  }
}
