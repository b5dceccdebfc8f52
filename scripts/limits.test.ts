import { describe, expect, it } from 'vitest'
import { findFaults, type Limit, type Limits, lowerLimits } from '../bench/limits.ts'

const row = (limit: number, more: Partial<Limit> = {}): Limit => ({
  what: 'files',
  kind: 'held',
  limit,
  lowest: limit,
  ...more,
})
const limits = (...rows: Limit[]): Limits => ({ era: 1, rows, gone: [] })
const files = (value: number) => [{ what: 'files', value }]

describe('findFaults', () => {
  it.each([100, 101, 103])('passes %d of 103', (value) => {
    expect(findFaults(files(value), limits(row(103)))).toEqual([])
  })

  it('tells of a value above its limit, and that no limit is raised', () => {
    expect(findFaults(files(104), limits(row(103)))).toEqual([
      '"files" is 104, over its limit of 103. Take something away, or load it later. A limit is not raised.',
    ])
  })

  it('tells of a held limit that is more than 5 % above its value', () => {
    expect(findFaults(files(100), limits(row(105)))).toEqual([])
    expect(findFaults(files(100), limits(row(106)))).toEqual([
      '"files" is 100, and may be 106. Run with --write: what is gained is held.',
    ])
    expect(findFaults(files(100), limits(row(106, { kind: 'bounded' })))).toEqual([])
  })

  it('lets a small number have the limit that --write gives it', () => {
    const size = { what: 'files', value: 2.19, unit: 0.1 }
    expect(findFaults([size], lowerLimits([size], limits()))).toEqual([])
  })

  it('tells of a limit above the lowest of its row', () => {
    expect(findFaults(files(103), limits(row(103, { lowest: 102 })))).toEqual([
      '"files" may be 103, and was limited to 102 before.',
    ])
  })

  it.each([
    ['limit', row(102)],
    ['lowest', row(110, { lowest: 102 })],
  ])('tells of a limit above the %s of an earlier version, once', (_, before) => {
    const now = limits(row(103))
    expect(findFaults(files(103), now, [limits(before), limits(before)])).toEqual([
      '"files" may be 103, and was limited to 102 in an earlier version.',
    ])
  })

  it('tells of a row that was held, and is bounded now', () => {
    const now = limits(row(103, { kind: 'bounded' }))
    expect(findFaults(files(103), now, [limits(row(103))])).toEqual([
      '"files" was held, and is so no more.',
    ])
  })

  it('tells of a row that is gone, unless it is listed as gone', () => {
    const now = limits(row(103))
    const before = limits(row(103), row(7, { what: 'calls' }))
    expect(findFaults(files(103), now, [before])).toEqual([
      'The row "calls" is gone. List it as gone.',
    ])
    expect(findFaults(files(103), { ...now, gone: ['calls'] }, [before])).toEqual([])
  })

  it('tells of a value without a row, and of a row without a value', () => {
    expect(findFaults(files(1), limits())).toEqual([
      'There is no limit for "files", so it may grow unseen. Run with --write.',
    ])
    expect(findFaults([], limits(row(1)))).toEqual([
      'Nothing was measured for "files". Remove its row, and list it as gone.',
    ])
  })

  it('begins anew in the second era, and knows no third', () => {
    const before = limits(row(50))
    expect(findFaults(files(103), { ...limits(row(103)), era: 2 }, [before])).toEqual([])
    expect(findFaults(files(50), before, [{ ...before, era: 2 }])).toEqual([
      'The era was 2 before, and is 1 now.',
    ])
    expect(findFaults(files(50), { ...before, era: 3 })).toEqual([
      'There is no era 3. The eras are 1 and 2.',
    ])
  })
})

describe('lowerLimits', () => {
  it('gives a new value three percent of room, and lowers what was gained', () => {
    expect(lowerLimits(files(100), limits()).rows).toEqual([row(103)])
    expect(lowerLimits(files(100), limits(row(120))).rows).toEqual([row(103)])
    expect(lowerLimits([{ what: 'files', value: 29.1, unit: 0.1 }], limits()).rows).toEqual([
      row(30),
    ])
  })

  it('raises nothing', () => {
    expect(lowerLimits(files(130), limits(row(120))).rows).toEqual([row(120)])
  })

  it('leaves a bounded limit, and lists what is measured no more as gone', () => {
    const bounded = row(200, { kind: 'bounded' })
    expect(lowerLimits(files(100), limits(bounded, row(7, { what: 'calls' })))).toEqual({
      era: 1,
      rows: [bounded],
      gone: ['calls'],
    })
  })
})
