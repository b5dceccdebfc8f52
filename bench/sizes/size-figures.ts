import { readFileSync } from 'node:fs'
import type { Figure } from '../figure.ts'
import { type Limits, lowerLimits, type Measured } from '../limits.ts'
import type { Size } from './measure-sizes.ts'

/** Thousands of bytes, and files. */
interface Amount {
  readonly kB: number
  readonly files: number
}

/** The highest allowed size of something that is measured. */
export interface SizeLimit extends Amount, Pick<Size, 'what' | 'bundler'> {
  /** The lowest limit that it ever had in its era. */
  readonly lowest: Amount
  /** As in `bench/limits.json`. */
  readonly era: number
  /** True if it is measured no more. */
  readonly isGone?: true | undefined
}

/** The file with the limits, from the root of the repository. */
export const limitsFile = 'bench/sizes/limits.json'

/** Reads the limits that are committed. */
export const readLimits = (): readonly SizeLimit[] =>
  JSON.parse(readFileSync(limitsFile, 'utf8')) as SizeLimit[]

const amounts = ['kB', 'files'] as const
const nameOf = ({ what, bundler }: Pick<Size, 'what' | 'bundler'>, amount: keyof Amount): string =>
  `${what}, ${bundler}, ${amount}`

/** Returns the limits of sizes as rows of one number each. Those before the rule are left out. */
export function toLimits(limits: readonly SizeLimit[]): Limits {
  const ruled = limits.filter(({ lowest }) => lowest as Amount | undefined)
  const namesOf = (limit: SizeLimit): string[] => amounts.map((amount) => nameOf(limit, amount))
  return {
    era: ruled[0]?.era ?? 1,
    rows: ruled
      .filter(({ isGone }) => !isGone)
      .flatMap((limit) =>
        amounts.map((amount) => ({
          what: nameOf(limit, amount),
          kind: 'held' as const,
          limit: limit[amount],
          lowest: limit.lowest[amount],
        })),
      ),
    gone: ruled.filter(({ isGone }) => isGone).flatMap(namesOf),
  }
}

/** Returns sizes as rows of one number each. */
export const toMeasured = (sizes: readonly Size[]): Measured[] =>
  sizes.flatMap((size) => [
    { what: nameOf(size, 'kB'), value: Math.ceil(size.bytes / 10) / 100, unit: 0.1 },
    { what: nameOf(size, 'files'), value: size.files },
  ])

/** Returns limits that hold what was gained, with one for each new size. */
export function lowerSizes(sizes: readonly Size[], limits: readonly SizeLimit[]): SizeLimit[] {
  const { era, rows } = lowerLimits(toMeasured(sizes), toLimits(limits))
  const find = (size: Size, amount: keyof Amount) =>
    rows.find(({ what }) => what === nameOf(size, amount)) ?? { limit: 0, lowest: 0 }
  const lowered = sizes.map((size): SizeLimit => {
    const [kB, files] = [find(size, 'kB'), find(size, 'files')]
    const { what, bundler } = size
    const lowest = { kB: kB.lowest, files: files.lowest }
    return { what, bundler, kB: kB.limit, files: files.limit, lowest, era }
  })
  const gone = limits.filter(
    (limit) => (limit.lowest as Amount | undefined) && !sizes.some((size) => isOf(limit, size)),
  )
  return [...lowered, ...gone.map((limit) => ({ ...limit, isGone: true as const }))]
}

/**
 * Compares sizes with their limits, in the order of the limits.
 *
 * @throws when a size has no limit, or a limit has no size.
 */
export function toSizeFigures(sizes: readonly Size[], limits: readonly SizeLimit[]): Figure[] {
  const without = sizes.find((size) => !limits.some((limit) => isOf(limit, size)))
  if (without) {
    throw new Error(
      `There is no limit for "${without.what}" (${without.bundler}), so it may grow unseen. Add it to bench/sizes/limits.json.`,
    )
  }
  const kept = limits.filter(({ isGone }) => !isGone)
  return kept.map((limit) => {
    const size = sizes.find((one) => isOf(limit, one))
    if (!size) {
      throw new Error(
        `Nothing was measured for the limit "${limit.what}" (${limit.bundler}), so it holds nothing. Remove it from bench/sizes/limits.json.`,
      )
    }
    return {
      what: size.what,
      ours: toText(size.bytes / 1_000, size.files),
      against: againstLimit(size.bundler),
      theirs: toText(limit.kB, limit.files),
      ratio: Math.max(size.bytes / 1_000 / limit.kB, tooMany(size.files, limit.files)),
      most: 1,
    }
  })
}

/** Returns the name of a bundler's limit in the table of figures. */
export const againstLimit = (bundler: Size['bundler']): string => `the limit, ${bundler}`

const isOf = (limit: SizeLimit, { what, bundler }: Size): boolean =>
  limit.what === what && limit.bundler === bundler

/** Returns a ratio over 1 if there are too many files, else 0, so that the bytes decide. */
const tooMany = (files: number, most: number): number =>
  files > most ? (files + 1) / (most + 1) : 0

const toText = (kB: number, files: number): string =>
  `${kB.toFixed(1)} kB in ${files} ${files === 1 ? 'file' : 'files'}`
