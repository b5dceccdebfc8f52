import type { JsonObject, JsonValue } from '@ambit/core'
import { type Change, isFlatRow } from './to-changes.ts'

/** Many things with the same members, one in each row. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly TableRow[]
  /** The room that the columns need: any card has it, a narrow one has not, or only a wide one. */
  readonly width: 's' | 'm' | 'l'
}

/** One thing. Its name is undefined if the name is one of its members. */
export interface TableRow {
  readonly name?: string | undefined
  readonly cells: ReadonlyMap<string, Change>
}

/** The most columns, and the most characters of the name of one. */
const MOST_COLUMNS = 8
const MOST_NAME_CHARS = 40
/** The characters that a line of a card of each width has room for. */
const LINE_CHARS = { s: 30, m: 46 }
/** The most characters that one column counts as: more of them are broken. */
const MOST_COLUMN_CHARS = 14
/** The number of rows that tell how wide the columns are. */
const MEASURED_ROWS = 50

/** Returns the changes of two or more rows as a table; undefined if they do not fit in one. */
export function changesTable(changes: readonly Change[]): Table | undefined {
  const rows = new Map<string, Map<string, Change>>()
  for (const change of changes) {
    const { row, name } = change
    if (row === undefined || name === undefined) continue
    const cells = rows.get(row) ?? new Map<string, Change>()
    rows.set(row, cells.set(name, change))
  }
  return toTable(Array.from(rows, ([name, cells]) => ({ name, cells })))
}

/** Returns two or more flat objects as a table; undefined for any other list. */
export function listTable(list: readonly JsonValue[]): Table | undefined {
  if (!list.every(isFlatRow)) return undefined
  const toRow = (row: JsonObject): TableRow => ({
    cells: new Map(
      Object.entries(row).map(([name, after]) => [name, { name, after, isSame: true }]),
    ),
  })
  return toTable((list as readonly JsonObject[]).map(toRow))
}

function toTable(rows: readonly TableRow[]): Table | undefined {
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))]
  const hasLongName = columns.some((name) => name.length > MOST_NAME_CHARS)
  if (rows.length < 2 || columns.length > MOST_COLUMNS || hasLongName) return undefined
  const measured = rows.slice(0, MEASURED_ROWS)
  const chars = [undefined, ...columns].map((column) =>
    widthOf(
      measured.flatMap(({ name, cells }) =>
        column === undefined ? [name ?? ''] : [column, ...sidesOf(cells.get(column))],
      ),
    ),
  )
  // Two of each column for its distance to the next one.
  const sum = chars.reduce((all, each) => all + each + 2)
  return { columns, rows, width: sum <= LINE_CHARS.s ? 's' : sum <= LINE_CHARS.m ? 'm' : 'l' }
}

const widthOf = (values: readonly unknown[]): number =>
  Math.min(MOST_COLUMN_CHARS, Math.max(0, ...values.map((value) => textOf(value).length)))

const sidesOf = (change: Change | undefined): readonly unknown[] =>
  change ? [change.before, change.after] : []

/** Whether a value is so short that it stands on one line. */
export const isShort = (value: unknown): boolean => textOf(value).length <= 12

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
