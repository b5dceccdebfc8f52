import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countSuite, failedFiles, readPlaywright, readVitest } from './suite-report.ts'

describe('readVitest', () => {
  const file = (name: string, status: string, ...tests: string[]) => ({
    name: resolve(name),
    status,
    assertionResults: tests.map((test, nth) => ({ status: test, fullName: `test ${nth}` })),
  })
  const read = (success: boolean, ...testResults: ReturnType<typeof file>[]) =>
    readVitest({ success, testResults })

  it('counts each test by how it ended, and names the files and tests that failed', () => {
    const report = read(
      false,
      file('src/a.test.ts', 'failed', 'passed', 'failed', 'skipped'),
      file('src/b.test.ts', 'passed', 'passed', 'todo'),
    )
    expect(countSuite(report)).toEqual({ passed: 2, failed: 1, skipped: 2 })
    expect(failedFiles(report)).toEqual(['src/a.test.ts'])
    expect(report.files.get('src/a.test.ts')?.failed).toEqual(['test 1'])
  })

  it('counts a file that did not load as a failure', () => {
    const report = read(
      false,
      file('a', 'failed'),
      file('b', 'failed'),
      file('c', 'passed', 'passed'),
    )
    expect(countSuite(report)).toEqual({ passed: 1, failed: 2, skipped: 0 })
    expect(failedFiles(report)).toEqual(['a', 'b'])
  })

  it('counts an error that no test caused as a failure', () => {
    const report = read(false, file('a', 'passed', 'passed'))
    expect(countSuite(report)).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect([failedFiles(report), report.errors]).toEqual([[], 1])
  })
})

describe('readPlaywright', () => {
  const config = { rootDir: resolve('e2e') }
  const specs = (file: string, ...statuses: string[]) => ({
    specs: statuses.map((status) => ({ file, title: status, tests: [{ status }] })),
  })

  it('counts a test that passed only when tried again as failed, and names the files', () => {
    const good = specs('a.spec.ts', 'expected', 'expected', 'skipped', 'skipped')
    const bad = specs('b/c.spec.ts', 'expected', 'unexpected', 'flaky')
    const suites = [good, { specs: [], suites: [bad] }]
    const report = readPlaywright({ config, suites, errors: [] })
    expect(countSuite(report)).toEqual({ passed: 3, failed: 2, skipped: 2 })
    expect(failedFiles(report)).toEqual(['e2e/b/c.spec.ts'])
    expect(report.files.get('e2e/b/c.spec.ts')?.failed).toEqual(['unexpected', 'flaky'])
  })

  it('counts an error outside a test as a failure', () => {
    const report = readPlaywright({ config, suites: [], errors: [{}] })
    expect([countSuite(report).failed, report.errors]).toEqual([1, 1])
  })
})
