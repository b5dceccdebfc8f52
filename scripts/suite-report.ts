import { join, relative } from 'node:path'
import { cwd } from 'node:process'
import { sumCounts, type TestCount } from './test-count.ts'

/** The outcome of the tests in one file. */
export interface FileReport {
  count: TestCount
  /** The titles of the tests that failed; of a file that did not load, a sentence. */
  failed: string[]
}

/** The outcome of a suite. */
export interface SuiteReport {
  /** The files by path, from the folder of the repository. */
  files: ReadonlyMap<string, FileReport>
  /** The number of errors that no file caused. */
  errors: number
}

/** The part of a report by vitest's JSON reporter that is read here. */
export interface VitestReport {
  success: boolean
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** The part of a report by Playwright's JSON reporter that is read here. */
export interface PlaywrightReport {
  config: { rootDir: string }
  suites: PlaywrightSuite[]
  errors: unknown[]
}

interface PlaywrightSuite {
  specs: { file: string; title: string; tests: { status: string }[] }[]
  suites?: PlaywrightSuite[]
}

/**
 * Reads a vitest report. A file that failed without a failing test (it did not load) counts as one
 * failure. So does a run that failed without a failing test or file (an uncaught error).
 */
export function readVitest({ success, testResults }: VitestReport): SuiteReport {
  const files = new Map<string, FileReport>()
  for (const { name, status, assertionResults } of testResults) {
    const file = fileIn(files, relative(cwd(), name))
    for (const { status: ended, fullName } of assertionResults) {
      if (ended === 'failed') fail(file, fullName)
      else file.count[ended === 'passed' ? 'passed' : 'skipped'] += 1
    }
    if (status === 'failed' && file.count.failed === 0) fail(file, 'The file did not load.')
  }
  const hasFailed = Array.from(files.values()).some(({ failed }) => failed.length > 0)
  return { files, errors: success || hasFailed ? 0 : 1 }
}

/**
 * Reads a Playwright report. A test that passed only in a retry counts as failed, and so does every
 * error outside a test.
 */
export function readPlaywright({ config, suites, errors }: PlaywrightReport): SuiteReport {
  const files = new Map<string, FileReport>()
  const add = ({ specs, suites: inner = [] }: PlaywrightSuite): void => {
    for (const { file, title, tests } of specs) {
      const report = fileIn(files, relative(cwd(), join(config.rootDir, file)))
      for (const { status } of tests) {
        if (status === 'expected') report.count.passed += 1
        else if (status === 'skipped') report.count.skipped += 1
        else fail(report, title)
      }
    }
    inner.forEach(add)
  }
  suites.forEach(add)
  return { files, errors: errors.length }
}

/** Counts the tests of a suite, and its errors as failures. */
export function countSuite({ files, errors }: SuiteReport): TestCount {
  const counts = Array.from(files.values(), ({ count }) => count)
  return sumCounts([...counts, { passed: 0, failed: errors, skipped: 0 }])
}

/** Returns the files in which a test failed. */
export const failedFiles = ({ files }: SuiteReport): string[] =>
  Array.from(files).flatMap(([file, { failed }]) => (failed.length > 0 ? [file] : []))

function fileIn(files: Map<string, FileReport>, name: string): FileReport {
  const known = files.get(name)
  if (known) return known
  const file = { count: { passed: 0, failed: 0, skipped: 0 }, failed: [] }
  files.set(name, file)
  return file
}

function fail(file: FileReport, title: string): void {
  file.count.failed += 1
  file.failed.push(title)
}
