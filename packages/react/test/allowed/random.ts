/** A source of random choices. The same seed makes the same choices. */
export interface Random {
  /** Returns a whole number from 0 to `below` - 1. */
  readonly upTo: (below: number) => number
  readonly pick: <T>(list: readonly T[]) => T | undefined
  /** Returns true in `share` of the cases, a number from 0 to 1. */
  readonly isIn: (share: number) => boolean
}

/** Creates a source of random choices (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const upTo = (below: number): number => Math.floor(next() * below)
  return { upTo, pick: (list) => list[upTo(list.length)], isIn: (share) => next() < share }
}
