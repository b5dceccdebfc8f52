import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from '../figure.ts'
import type { Size } from './measure-sizes.ts'

/** The highest allowed size of something that is measured. */
export interface SizeLimit extends Pick<Size, 'what' | 'bundler' | 'files'> {
  /** Thousands of bytes. */
  readonly kB: number
}

/** Reads the limits that are committed. */
export const readLimits = (): readonly SizeLimit[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'limits.json'), 'utf8')) as SizeLimit[]

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
  return limits.map((limit) => {
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
