/** Returns a function that takes one of `most` uses in any minute; false if all are taken. */
export function createMinuteLimit(most: number): () => boolean {
  let uses: number[] = []
  return () => {
    // A user may set the clock of the day back.
    const now = performance.now()
    uses = uses.filter((at) => now - at < 60_000)
    return uses.length < most && !!uses.push(now)
  }
}
