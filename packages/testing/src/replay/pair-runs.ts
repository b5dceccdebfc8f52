import type { RecordedRun } from '@ambit/devtools/record'

/** The new run for each recorded one. */
export type Pairs = ReadonlyMap<string, RecordedRun>

/**
 * Finds the new run for each recorded one. `started` has the new ids of what the user started.
 * What the app started is found by what it is, in order.
 */
export function pairRuns(
  was: readonly RecordedRun[],
  is: readonly RecordedRun[],
  started: ReadonlyMap<string, string>,
): Pairs {
  const pairs = new Map<string, RecordedRun>()
  const taken = new Set<string>()
  const take = (old: RecordedRun, now: RecordedRun | undefined): void => {
    if (!now) return
    pairs.set(old.id, now)
    taken.add(now.id)
  }
  for (const run of was) {
    const id = started.get(run.id)
    if (id !== undefined)
      take(
        run,
        is.find((other) => other.id === id),
      )
  }
  for (const run of was) {
    const parent = run.parent === undefined ? undefined : pairs.get(run.parent)
    if (pairs.has(run.id) || !parent) continue
    const inside = is.filter((other) => other.parent === parent.id && !taken.has(other.id))
    take(
      run,
      inside.find((other) => isAlike(run, other)),
    )
  }
  return pairs
}

/** Whether two runs are of the same kind and, for a call or an undo, of the same tool. */
export const isAlike = (a: RecordedRun, b: RecordedRun): boolean =>
  a.kind === b.kind &&
  (a.kind !== 'tool' || a.calls[0]?.tool === b.calls[0]?.tool) &&
  (a.kind !== 'undo' || a.undone[0]?.tool === b.undone[0]?.tool)

/** Describes what started a run: `a call of filter`. */
export const describeRun = ({ kind, calls, undone }: RecordedRun): string => {
  if (kind === 'tool') return `a call of ${calls[0]?.tool}`
  return kind === 'undo' ? `an undo of ${undone[0]?.tool}` : `its kind is ${kind}`
}
