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

/** The most columns. */
const MOST_COLUMNS = 8

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
  if (rows.length < 2 || columns.length > MOST_COLUMNS) return undefined
  const count = columns.length + (rows[0]?.name === undefined ? 0 : 1)
  return { columns, rows, width: count <= 2 ? 's' : count === 3 ? 'm' : 'l' }
}
