import type { RecordedRun } from '@ambit/devtools/record'
import { compareCalls } from './compare-calls.ts'
import { comparePrompts } from './compare-prompts.ts'
import { compareTools } from './compare-tools.ts'
import type { Compared } from './compared.ts'
import { short } from './json-diff.ts'
import { describeRun, type Pairs } from './pair-runs.ts'
import { includes } from './play-options.ts'

/** Adds to the drift what came out otherwise in one run. */
export function compareRun(compared: Compared): void {
  const { run, now, name, level, drift } = compared
  if (!now) {
    // A message that was withdrawn, or an undo of nothing, does nothing.
    if (run.kind !== 'other') drift.add(name, '', `did not start (${describeRun(run)})`)
    return
  }
  const isCut = run.status === 'running'
  if (!isCut) compareEnd(compared, now)
  if (includes(level, 'tools')) compareTools(compared, now)
  compareCalls(compared, now)
  const [had, has] = [run.requests.length, now.requests.length]
  // A run that had no reply for one more request has failed, and its words say so.
  const isMore = had < has && now.status === run.status
  if ((had > has || isMore) && !isCut) {
    drift.add(name, '', `asked the model ${times(had)}, now ${times(has)}`)
  }
  if (includes(level, 'prompt')) comparePrompts(compared, now)
  compareUndo(compared, now)
}

function compareEnd({ run, name, level, drift, same }: Compared, now: RecordedRun): void {
  const say = (words: string): void => drift.add(name, '', words)
  if (now.status !== run.status) {
    const why = now.error ? `: ${now.error.message}` : ''
    return say(`was ${run.status}, is ${now.status}${why}`)
  }
  if (!includes(level, 'results')) return
  const [was, is] = [run.error?.message, now.error?.message]
  if (!same.is(was, is)) say(`fails with other words: was ${short(was)}, is ${short(is)}`)
  if (!same.is(run.content ?? '', now.content ?? '')) {
    say(`answers with other words: was ${short(run.content)}, is ${short(now.content)}`)
  }
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
