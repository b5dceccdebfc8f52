import type { Verdict } from '../judge.ts'

export const verdicts: readonly Verdict[] = ['right', 'refused', 'wrong', 'harmful']

/** The verdicts of the first run, in the order of `verdicts`. They are history: never edit them. */
export const firstMeasurement: Readonly<Record<string, readonly number[]>> = {
  recipes: [12, 20, 1, 1],
  'repair desk': [17, 16, 0, 0],
  'running club': [15, 17, 0, 1],
  'back office of the demo': [37, 21, 2, 0],
}

/** The sentences whose verdict changed after the first run, because a rule was mended. */
export const mended: Readonly<Record<string, { readonly first: Verdict; readonly now: Verdict }>> =
  {}
