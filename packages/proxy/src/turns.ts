/** What waits for a turn of the event loop, in order. */
const waiting: (() => void)[] = []

/**
 * Resolves in a later turn of the event loop, so that others have theirs. Each turn has the work of
 * one caller, however many wait.
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) later(beginTurn)
  })

function beginTurn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) later(beginTurn)
}

/** Timers wait a millisecond at least. Some runtimes have nothing else. */
const later: (work: () => void) => unknown = globalThis.setImmediate ?? setTimeout

/** The time of work after which others have their turn, in milliseconds. */
const turnMs = 5

/** Returns a function to call between two steps. It waits for the next turn after long ones. */
export function turns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < turnMs) return
    await nextTurn()
    since = performance.now()
  }
}

/** Does some work for each item, in order, and lets others have their turn meanwhile. */
export async function mapInTurns<Item, Made>(
  items: readonly Item[],
  work: (item: Item) => Made | Promise<Made>,
): Promise<Made[]> {
  const turn = turns()
  const made: Made[] = []
  for (const item of items) {
    made.push(await work(item))
    await turn()
  }
  return made
}
