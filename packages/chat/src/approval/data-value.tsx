// The reasons: decisions/0101.
import type { JsonObject, JsonValue } from '@ambit/core'
import { memo, type ReactElement } from 'react'
import { type ArgWords, memberWords } from '../values/arg-words.ts'
import { valueWords } from '../values/value-words.ts'
import type { ApprovalStrings } from './approval-strings.ts'
import { FactName, isLongLabel } from './fact-name.tsx'
import { FactValue } from './fact-value.tsx'
import type { Change } from './to-changes.ts'
import { listTable, type Table, type TableRow } from './to-table.ts'
import { usePages } from './use-pages.tsx'

/** The number of lists and objects in one another. What is deeper than that is shown as JSON. */
const MOST_DEPTH = 6

interface DataProps<T> {
  readonly value: T
  /** The words of the schema for the value. */
  readonly arg: ArgWords
  readonly strings: ApprovalStrings
  /** The number of lists and objects around the value. */
  readonly depth?: number | undefined
}

/**
 * Shows a value as what it is. A list has a line for each element, or one line for short values.
 * Flat objects are a table, and any other object is its members by name.
 */
export function DataValue(props: DataProps<JsonValue | undefined>): ReactElement {
  const { value, arg, strings, depth = 0 } = props
  if (!isNested(value) || depth >= MOST_DEPTH || valueWords(value, arg, strings) !== undefined)
    return <FactValue {...{ value, arg, strings }} />
  return isList(value) ? (
    <ListValue {...{ value, arg, strings, depth }} />
  ) : (
    <Members {...{ value, arg, strings, depth }} />
  )
}

/** Shows each element of a list on a line of its own, or as a row of a table. */
export function ListValue(props: DataProps<readonly JsonValue[]>): ReactElement {
  const { value, arg, strings, depth = 0 } = props
  const items: ArgWords = { title: '', ...arg.items, isOwn: arg.isOwn }
  const table = listTable(value)
  const { shown, more } = usePages(table ? [] : value, strings)
  if (table) return <RowTable {...table} arg={items} strings={strings} />
  return (
    <>
      <ul className="ambit-list">
        {shown.map((item, at) => (
          <li key={at}>
            <DataValue value={item} arg={items} strings={strings} depth={depth + 1} />
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}

function Members(props: DataProps<JsonObject>): ReactElement {
  const { value, arg, strings, depth = 0 } = props
  const { shown, more } = usePages(Object.keys(value), strings)
  return (
    <>
      <dl className="ambit-members">
        {shown.map((name) => {
          const words = memberWords(arg, name)
          return (
            <div key={name}>
              <dt>
                <FactName name={words.title} strings={strings} />
              </dt>
              <dd>
                <DataValue value={value[name]} arg={words} strings={strings} depth={depth + 1} />
              </dd>
            </div>
          )
        })}
      </dl>
      {more}
    </>
  )
}

interface RowTableProps extends Table {
  /** The words for one row. */
  readonly arg: ArgWords
  readonly strings: ApprovalStrings
}

/** Shows many things, one in each row. On a narrow card, the cells of a wide table stack. */
export function RowTable({ columns, rows, width, arg, strings }: RowTableProps): ReactElement {
  const { shown, more } = usePages(rows, strings)
  return (
    <div className="ambit-table">
      <table data-width={width}>
        <thead>
          <tr>
            {rows[0]?.name !== undefined && (
              <th scope="col">
                <span className="ambit-only-spoken">{strings.instance}</span>
              </th>
            )}
            {columns.map((column) => (
              <ColumnName key={column} as="th" {...{ column, arg, strings }} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            <Row key={at} {...{ row, columns, arg, strings }} />
          ))}
        </tbody>
      </table>
      {more}
    </div>
  )
}

interface ColumnNameProps extends Pick<RowTableProps, 'arg' | 'strings'> {
  readonly as: 'th' | 'span'
  readonly column: string
}

/** Shows the name of a column above it, or before a cell that stands alone. */
function ColumnName({ as: Tag, column, arg, strings }: ColumnNameProps): ReactElement {
  const { title } = memberWords(arg, column)
  return (
    <Tag className="ambit-cell-name" scope={Tag === 'th' ? 'col' : undefined}>
      <FactName name={title} strings={strings} />
    </Tag>
  )
}

interface RowProps extends Pick<RowTableProps, 'columns' | 'arg' | 'strings'> {
  readonly row: TableRow
}

/** Shows one row. It is not rendered again for each row that is added below it. */
const Row = memo(function Row({ row, columns, arg, strings }: RowProps): ReactElement {
  const { name, cells } = row
  return (
    <tr>
      {name !== undefined && (
        <th scope="row">
          <bdi>
            <FactName name={name} strings={strings} />
          </bdi>
        </th>
      )}
      {columns.map((column) => {
        const words = memberWords(arg, column)
        const change = cells.get(column)
        return (
          <td key={column}>
            {change && (
              <>
                <ColumnName as="span" {...{ column, arg, strings }} />
                <div className="ambit-change">
                  <ChangeValue change={change} arg={words} strings={strings} />
                </div>
              </>
            )}
          </td>
        )
      })}
    </tr>
  )
})

interface ChangeValueProps extends Pick<RowTableProps, 'arg' | 'strings'> {
  readonly change: Change
}

/** Shows a value as it is, and as it would be if that is another one. */
export function ChangeValue({ change, arg, strings }: ChangeValueProps): ReactElement {
  const { before, after, isSame } = change
  const side = (value: JsonValue): ReactElement => (
    <DataValue value={value} arg={arg} strings={strings} />
  )
  return (
    <>
      {before !== undefined && !isSame && <del>{side(before)}</del>}
      {before !== undefined && after !== undefined && !isSame && (
        <>
          <span aria-hidden="true" className="ambit-arrow" />
          <span className="ambit-only-spoken">{strings.becomes}</span>
        </>
      )}
      {after !== undefined && (isSame ? side(after) : <ins>{side(after)}</ins>)}
    </>
  )
}

/** Whether a label stands above its value, because of its length or of what the value is. */
export const isAbove = (
  title: string,
  arg: ArgWords,
  strings: ApprovalStrings,
  value: JsonValue | undefined,
): '' | undefined =>
  isNested(value) && valueWords(value, arg, strings) === undefined ? '' : isLongLabel(title, value)

/** Whether a value is a list or an object that has something in it. */
const isNested = (value: JsonValue | undefined): value is readonly JsonValue[] | JsonObject =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0

const isList = (value: readonly JsonValue[] | JsonObject): value is readonly JsonValue[] =>
  Array.isArray(value)
