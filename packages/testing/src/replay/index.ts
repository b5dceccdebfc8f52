import '@ambit/core/eager'

export { readRecording, toTest, type ToTestOptions } from '@ambit/devtools/record'
export { expectNoDrift, type SnapshotExpect } from './expect-no-drift.ts'
export { type Played, type PlayLevel, type PlayOptions, play } from './play.ts'
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
