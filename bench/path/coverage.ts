import { type Profiler, Session } from 'node:inspector'

/** The functions of the packages that were entered between two moments, by their files. */
export type Entered = Readonly<Record<string, readonly Count[]>>

/** One function, and how often it was called. */
export interface Count {
  /** The name of the function; empty for one without a name. */
  readonly name: string
  readonly calls: number
}

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** Begins to count at this moment. What was counted before is forgotten. */
export const startCounting = (): void => void take()

/**
 * Returns what was entered since {@link startCounting} or the last call. The scripted model, which
 * is no part of the way, is left out.
 */
export const countEntered = (): Entered =>
  Object.fromEntries(
    take()
      .flatMap(({ url, functions }) => {
        const [, file] = /\/packages\/((?!testing\/)[^/]+\/src\/.*)$/.exec(url) ?? []
        const entered = functions.flatMap(({ functionName: name, ranges: [range] }) =>
          range && range.count > 0 ? [{ name, calls: range.count }] : [],
        )
        return file !== undefined && entered.length > 0 ? [[file, entered] as const] : []
      })
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Reads the counters and sets them to 0. The inspector of the own thread answers at once. */
function take(): readonly Profiler.ScriptCoverage[] {
  let taken: readonly Profiler.ScriptCoverage[] | undefined
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error
    taken = result
  })
  if (!taken) throw new Error('The inspector did not answer at once.')
  return taken
}
