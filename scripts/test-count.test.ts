import { describe, expect, it } from 'vitest'
import { closingLine, sumCounts } from './test-count.ts'

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
