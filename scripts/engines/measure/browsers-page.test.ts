import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { engineNames } from '../engine-browser.ts'
import { readMeasured, tableOf } from './measure.ts'
import { withTable } from './page.ts'
import { probes } from './probes.ts'

const measured = readMeasured()

describe('docs/reference/browsers.md', () => {
  it.each(engineNames)('has an answer of %s to each probe, and to nothing else', (engine) => {
    const { version, answers } = measured[engine]
    expect(version).toMatch(/^\d+\.\d+/)
    expect(Object.keys(answers)).toEqual(probes.map(({ name }) => name))
  })

  it('shows what was measured; if not, run `node scripts/engines/measure/run.ts --write`', () => {
    const page = readFileSync('docs/reference/browsers.md', 'utf8')
    expect(withTable(page, tableOf(measured))).toBe(page)
  })

  it('would show another answer', () => {
    const { webkit } = measured
    const answers = { ...webkit.answers, '`CompressionStream`': 'never' }
    expect(tableOf({ ...measured, webkit: { ...webkit, answers } })).toContain('| never |')
  })
})
