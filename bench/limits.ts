import { execFileSync } from 'node:child_process'

/** The highest allowed value of something that is measured. */
export interface Limit {
  readonly what: string
  /**
   * `held`: the limit follows what is measured, down. `bounded`: the limit stays, so that there is
   * room below it.
   */
  readonly kind: 'held' | 'bounded'
  readonly limit: number
  /** The lowest limit that the row ever had in this era. */
  readonly lowest: number
}

/** The rows of a file of limits. */
export interface Limits {
  /** Rises once, to 2, when packages merge. The lowest values begin anew there. */
  readonly era: number
  readonly rows: readonly Limit[]
  /** The rows of earlier versions that nothing measures any more. */
  readonly gone: readonly string[]
}

/** Something measured, in steps of `unit`. */
export interface Measured {
  readonly what: string
  readonly value: number
  /** Default 1. */
  readonly unit?: number | undefined
}

const lastEra = 2

/**
 * Returns a sentence for each rule that the limits break. A value is above its limit, a limit above
 * one that it had or far above its value, or a row is missing.
 *
 * @param versions the file as it was in other commits, in any order
 */
export function findFaults(
  measured: readonly Measured[],
  limits: Limits,
  versions: readonly Limits[] = [],
): string[] {
  const { era, rows } = limits
  return [
    ...(era === 1 || era === lastEra ? [] : [`There is no era ${era}. The eras are 1 and 2.`]),
    ...measured.flatMap((one) => toFaults(one, rows)),
    ...rows.flatMap((row) => [
      ...(measured.some(({ what }) => what === row.what)
        ? []
        : [`Nothing was measured for "${row.what}". Remove its row, and list it as gone.`]),
      ...(row.limit > row.lowest
        ? [`"${row.what}" may be ${row.limit}, and was limited to ${row.lowest} before.`]
        : []),
    ]),
    ...new Set(versions.flatMap((version) => compare(version, limits))),
  ]
}

function toFaults(one: Measured, rows: readonly Limit[]): string[] {
  const { what, value } = one
  const row = rows.find((row) => row.what === what)
  if (!row) return [`There is no limit for "${what}", so it may grow unseen. Run with --write.`]
  if (value > row.limit) {
    return [
      `"${what}" is ${value}, over its limit of ${row.limit}. Take something away, or load it later. A limit is not raised.`,
    ]
  }
  const isFar = row.limit > Math.max(value * 1.05, toLimit(one))
  return row.kind === 'held' && isFar
    ? [`"${what}" is ${value}, and may be ${row.limit}. Run with --write: what is gained is held.`]
    : []
}

/** Compares the limits with those of an earlier version. */
function compare(before: Limits, { era, rows, gone }: Limits): string[] {
  if (before.era > era) return [`The era was ${before.era} before, and is ${era} now.`]
  return before.rows.flatMap(({ what, kind, lowest, limit }) => {
    const row = rows.find((one) => one.what === what)
    if (!row) return gone.includes(what) ? [] : [`The row "${what}" is gone. List it as gone.`]
    if (before.era < era) return []
    if (kind === 'held' && row.kind !== 'held') return [`"${what}" was held, and is so no more.`]
    const least = Math.min(lowest, limit)
    return row.limit > least || row.lowest > least
      ? [`"${what}" may be ${row.limit}, and was limited to ${least} in an earlier version.`]
      : []
  })
}

/** Returns the limit that a value gets: three percent above it, the room for what protects. */
const toLimit = ({ value, unit = 1 }: Measured): number =>
  Math.max(value, Number((Math.round((value * 1.03) / unit) * unit).toFixed(3)))

/** Returns limits that hold what was gained, with a row for each new value. */
export function lowerLimits(measured: readonly Measured[], { era, rows, gone }: Limits): Limits {
  const lowered = measured.map((one): Limit => {
    const row = rows.find(({ what }) => what === one.what)
    if (!row) return { what: one.what, kind: 'held', limit: toLimit(one), lowest: toLimit(one) }
    if (row.kind === 'bounded') return row
    const limit = Math.min(row.limit, toLimit(one))
    return { ...row, limit, lowest: Math.min(row.lowest, limit) }
  })
  const missing = rows.flatMap(({ what }) =>
    lowered.some((row) => row.what === what) ? [] : [what],
  )
  return { era, rows: lowered, gone: [...new Set([...gone, ...missing])] }
}

/**
 * Reads every committed version of a file. Returns nothing where git or the repository is missing,
 * as in an unpacked archive.
 */
export function readVersions(path: string): string[] {
  const git = (args: readonly string[], input = ''): string =>
    execFileSync('git', args, {
      encoding: 'utf8',
      input,
      maxBuffer: 1 << 28,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
  try {
    git(['rev-parse', 'HEAD'])
  } catch {
    return []
  }
  const commits = git(['log', '--full-history', '--format=%H', '--', path]).split('\n')
  const blobs = commits.filter(Boolean).map((commit) => `${commit}:${path}`)
  const ids = git(['cat-file', '--batch-check=%(objectname)'], blobs.join('\n')).split('\n')
  return [...new Set(ids)].filter((id) => /^[0-9a-f]{40,}$/.test(id)).map((id) => git(['show', id]))
}
