/** The time of one slice of long work, in milliseconds. A page that blocks for 50 ms feels slow. */
const sliceMs = 10

/**
 * Long work in slices, between which the page can draw and answer people. Call `pause` after each
 * piece of the work.
 */
export class Slices {
  #startedAt = performance.now()

  /** True if the work since the last pause has taken 10 ms. */
  get isOver(): boolean {
    return performance.now() - this.#startedAt >= sliceMs
  }

  /** Resolves after the page had its turn. Returns undefined if the slice is not over. */
  pause(): Promise<void> | undefined {
    return this.isOver ? yieldToPage().then(() => this.restart()) : undefined
  }

  /** Takes note that the page had its turn. */
  restart(): void {
    this.#startedAt = performance.now()
  }
}

/** The part of the browser's scheduler that is used. Not every browser has it. */
interface PageScheduler {
  readonly scheduler?: { readonly yield?: () => Promise<void> }
}

/** Resolves in a later task. */
function yieldToPage(): Promise<void> {
  const { scheduler } = globalThis as PageScheduler
  return scheduler?.yield ? scheduler.yield() : nextTask()
}

/**
 * Converts a long list in slices. Each item is converted after the one before it, as by
 * `Array.from`.
 */
export async function mapInSlices<From, To>(
  list: readonly From[],
  convert: (item: From, at: number) => To,
  slices: Slices = new Slices(),
): Promise<To[]> {
  const made: To[] = []
  for (const [at, item] of list.entries()) {
    made.push(convert(item, at))
    const pause = slices.pause()
    if (pause) await pause
  }
  return made
}

/**
 * Resolves in the next task. Takes a message, because a timer waits a second in a hidden page. A
 * test's DOM may have no messages: a timer does there.
 */
export function nextTask(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (typeof MessageChannel === 'undefined') {
    setTimeout(resolve)
    return promise
  }
  const { port1, port2 } = new MessageChannel()
  const answer = (): void => {
    port1.close()
    resolve()
  }
  port1.addEventListener('message', answer, { once: true })
  port1.start()
  port2.postMessage(undefined)
  return promise
}
