import type { CallWork, Executable, Found } from '../engine/call-work.ts'
import type { Binding } from './binding.ts'
import { type Shown, readShown } from './shown-preview.ts'

/** The most readings in a row, if the component commits during each of them. */
const maxRounds = 10
/** The most previews of one call that are made at the same time. */
const maxAsking = 3
/** The number of changes that are shown at once. Later ones are shown twice a second. */
const promptChanges = 10
const pauseMs = 500
/** The number of changes after which the call is denied. */
const maxChanges = 200
/** The weight of a change that was found only after the answer of a person. */
const lateWeight = 20

/**
 * The watch over what a tool says of one call. The tool is asked again after each commit of its
 * component, after each change of the registered tools and after each handler that has ended.
 */
export class ShownWatch {
  readonly #work: CallWork
  readonly #binding: Binding
  /** The number of commits at the last reading that can be relied on. */
  #commits = -1
  #rechecks = 0
  #changes = 0

  constructor(work: CallWork, binding: Binding) {
    // The call may get other arguments later. The page is compared with those that were shown.
    this.#work = { ...work, warnings: [] }
    this.#binding = binding
  }

  /** Asks a tool for the first time. */
  first({ executable }: Found): Promise<Shown> {
    return this.#readSteady(async () => readShown(this.#work, executable))
  }

  /** Asks the tool of now. Resolves with undefined if that is not the tool of the call. */
  async read(): Promise<Shown | undefined> {
    const shown = await this.#readSteady(() => this.#ask())
    if (!shown) this.#commits = -1
    return shown
  }

  /** Counts a change. Returns false if there were too many of them. */
  count(isLate: boolean): boolean {
    this.#changes += isLate ? lateWeight : 1
    return this.#changes <= maxChanges
  }

  /**
   * Tells if the tool of now says what was shown. Returns a promise only if an asynchronous preview
   * has to be asked again, because the component has committed since.
   */
  isStill(shown: Shown, now: Executable): boolean | Promise<boolean> {
    const still = shown.isStill(now)
    if (still !== undefined || this.#commits === this.#count()) return still ?? true
    if (++this.#rechecks > maxRounds) return false
    return this.read().then((again) => again?.isSame(shown) ?? false)
  }

  /**
   * Calls the listener once, when the tool says something else than `shown`. The returned function
   * ends that.
   */
  onChange(shown: Shown, listener: (now: Shown) => void): () => void {
    const { run, call } = this.#work
    const { clock } = run.ports
    const { registry } = run.toolbox
    let isOver = false
    let isScheduled = false
    let isDue = false
    let asking = 0
    let asked = 0
    let latest = 0
    let changed: Shown | undefined
    let timer: unknown
    const tell = (): void => {
      if (isOver || !changed) return
      end()
      listener(changed)
    }
    const ask = async (): Promise<void> => {
      isScheduled = false
      if (isOver) return
      if (asking === maxAsking) {
        isDue = true
        return
      }
      const nth = ++asked
      asking++
      try {
        const now = await this.#ask()
        // A preview that was asked later may have answered earlier.
        if (!now || nth < latest) return
        latest = nth
        changed = now.isSame(shown) ? undefined : now
        if (this.#changes < promptChanges) tell()
        else timer ??= clock.setTimeout(tell, pauseMs)
      } catch {
        // The call was cancelled.
      } finally {
        asking--
        if (isDue) look()
        isDue = false
      }
    }
    const look = (): void => {
      if (isScheduled || isOver) return
      isScheduled = true
      queueMicrotask(() => void ask())
    }
    const ends = [
      registry.subscribe(look),
      registry.commits.subscribe((tool) => {
        if (tool === undefined || tool === call.name) look()
      }),
    ]
    const end = (): void => {
      isOver = true
      for (const one of ends) one()
      if (timer !== undefined) clock.clearTimeout(timer as never)
    }
    if (this.#commits !== this.#count()) look()
    return end
  }

  #count(): number {
    return this.#work.run.toolbox.registry.commits.countOf(this.#work.call.name)
  }

  /** Asks again if the component has committed meanwhile: its functions are others then. */
  async #readSteady<T>(ask: () => Promise<T>): Promise<T> {
    for (let nth = 1; ; nth++) {
      this.#commits = this.#count()
      const answer = await ask()
      if (this.#commits === this.#count() || nth === maxRounds) return answer
    }
  }

  async #ask(): Promise<Shown | undefined> {
    const now = this.#work.find(this.#work.call.name)
    // A tool that has left, or is another, is no matter of its preview.
    return this.#binding.isSame(now) && now ? readShown(this.#work, now.executable) : undefined
  }
}
