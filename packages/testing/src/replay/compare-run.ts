import type { RecordedRun, Recording } from '@ambit/devtools/record'
import { compareCalls } from './compare-calls.ts'
import { comparePrompts } from './compare-prompts.ts'
import { compareTools } from './compare-tools.ts'
import type { Drift } from './drift.ts'
import type { PlayLevel } from './play.ts'

/** A recorded run, and the same run as it was played. */
export interface Compared {
  readonly was: Recording
  readonly is: Recording
  readonly run: RecordedRun
  /** Undefined if the run was not started. */
  readonly now: RecordedRun | undefined
  /** The name of the run in the words, such as `run 2`. */
  readonly name: string
  readonly level: PlayLevel
  readonly ignore: readonly string[]
  readonly drift: Drift
}

const levels: readonly PlayLevel[] = ['calls', 'tools', 'results', 'prompt']

/** Tells if a level is part of another one. */
export const includes = (level: PlayLevel, part: PlayLevel): boolean =>
  levels.indexOf(part) <= levels.indexOf(level)

/** Adds to the drift what came out otherwise in one run. */
export function compareRun(compared: Compared): void {
  const { run, now, name, level, drift } = compared
  if (!now) {
    if (run.kind !== 'other') drift.add(name, '', `did not start (${describe(run)})`)
    return
  }
  if (now.status !== run.status && run.status !== 'running') {
    const why = now.error ? `: ${now.error.message}` : ''
    drift.add(name, '', `was ${run.status}, is ${now.status}${why}`)
  }
  if (includes(level, 'tools')) compareTools(compared, now)
  compareCalls(compared, now)
  const [had, has] = [run.requests.length, now.requests.length]
  if (had > has) drift.add(name, '', `asked the model ${times(had)}, now ${times(has)}`)
  if (includes(level, 'prompt')) comparePrompts(compared, now)
  compareUndo(compared, now)
}

function compareUndo({ run, name, drift }: Compared, now: RecordedRun): void {
  for (const [at, { tool, error }] of run.undone.entries()) {
    const is = now.undone[at]
    const place = `undo of ${tool}`
    if (!is) drift.add(name, place, 'was done, is not possible any more')
    else if (!error && is.error) drift.add(name, place, `was done, now fails: ${is.error}`)
    else if (error && !is.error) drift.add(name, place, `failed, now is done (${error})`)
  }
  for (const { tool } of now.undone.slice(run.undone.length)) {
    drift.add(name, `undo of ${tool}`, 'is new')
  }
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

const describe = ({ kind, calls }: RecordedRun): string =>
  kind === 'tool' ? `the page called ${calls[0]?.tool}` : kind
