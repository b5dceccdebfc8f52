import type { RecordedRun } from '@ambit/devtools/record'
import { compareCalls } from './compare-calls.ts'
import { comparePrompts } from './compare-prompts.ts'
import { compareTools } from './compare-tools.ts'
import type { Compared } from './compared.ts'
import { describeRun, type Pairs } from './pair-runs.ts'
import { includes } from './play-options.ts'

/** Adds to the drift what came out otherwise in one run. */
export function compareRun(compared: Compared): void {
  const { run, now, name, level, drift, same } = compared
  if (!now) {
    // A message that was withdrawn, or an undo of nothing, does nothing.
    if (run.kind !== 'other') drift.add(name, '', `did not start (${describeRun(run)})`)
    return
  }
  if (now.status !== run.status && run.status !== 'running') {
    const why = now.error ? `: ${now.error.message}` : ''
    drift.add(name, '', `was ${run.status}, is ${now.status}${why}`)
  } else if (includes(level, 'results') && !same.is(run.error?.message, now.error?.message)) {
    drift.add(
      name,
      '',
      `fails with other words: was "${run.error?.message}", is "${now.error?.message}"`,
    )
  }
  if (includes(level, 'tools')) compareTools(compared, now)
  compareCalls(compared, now)
  const [had, has] = [run.requests.length, now.requests.length]
  if (had > has && run.status !== 'running')
    drift.add(name, '', `asked the model ${times(had)}, now ${times(has)}`)
  if (includes(level, 'prompt')) comparePrompts(compared, now)
  compareUndo(compared, now)
}

function compareUndo({ run, name, drift }: Compared, now: RecordedRun): void {
  for (const [at, { tool, error }] of run.undone.entries()) {
    const is = now.undone[at]
    const place = `undo of ${tool}`
    if (!is && !error) drift.add(name, place, 'was done, is not possible any more')
    if (!is) continue
    if (!error && is.error) drift.add(name, place, `was done, now fails: ${is.error}`)
    else if (error && !is.error) drift.add(name, place, `failed, now is done (${error})`)
  }
  for (const { tool } of now.undone.slice(run.undone.length)) {
    drift.add(name, `undo of ${tool}`, 'is new')
  }
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** Adds to the drift the runs that only the play has: the app starts them now. */
export function compareNewRuns(
  { was, is, drift }: Pick<Compared, 'was' | 'is' | 'drift'>,
  pairs: Pairs,
): void {
  const old = new Map([...pairs].map(([id, now]) => [now.id, id]))
  for (const run of is.runs) {
    if (old.has(run.id)) continue
    const parent = old.get(run.parent ?? '')
    const at = was.runs.findIndex(({ id }) => id === parent)
    const place = at < 0 ? 'after the recording' : `run ${at + 1}`
    drift.add(place, '', `the app starts another run now (${describeRun(run)})`)
  }
}
