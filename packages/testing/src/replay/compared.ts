import type { RecordedRun, Recording } from '@ambit/devtools/record'
import type { Drift } from './drift.ts'
import type { PlayLevel } from './play-options.ts'
import type { Same } from './same.ts'

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
  /** Tells which values are the same but for ids, times and secrets. */
  readonly same: Same
}
