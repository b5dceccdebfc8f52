import { describe, expect, it } from 'vitest'
import { readResults } from '../bench/results.ts'
import type { Size } from '../bench/sizes/measure-sizes.ts'
import {
  lowerSizes,
  readLimits,
  type SizeLimit,
  toLimits,
  toMeasured,
  toSizeFigures,
} from '../bench/sizes/size-figures.ts'

const limits: SizeLimit[] = [
  { what: 'the page', bundler: 'Vite', kB: 10, files: 2, lowest: { kB: 10, files: 2 }, era: 1 },
]
const size: Size = { what: 'the page', bundler: 'Vite', bytes: 9_940, files: 2 }

describe('toSizeFigures', () => {
  it.each([
    ['fits', size, true],
    ['is larger', { ...size, bytes: 10_001 }, false],
    ['has more files', { ...size, files: 3 }, false],
  ])('tells of a page that %s', (_, page, fits) => {
    const [figure] = toSizeFigures([page], limits)
    expect(Number(figure?.ratio) <= 1).toBe(fits)
  })

  it('says what is loaded, and what may be', () => {
    expect(toSizeFigures([size], limits)).toMatchObject([
      { what: 'the page', ours: '9.9 kB in 2 files', theirs: '10.0 kB in 2 files', most: 1 },
    ])
  })

  it('throws for a size without a limit', () => {
    expect(() => toSizeFigures([size, { ...size, bundler: 'esbuild' }], limits)).toThrow(
      'There is no limit for "the page" (esbuild)',
    )
  })

  it('throws for a limit of nothing', () => {
    expect(() => toSizeFigures([], limits)).toThrow('Nothing was measured for the limit "the page"')
  })
})

describe('lowerSizes', () => {
  it('gives a new size three percent of room, and holds what was gained', () => {
    expect(lowerSizes([size], [])).toEqual([
      { ...limits[0], kB: 10.2, lowest: { kB: 10.2, files: 2 } },
    ])
    const larger = [{ ...limits[0], kB: 12, lowest: { kB: 12, files: 2 } } as SizeLimit]
    expect(lowerSizes([size], larger)).toEqual(lowerSizes([size], []))
    expect(lowerSizes([{ ...size, bytes: 30_000 }], larger)).toEqual(larger)
  })

  it('keeps a row that is measured no more as gone', () => {
    const lowered = lowerSizes([], limits)
    expect(lowered).toEqual([{ ...limits[0], isGone: true }])
    expect(toLimits(lowered)).toEqual({
      era: 1,
      rows: [],
      gone: ['the page, Vite, kB', 'the page, Vite, files'],
    })
  })

  it('leaves out limits of before the rule', () => {
    const before = [{ what: 'the page', bundler: 'Vite', kB: 9, files: 2 }] as SizeLimit[]
    expect(toLimits(before).rows).toEqual([])
  })

  it('has a row of each size for its bytes and for its files', () => {
    expect(toMeasured([size])).toEqual([
      { what: 'the page, Vite, kB', value: 9.94, unit: 0.1 },
      { what: 'the page, Vite, files', value: 2 },
    ])
  })
})

describe('bench/sizes/limits.json', () => {
  it('has the limits that bench/results.json quotes; if not, run `pnpm bench sizes --write`', () => {
    const kept = readResults().find(({ suite }) => suite === 'sizes')?.figures ?? []
    const named = ({ what, against }: { what: string; against: string }): string =>
      `${what}, ${against}`
    expect(kept.map(named)).toEqual(
      readLimits()
        .filter(({ isGone }) => !isGone)
        .map(({ what, bundler }) => named({ what, against: `the limit, ${bundler}` })),
    )
    for (const { ratio } of kept) expect(ratio).toBeLessThanOrEqual(1)
  })
})
