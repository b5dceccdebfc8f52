import type { ApprovalRequest } from '@ambit/core'
import type { ReactElement } from 'react'
import { cleanText } from '../markdown/text-intake.ts'
import type { ApprovalStrings } from './approval-strings.ts'
import { idArgument } from '../tool-card/tool-title.ts'
import { rawText } from '../tool-card/value-text.ts'
import { shownValue } from './shown-value.ts'

interface ApprovalFactsProps {
  readonly request: ApprovalRequest
  readonly strings: ApprovalStrings
  /**
   * True while the editor shows the arguments. The preview is then hidden, because it is of the
   * model's arguments.
   */
  readonly isEditing: boolean
}

/**
 * Shows the facts that a person needs to decide: the preview and every argument, fully unfolded.
 */
export function ApprovalFacts({ request, strings, isEditing }: ApprovalFactsProps): ReactElement {
  const { preview, previewError, args, parameters, label } = request
  // Two rows may have one name, so the id stays beside it.
  const isNamed = (name: string): boolean => label !== undefined && name === idArgument
  const order = Object.keys(parameters.properties ?? {})
  const names = [...new Set([...order, ...Object.keys(args)])].filter((name) =>
    Object.hasOwn(args, name),
  )
  return (
    <div className="ambit-tool-details">
      {!isEditing && preview !== undefined && preview !== null && (
        <>
          <p className="ambit-label">{strings.preview}</p>
          <Shown value={preview} strings={strings} />
        </>
      )}
      {!isEditing && previewError !== undefined && (
        <p className="ambit-label">{strings.noPreview(cleanText(previewError))}</p>
      )}
      {!isEditing && (names.length > 0 || preview === undefined || preview === null) && (
        <>
          <p className="ambit-label">{strings.arguments}</p>
          {names.length === 0 && <p>{strings.noArguments}</p>}
          <dl>
            {names.map((name) => (
              <div key={name}>
                <dt>{isNamed(name) ? strings.instance : shownValue(name).text}</dt>
                <dd>
                  <Shown
                    value={isNamed(name) ? `${label} (${rawText(args[name])})` : args[name]}
                    strings={strings}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  )
}

function Shown({ value, strings }: { value: unknown; strings: ApprovalStrings }): ReactElement {
  const { text, isWhole } = shownValue(value)
  return (
    <>
      <div className="ambit-value" dir="auto">
        {text}
      </div>
      {!isWhole && <p className="ambit-warning">{strings.notAsItIs}</p>}
    </>
  )
}
