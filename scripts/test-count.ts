/** The numbers of tests that passed, failed and were skipped. */
export interface TestCount {
  passed: number
  failed: number
  skipped: number
}

/** The part of a report by vitest's JSON reporter that is read here. */
export interface VitestReport {
  success: boolean
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** The part of a report by Playwright's JSON reporter that is read here. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/**
 * Counts a vitest report. A file that failed without a failing test (it did not load) counts as one
 * failure. So does a run that failed without a failing test or file (an uncaught error).
 */
export function countVitest(report: VitestReport): TestCount {
  const count = { passed: 0, failed: 0, skipped: 0 }
  for (const { status, assertionResults } of report.testResults) {
    const before = count.failed
    for (const test of assertionResults) {
      if (test.status === 'passed') count.passed += 1
      else if (test.status === 'failed') count.failed += 1
      else count.skipped += 1
    }
    if (status === 'failed' && count.failed === before) count.failed += 1
  }
  if (!report.success && count.failed === 0) count.failed = 1
  return count
}

/**
 * Counts a Playwright report. A test that passed only in a retry counts as failed, and so does
 * every error outside a test.
 */
export function countPlaywright({ stats, errors }: PlaywrightReport): TestCount {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
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
