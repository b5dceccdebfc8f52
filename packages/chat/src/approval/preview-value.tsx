import type { JsonValue } from '@ambit/core'
import { Fragment, memo, type ReactElement } from 'react'
import { type ArgWords, memberWords, type Parameters, plainText } from '../values/arg-words.ts'
import type { ApprovalStrings } from './approval-strings.ts'
import { ChangeValue, DataValue, ListValue, RowTable } from './data-value.tsx'
import { FactName, isLongLabel } from './fact-name.tsx'
import type { Change } from './to-changes.ts'
import { changesTable } from './to-table.ts'
import { usePages } from './use-pages.tsx'

interface PreviewValueProps {
  readonly preview: JsonValue
  /** The changes that the preview tells; undefined for any other preview. */
  readonly changes: readonly Change[] | undefined
  readonly strings: ApprovalStrings
  readonly parameters: Parameters
}

/**
 * Shows the preview of a call: what changes, as it is and as it would be, or any other data as what
 * it is. Several rows that change are one table.
 */
export function PreviewValue(props: PreviewValueProps): ReactElement {
  const { preview, changes, strings, parameters } = props
  const arg: ArgWords = { title: '', isText: true, members: parameters, isOwn: true }
  if (changes === undefined) {
    // Each thing that the call is about has a line, however short its name is.
    return Array.isArray(preview) && preview.length > 0 ? (
      <ListValue value={preview} {...{ arg, strings }} />
    ) : (
      <DataValue value={preview} {...{ arg, strings }} />
    )
  }
  const table = changesTable(changes)
  const rest = table ? changes.filter(({ row }) => row === undefined) : changes
  return (
    <>
      <Changes changes={rest} {...{ arg, strings }} />
      {table && <RowTable {...table} {...{ arg, strings }} />}
    </>
  )
}

interface ChangesProps {
  readonly changes: readonly Change[]
  /** The words for the object that the changes are in. */
  readonly arg: ArgWords
  readonly strings: ApprovalStrings
}

/** Shows changes below one another, and the name of the row that they belong to above them. */
function Changes({ changes, arg, strings }: ChangesProps): ReactElement {
  const { shown, more } = usePages(changes, strings)
  return (
    <>
      {byRow(shown).map(([row, ofRow], at) => (
        <Fragment key={at}>
          {row !== undefined && (
            <p className="ambit-change-row">
              <FactName name={row} strings={strings} />
            </p>
          )}
          <dl>
            {ofRow.map((change, index) => (
              <ChangeRow key={index} {...{ change, arg, strings }} />
            ))}
          </dl>
        </Fragment>
      ))}
      {more}
    </>
  )
}

interface ChangeRowProps extends Pick<ChangesProps, 'arg' | 'strings'> {
  readonly change: Change
}

/** Shows one change. It is not rendered again for each row that is added below it. */
const ChangeRow = memo(function ChangeRow({ change, arg, strings }: ChangeRowProps): ReactElement {
  const { name = strings.order, before, after } = change
  const words =
    change.name === undefined ? { title: name, items: plainText } : memberWords(arg, name)
  return (
    <div data-long={name === '' || isLongLabel(words.title, before, after)}>
      {/* The heading above names a value that is no member. */}
      <dt className={name === '' ? 'ambit-only-spoken' : undefined}>
        <FactName name={name === '' ? strings.preview : words.title} strings={strings} />
      </dt>
      <dd className="ambit-change">
        <ChangeValue change={change} arg={words} strings={strings} />
      </dd>
    </div>
  )
})

/** Returns changes with the rows that they belong to, each with those that follow one another. */
function byRow(changes: readonly Change[]): readonly (readonly [string | undefined, Change[]])[] {
  const groups: [string | undefined, Change[]][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last && last[0] === change.row) last[1].push(change)
    else groups.push([change.row, [change]])
  }
  return groups
}
