import type { JsonObject, JsonValue } from '@ambit/core'
import type { ReactElement } from 'react'
import { argWords, type Parameters } from '../values/arg-words.ts'
import type { ApprovalStrings } from './approval-strings.ts'
import { FactValue } from './fact-value.tsx'
import { shownName } from './shown-value.ts'
import { toChanges } from './to-changes.ts'

interface PreviewValueProps {
  readonly preview: JsonValue
  readonly strings: ApprovalStrings
  readonly parameters: Parameters
}

/**
 * Shows the preview of a call: what changes, as it is and as it would be, or the members of an
 * object. Anything else is shown as text.
 */
export function PreviewValue({ preview, strings, parameters }: PreviewValueProps): ReactElement {
  const changes = toChanges(preview)
  if (changes === undefined) return <FactValue value={preview} strings={strings} />
  return (
    <dl className="ambit-changes">
      {changes.map(({ row, name, before, after, isSame }, index) => {
        const arg = argWords(parametersWith(parameters, name), name)
        const side = (value: JsonValue): ReactElement => (
          <FactValue value={value} arg={arg} strings={strings} />
        )
        return (
          <div key={index}>
            <dt>
              {row !== undefined && `${shownName(row)} · `}
              {shownName(arg.title)}
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
      })}
    </dl>
  )
}

/** Lets a member of a preview, which the application wrote, have its name in words. */
const parametersWith = (parameters: Parameters, name: string): Parameters => {
  const { properties = {} }: { readonly properties?: JsonObject } = parameters as JsonObject
  return Object.hasOwn(properties, name)
    ? parameters
    : { properties: { ...parameters.properties, [name]: {} } }
}
