/** One row of the table. */
export interface Figure {
  /** What was measured. */
  readonly what: string
  /** Ambit's figure. */
  readonly ours: string
  /** What it is held against. */
  readonly against: string
  /** That one's figure. */
  readonly theirs: string
  /** Ambit's figure by theirs. */
  readonly ratio: number
  /** The most the ratio may be; left out where there is no target. */
  readonly most?: number | undefined
}

/** One subject of the benchmark. */
export interface Suite {
  readonly name: string
  /** Left out unless it is named. */
  readonly isOnRequest?: boolean | undefined
  /** Its figures; `isFull` asks for the slow ones too. */
  readonly run: (isFull: boolean) => Promise<readonly Figure[]>
}

/** A time and what it is held against. */
export function toFigure(
  what: string,
  ours: number,
  against: string,
  theirs: number,
  most?: number,
): Figure {
  return { what, ours: toTime(ours), against, theirs: toTime(theirs), ratio: ours / theirs, most }
}

/** Microseconds, for people. */
const toTime = (us: number): string => {
  if (Math.abs(us) >= 10_000) return `${(us / 1_000).toFixed(1)} ms`
  return `${us.toFixed(us < 10 ? 2 : us < 100 ? 1 : 0)} µs`
}

/** The figures of one suite, a line each, with a mark for each target: met or not. */
export function toRows(figures: readonly Figure[]): string[][] {
  return figures.map(({ what, ours, against, theirs, ratio, most }) => [
    what,
    ours,
    against,
    theirs,
    toRatio(ratio),
    most === undefined ? '' : `≤ ${toRatio(most)}`,
    most === undefined ? '' : ratio <= most ? '✓' : '✗',
  ])
}

const toRatio = (ratio: number): string =>
  ratio !== 0 && Math.abs(ratio) < 0.67 ? `1/${(1 / ratio).toFixed(1)}` : ratio.toFixed(2)

/** Rows in columns. */
export function toTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
