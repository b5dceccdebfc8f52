import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { reports, withResults } from '../bench/report.ts'
import { readResults } from '../bench/results.ts'

const results = readResults()

describe('bench/results.json', () => {
  it('says of every suite when and on what it was measured', () => {
    expect(results.length).toBeGreaterThan(0)
    for (const { measuredOn, machine, figures } of results) {
      expect(measuredOn).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(machine).toMatch(/cores/)
      expect(figures.length).toBeGreaterThan(0)
    }
  })

  it.each(Object.keys(reports))(
    'is what %s quotes; if not, it was measured without `pnpm bench --write`',
    (page) => {
      expect(readFileSync(page, 'utf8') === withResults(page, results)).toBe(true)
    },
  )
})
