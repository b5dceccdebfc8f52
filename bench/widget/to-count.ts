import type { Figure } from '../figure.ts'

/** Something of which there should be none. */
export const toCount = (what: string, count: number): Figure => ({
  what,
  ours: String(count),
  against: 'none',
  theirs: '0',
  ratio: count,
  most: 0,
})
