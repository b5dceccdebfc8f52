import type { JsonObject, JsonValue } from '@ambit/core'
import { Fragment, memo, type ReactElement } from 'react'
import { argWords, type Parameters, plainText } from '../values/arg-words.ts'
import type { ApprovalStrings } from './approval-strings.ts'
import { FactName, isLongLabel } from './fact-name.tsx'
import { FactValue } from './fact-value.tsx'
import type { Change } from './to-changes.ts'
import { usePages } from './use-pages.tsx'

interface PreviewValueProps {
  readonly preview: JsonValue
  /** The changes that the preview tells; undefined for any other preview. */
  readonly changes: readonly Change[] | undefined
  readonly strings: ApprovalStrings
  readonly parameters: Parameters
}

/**
 * Shows the preview of a call: what changes, as it is and as it would be, or the members of an
 * object. Anything else is shown as text.
 */
export function PreviewValue(props: PreviewValueProps): ReactElement {
  const { preview, changes, strings, parameters } = props
  const { shown, more } = usePages(changes ?? [], strings)
  if (changes === undefined) {
    const arg = typeof preview === 'string' ? plainText : undefined
    return <FactValue value={preview} arg={arg} strings={strings} />
  }
  return (
    <>
      {byRow(shown).map(([row, ofRow], at) => (
        <Fragment key={at}>
          {row !== undefined && (
            <p className="ambit-change-row">
              <FactName name={row} strings={strings} />
            </p>
          )}
          <dl className="ambit-changes">
            {ofRow.map((change, index) => (
              <ChangeRow key={index} {...{ change, strings, parameters }} />
            ))}
          </dl>
        </Fragment>
      ))}
      {more}
    </>
  )
}

interface ChangeRowProps extends Pick<PreviewValueProps, 'strings' | 'parameters'> {
  readonly change: Change
}

/** Shows one change. It is not rendered again for each row that is added below it. */
const ChangeRow = memo(function ChangeRow(props: ChangeRowProps): ReactElement {
  const { change, strings, parameters } = props
  const { name = strings.order, before, after, isSame } = change
  const arg =
    change.name === undefined
      ? { title: name, items: plainText }
      : argWords(parametersWith(parameters, name), name)
  const side = (value: JsonValue): ReactElement => (
    <FactValue value={value} arg={arg} strings={strings} />
  )
  return (
    <div data-long={name === '' || isLongLabel(arg.title, before, after)}>
      {/* The heading above names a value that is no member. */}
      <dt className={name === '' ? 'ambit-only-spoken' : undefined}>
        <FactName name={name === '' ? strings.preview : arg.title} strings={strings} />
      </dt>
      <dd>
        {before !== undefined && !isSame && <del>{side(before)}</del>}
        {before !== undefined && after !== undefined && !isSame && (
          <>
            <span aria-hidden="true" className="ambit-arrow" />
            <span className="ambit-only-spoken">{strings.becomes}</span>
          </>
        )}
        {after !== undefined && (isSame ? side(after) : <ins>{side(after)}</ins>)}
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

/** Lets a member of a preview, which the application wrote, have its name in words. */
const parametersWith = (parameters: Parameters, name: string): Parameters => {
  const { properties = {} }: { readonly properties?: JsonObject } = parameters as JsonObject
  return Object.hasOwn(properties, name)
    ? parameters
    : { properties: { ...parameters.properties, [name]: {} } }
}
