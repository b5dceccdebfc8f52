import { describe, expect, it } from 'vitest'
import { engineNames } from '../engine-browser.ts'
import { readMeasured, tableOf } from './measure.ts'
import { probes } from './probes.ts'

const measured = readMeasured()

describe('docs/reference/browsers.md', () => {
  it.each(engineNames)('has an answer of %s to each probe, and to nothing else', (engine) => {
    const { version, answers } = measured[engine]
    expect(version).toMatch(/^\d+\.\d+/)
    expect(Object.keys(answers)).toEqual(probes.map(({ name }) => name))
  })

  it('has a row for each probe', () => {
    const rows = tableOf(measured).trim().split('\n').slice(2)
    expect(rows).toHaveLength(probes.length)
    expect(rows.filter((row) => row.includes('not measured'))).toEqual([])
  })

  it('would show another answer', () => {
    const { webkit } = measured
    const answers = { ...webkit.answers, '`CompressionStream`': 'never' }
    expect(tableOf({ ...measured, webkit: { ...webkit, answers } })).toContain('| never |')
  })
})
