/** Creates a generator of numbers from 0 to 1. The same seed gives the same numbers. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks one of the items. An item of more weight is picked more often. */
export function pick<T>(random: () => number, items: readonly T[], weight: (item: T) => number): T {
  let left = random() * items.reduce((sum, item) => sum + weight(item), 0)
  for (const item of items) {
    left -= weight(item)
    if (left < 0) return item
  }
  throw new Error('Nothing to pick from.')
}

export const pickEven = <T>(random: () => number, items: readonly T[]): T =>
  pick(random, items, () => 1)
