import type { Contestant } from './task.ts'

/** One row of the table. */
export interface Figure {
  /** The subject of the measurement. */
  readonly what: string
  /** Ambit's figure. */
  readonly ours: string
  /** The name of the product or baseline that Ambit is compared with. */
  readonly against: string
  /** The figure of that product or baseline. */
  readonly theirs: string
  /** Ambit's figure divided by theirs. */
  readonly ratio: number
  /** The highest allowed ratio; left out if there is no target. */
  readonly most?: number | undefined
}

/** One subject of the benchmark. */
export interface Suite {
  readonly name: string
  /** True if the suite runs only when it is named. */
  readonly isOnRequest?: boolean | undefined
  /** Measures the figures; with `isFull` the slow ones too. `rivals` replaces the usual peers. */
  readonly run: (isFull: boolean, rivals?: readonly Contestant[]) => Promise<readonly Figure[]>
}

/** Returns the figure of a time and of the time that it is compared with. */
export function toFigure(
  what: string,
  ours: number,
  against: string,
  theirs: number,
  most?: number,
): Figure {
  return { what, ours: toTime(ours), against, theirs: toTime(theirs), ratio: ours / theirs, most }
}

/** Returns microseconds as text for people. */
const toTime = (us: number): string => {
  if (Math.abs(us) >= 10_000) return `${(us / 1_000).toFixed(1)} ms`
  return `${us.toFixed(us < 10 ? 2 : us < 100 ? 1 : 0)} µs`
}

/** Returns the figures of one suite, one a line, with a mark that tells if the target is met. */
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

/** Returns rows as text in columns. */
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

/** Returns rows as a Markdown table. The first is its head. */
export function toMarkdown([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
