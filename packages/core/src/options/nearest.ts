/**
 * Returns the name that is most like `name`; undefined if none is like it. Two names are alike if
 * one begins with the other, or if at most a third of the letters must be changed.
 */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((other) => ({ other, distance: distanceOf(name.toLowerCase(), other.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(2, name.length / 3) ? best.other : undefined
}

/** Returns the number of letters to add, remove or replace, or 1 for the beginning of a name. */
function distanceOf(a: string, b: string): number {
  if (a !== b && a.length > 3 && b.length > 3 && (a.startsWith(b) || b.startsWith(a))) return 1
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
