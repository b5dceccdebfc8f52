import type { ReactElement, ReactNode } from 'react'
import { rowOf } from './row-of.ts'

export interface Column<Row> {
  title: string
  /** Returns the content of a cell. The first column names the row. */
  cell: (row: Row) => ReactNode
  /**
   * The form of the column. `number` aligns cells at the end; `wide` is hidden on a narrow screen.
   */
  className?: 'number' | 'wide' | 'number wide'
  hasButtons?: boolean
}

/** Shows rows by their columns, with boxes to select them if `onSelect` is given. */
export function Table<Row>(props: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  selected?: readonly string[] | undefined
  onSelect?: ((selected: readonly string[]) => void) | undefined
  /** The text to show if there are no rows. */
  empty?: string
  foot?: ReactNode
}): ReactElement {
  const { label, columns, rows, idOf, selected = [], onSelect, empty, foot } = props
  const ids = rows.map(idOf)
  const areAll = ids.length > 0 && ids.every((id) => selected.includes(id))
  const toggle = (id: string) =>
    selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]
  return (
    <div className="table-box" role="group" aria-label={`${label}, table`} tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            {onSelect && (
              <th className="box">
                <input
                  type="checkbox"
                  aria-label={`Select all ${label.toLowerCase()} shown`}
                  checked={areAll}
                  onChange={() => onSelect(areAll ? [] : ids)}
                />
              </th>
            )}
            {columns.map(({ title, className, hasButtons }) => (
              <th key={title} scope="col" className={className}>
                {hasButtons ? <span className="unseen">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const id = idOf(row)
            return (
              <tr key={id} id={rowOf(id)} aria-selected={onSelect && selected.includes(id)}>
                {onSelect && (
                  <td className="box">
                    <input
                      type="checkbox"
                      aria-label={`Select ${id}`}
                      checked={selected.includes(id)}
                      onChange={() => onSelect(toggle(id))}
                    />
                  </td>
                )}
                {columns.map(({ title, cell, className }, index) => {
                  const Cell = index === 0 ? 'th' : 'td'
                  return (
                    <Cell key={title} scope={index === 0 ? 'row' : undefined} className={className}>
                      {cell(row)}
                    </Cell>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
      {empty && rows.length === 0 && <p className="empty">{empty}</p>}
    </div>
  )
}
