/** The numbers of tests that passed, failed and were skipped. */
export interface TestCount {
  passed: number
  failed: number
  skipped: number
}

/** Adds up counts. The sum of no counts is all zero. */
export function sumCounts(counts: readonly TestCount[]): TestCount {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  for (const count of counts) {
    sum.passed += count.passed
    sum.failed += count.failed
    sum.skipped += count.skipped
  }
  return sum
}

/**
 * Returns the last line of a test run: `12 passed, 0 failed`, and `, 3 skipped` if some were.
 * Behind it stand the steps that were skipped as a whole.
 */
export function closingLine(
  { passed, failed, skipped }: TestCount,
  skippedSteps: readonly string[] = [],
): string {
  const named = skippedSteps.length ? ` (no ${skippedSteps.join(', no ')})` : ''
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped${named}` : ''}`
}
