/**
 * Returns the names that are like `name`, the most alike first. The likeness of two names is the
 * part of their pairs of letters that they share: 1 for equal names. Names below `least` are left
 * out.
 */
export function byLikeness(name: string, names: readonly string[], least = 0): string[] {
  const given = pairsOf(name)
  const likeness = (other: string): number => {
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

/**
 * Returns the one name that `name` may be meant for; undefined if none is like it. A name of the
 * same letters in another order comes before all but an equal one.
 */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const sorted = sortedOf(name)
  if (names.includes(name)) return name
  return names.find((other) => sortedOf(other) === sorted) ?? byLikeness(name, names, 0.5)[0]
}

const sortedOf = (name: string): string => Array.from(name.toLowerCase()).sort().join('')

/** Returns the pairs of neighbouring letters and digits of a name. */
function pairsOf(name: string): Set<string> {
  const letters = name.toLowerCase().replace(/^agent:|[^a-z0-9]/g, '')
  return new Set(Array.from(letters, (_letter, at) => letters.slice(at, at + 2)))
}
