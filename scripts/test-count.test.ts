import { describe, expect, it } from 'vitest'
import { closingLine, countPlaywright, countVitest, sumCounts } from './test-count.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
})

describe('countVitest', () => {
  it('counts each test by how it ended', () => {
    const testResults = [
      file('failed', 'passed', 'failed', 'skipped'),
      file('passed', 'passed', 'todo'),
    ]
    expect(countVitest({ success: false, testResults })).toEqual({
      passed: 2,
      failed: 1,
      skipped: 2,
    })
  })

  it('counts a file that did not load as a failure', () => {
    const testResults = [file('failed'), file('failed'), file('passed', 'passed')]
    expect(countVitest({ success: false, testResults })).toEqual({
      passed: 1,
      failed: 2,
      skipped: 0,
    })
  })

  it('counts an error that no test caused as a failure', () => {
    const testResults = [file('passed', 'passed')]
    expect(countVitest({ success: false, testResults })).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    })
  })
})

describe('countPlaywright', () => {
  it('counts a test that passed only when tried again as failed', () => {
    const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }
    expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 3, failed: 2, skipped: 2 })
  })

  it('counts an error outside a test as a failure', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 }
    expect(countPlaywright({ stats, errors: [{}] }).failed).toBe(1)
  })
})

describe('closingLine', () => {
  it('names the skipped only when there are some', () => {
    expect(closingLine(sumCounts([]))).toBe('0 passed, 0 failed')
    const some = { passed: 1, failed: 2, skipped: 3 }
    expect(closingLine(sumCounts([some, some]))).toBe('2 passed, 4 failed, 6 skipped')
  })

  it('names the steps that were skipped as a whole', () => {
    const some = { passed: 1, failed: 0, skipped: 2 }
    const line = closingLine(some, ['firefox', 'webkit'])
    expect(line).toBe('1 passed, 0 failed, 2 skipped (no firefox, no webkit)')
  })
})
