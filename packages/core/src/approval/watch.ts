import type { CancelReason } from '../cancellation.ts'
import type { CallWork, Executable, Found } from '../engine/call.ts'
import type { RunCore } from '../engine/run.ts'
import { toWords } from '../json/json.ts'
import { nextTask } from '../slices.ts'
import type { CallSubject } from '../tools/context.ts'
import { type Binding, isSameTool } from './binding.ts'
import { readShown, type Shown } from './preview.ts'

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

/** The watch over what provides a call: its tool, and the row or card that the call is for. */
interface ProviderWatch {
  /** Ends the watch. From then on the call goes on, whatever leaves the page. */
  end(): void
  /** Resolves once it is known if the provider that left is back; at once if nothing left. */
  decided(): Promise<void>
}

/** The parts of the page that a watch asks about. */
interface Provided {
  /** Reports that the row or card has left the page. */
  readonly onGone?: CallSubject['onGone'] | undefined
  /** Tells if the tool, as it is found now, provides the call as before. */
  readonly isBack: (now: Found | undefined) => boolean | Promise<boolean>
  /** Returns the reason why a tool that is there does not provide the call; undefined if none. */
  readonly whyNot?: ((now: Found) => string | undefined) | undefined
}

/**
 * Watches what provides a call. If that leaves the page, the call is cancelled with `scope_ended`
 * once the page has settled without it. Until then the handler may return, and the provider may
 * come back: many lists make their rows anew with each render.
 */
export function watchProvider(
  work: CallWork,
  found: Found,
  { onGone, isBack, whyNot }: Provided,
): ProviderWatch {
  const { run, cancellation } = work
  let isOver = false
  /** True if another tool waited for the name of the one that left. It is not the same tool. */
  let isReplaced = false
  /** The number of times that something left the page. */
  let departures = 0
  let deciding: Promise<void> | undefined
  /** The reason of the last departure of the tool, and of the row. */
  let toolReason: CancelReason | undefined
  let subjectReason: CancelReason | undefined

  const leave = (): void => {
    departures++
    deciding ??= decide().finally(() => (deciding = undefined))
  }
  const leaveTool = (reason: CancelReason): void => {
    isReplaced ||= work.find(work.call.name) !== undefined
    toolReason = reason
    leave()
  }
  const decide = async (): Promise<void> => {
    for (;;) {
      const before = departures
      await pageSettled(run)
      if (isOver) return
      const now = work.find(work.call.name)
      unfollow?.()
      unfollow = now?.onToolGone?.(leaveTool)
      const isThere = !isReplaced && (await tryIsBack(now))
      if (before !== departures) continue
      if (!isThere && !isOver) cancellation.cancel(reasonOf(now))
      return
    }
  }
  /** Returns the reason as the page is now. With its last row, a tool leaves for a moment too. */
  const reasonOf = (now: Found | undefined): CancelReason => {
    const ofTool = toolReason ?? subjectReason ?? { kind: 'scope_ended' }
    if (!now || isReplaced) return ofTool
    const message = whyNot?.(now)
    return message === undefined
      ? (subjectReason ?? ofTool)
      : { kind: 'scope_ended', code: 'changed', message }
  }
  const tryIsBack = async (now: Found | undefined): Promise<boolean> => {
    try {
      return await isBack(now)
    } catch {
      return false
    }
  }
  let unfollow = found.onToolGone?.(leaveTool)
  const leaveSubject = onGone?.((reason) => {
    subjectReason = reason
    leave()
  })
  return {
    end: () => {
      isOver = true
      unfollow?.()
      leaveSubject?.()
    },
    decided: () => deciding ?? Promise.resolve(),
  }
}

/**
 * Watches what provides a call whose handler is about to run. `work.release` ends the watch. The
 * call goes on with another mount of its tool and, if the call is for one, of its row.
 */
export function watchRunning(work: CallWork, found: Found): void {
  const { name, arguments: args } = work.call
  const subject = found.executable.subjectOf?.(args)
  // A person may have sent the call to another row than the model did.
  if (work.changed) work.label = toWords(subject?.label)
  if (!found.onToolGone && !subject) return
  const watch = watchProvider(work, found, {
    onGone: subject && ((listener) => subject.onGone(listener)),
    isBack: (now) =>
      now !== undefined &&
      isSameTool(name, found, now) &&
      (!subject || now.executable.subjectOf?.(args) !== undefined),
  })
  work.release = () => watch.end()
}

/**
 * Resolves when the page has settled, after one task at least: a handler that takes its own
 * component off the page returns within that task.
 */
async function pageSettled(run: RunCore): Promise<void> {
  await nextTask()
  // A run of code has no page, and no tool that can leave.
  await run.page?.settled(run)
}
