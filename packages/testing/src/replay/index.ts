import '@ambit/core/eager'

export { expectNoDrift, type SnapshotExpect } from './expect-no-drift.ts'
export { type Played, play } from './play.ts'
export type { PlayLevel, PlayOptions } from './play-options.ts'
export { repliesOf } from './replies-of.ts'
export { type Score, type ScoreOptions, score } from './score.ts'
export {
  cachedAtLeast,
  judge,
  maxIterations,
  noDenied,
  type Scorer,
  type ScorerResult,
  said,
  usedTool,
} from './scorers.ts'
export { type AimockFixtures, toAimock } from './to-aimock.ts'
