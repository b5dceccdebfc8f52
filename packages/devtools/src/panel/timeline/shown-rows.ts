import type { RowKind, TimelineRow } from './timeline.ts'

/** The rows that a user wants to see. */
export interface RowFilter {
  /** The kinds, besides the runs around them. Empty for all. */
  readonly kinds: ReadonlySet<RowKind>
  /** A text that the row has, or a row inside it. Empty for all. */
  readonly text: string
}

/** Returns the rows in their order that pass a filter, with the rows around them. */
export function toShownRows(
  runs: readonly TimelineRow[],
  { kinds, text }: RowFilter,
  textOf: (row: TimelineRow) => string,
): TimelineRow[] {
  const wanted = text.trim().toLowerCase()
  const shown: TimelineRow[] = []
  const passes = (row: TimelineRow): boolean =>
    (kinds.size === 0 || kinds.has(row.kind) || (kinds.has('fault') && isFault(row))) &&
    (!wanted || textOf(row).includes(wanted))
  const add = (row: TimelineRow): void => {
    const at = shown.push(row)
    for (const inner of row.rows) add(inner)
    // A row without anything to show goes again.
    if (shown.length === at && !passes(row)) shown.pop()
  }
  for (const run of runs) add(run)
  return shown
}

const isFault = ({ events }: TimelineRow): boolean =>
  events.some(({ type }) => type === 'agent:tool_failed' || type === 'agent:failed')
