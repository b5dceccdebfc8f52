import { describe, expect, it } from 'vitest'
import { readResults } from '../bench/results.ts'
import type { Size } from '../bench/sizes/measure-sizes.ts'
import { readLimits, toSizeFigures } from '../bench/sizes/size-figures.ts'

const limits = [{ what: 'the page', bundler: 'Vite', kB: 10, files: 2 }] as const
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

describe('bench/sizes/limits.json', () => {
  it('has the limits that bench/results.json quotes; if not, run `pnpm bench sizes --write`', () => {
    const kept = readResults().find(({ suite }) => suite === 'sizes')?.figures ?? []
    const named = ({ what, against }: { what: string; against: string }): string =>
      `${what}, ${against}`
    expect(kept.map(named)).toEqual(
      readLimits().map(({ what, bundler }) => named({ what, against: `the limit, ${bundler}` })),
    )
    for (const { ratio } of kept) expect(ratio).toBeLessThanOrEqual(1)
  })
})
