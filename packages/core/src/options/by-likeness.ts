/** Returns names in a new order: the first shares most pairs of letters with the given name. */
export function byLikeness(name: string, names: readonly string[]): string[] {
  const given = pairsOf(name)
  const likeness = (other: string): number => {
    const pairs = pairsOf(other)
    const shared = [...pairs].filter((pair) => given.has(pair)).length
    return shared / (given.size + pairs.size || 1)
  }
  return names
    .map((other) => ({ other, likeness: likeness(other) }))
    .sort((a, b) => b.likeness - a.likeness)
    .map(({ other }) => other)
}

/** Returns the pairs of neighbouring letters and digits of a name. */
function pairsOf(name: string): Set<string> {
  const letters = name.toLowerCase().replace(/^agent:|[^a-z0-9]/g, '')
  return new Set(Array.from(letters, (_letter, at) => letters.slice(at, at + 2)))
}
