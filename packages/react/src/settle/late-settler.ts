import type { Settlement, Settler } from '@ambit/core'

/** How long a tool is kept waiting for the code. */
const beforeToolMs = 100

/** Settles as a settler whose code is loaded when the first run begins, within the same bounds. */
export class LateSettler implements Settler {
  readonly #load: () => Promise<Settler>
  #loading: Promise<Settler | undefined> | undefined
  #settler: Settler | undefined

  /** Loads nothing yet. What could not be loaded is asked for again when it is needed next. */
  constructor(load: () => Promise<Settler>) {
    this.#load = load
  }

  baseline(): void {
    if (this.#settler) this.#settler.baseline()
    else void this.#start().then((settler) => settler?.baseline())
  }

  async beforeTool(): Promise<void> {
    const settler = this.#settler ?? (await this.#comes(beforeToolMs))
    await settler?.beforeTool()
  }

  async settle(at: Parameters<Settler['settle']>[0]): Promise<Settlement> {
    if (this.#settler) return this.#settler.settle(at)
    const startedAt = performance.now()
    const settler = await this.#comes(at.timeoutMs)
    const durationMs = performance.now() - startedAt
    if (!settler) return { ok: false, why: 'react', durationMs }
    const settlement = await settler.settle({ ...at, timeoutMs: at.timeoutMs - durationMs })
    return { ...settlement, durationMs: durationMs + settlement.durationMs }
  }

  async #start(): Promise<Settler | undefined> {
    this.#loading ??= this.#load().catch(() => (this.#loading = undefined))
    return (this.#settler = await this.#loading)
  }

  #comes(timeoutMs: number): Promise<Settler | undefined> {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs))
    return Promise.race([this.#start(), late])
  }
}
