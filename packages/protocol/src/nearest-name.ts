/**
 * Returns the names that are like `name`, the most alike first. The likeness of two names is the
 * part of their pairs of letters that they share: 1 for equal names. It is 0.9 if only the order of
 * the letters differs. Names below `least` are left out.
 */
export function byLikeness(name: string, names: readonly string[], least = 0): string[] {
  const given = pairsOf(name)
  const sorted = sortedOf(name)
  const likeness = (other: string): number => {
    if (other !== name && sortedOf(other) === sorted) return 0.9
    const pairs = pairsOf(other)
    const shared = [...pairs].filter((pair) => given.has(pair)).length
    return (2 * shared) / (given.size + pairs.size || 1)
  }
  return names
    .map((other) => ({ other, likeness: likeness(other) }))
    .filter((found) => found.likeness >= least)
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ other }) => other)
}

/** Returns the one name that `name` may be meant for; undefined if none is like it. */
export const nearest = (name: string, names: readonly string[]): string | undefined =>
  byLikeness(name, names, 0.5)[0]

/** Returns the pairs of neighbouring letters and digits of a name. */
function pairsOf(name: string): Set<string> {
  const letters = lettersOf(name)
  return new Set(Array.from(letters, (_letter, at) => letters.slice(at, at + 2)))
}

/** Returns the letters and digits of a name in a fixed order. */
const sortedOf = (name: string): string => Array.from(lettersOf(name)).sort().join('')

const lettersOf = (name: string): string => name.toLowerCase().replace(/^agent:|[^a-z0-9]/g, '')
