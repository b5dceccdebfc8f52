import type { Figure } from '../figure.ts'

/** Returns the figure of a count that should be zero. */
export const toCount = (what: string, count: number): Figure => ({
  what,
  ours: String(count),
  against: 'none',
  theirs: '0',
  ratio: count,
  most: 0,
})
