import type { Agent, ApprovalRequest } from '@ambit/core'
import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { cleanText } from '../markdown/text-intake.ts'
import type { ApprovalStrings } from './approval-strings.ts'
import { idArgument, labelOf } from '../tool-card/tool-title.ts'
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
  const { agent } = useChat()
  const isNamed = (name: string): boolean => Boolean(label) && name === idArgument
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
                    value={isNamed(name) ? nameOfRow(agent, request) : args[name]}
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

/** Returns the label of the row that a call is for, with its id if another row has that label. */
function nameOfRow(agent: Agent, request: ApprovalRequest): string | undefined {
  const { tool, args, label, parameters, callId } = request
  const { [idArgument]: own } = args
  const listed = Object(parameters.properties?.[idArgument]) as { readonly enum?: unknown }
  const ids = Array.isArray(listed.enum) ? listed.enum : []
  const isSame = (id: unknown): boolean => {
    const call = { id: callId, name: tool, arguments: { [idArgument]: id } }
    return labelOf(agent, call, undefined, undefined) === label
  }
  return ids.some((id) => id !== own && isSame(id)) ? `${label} (${rawText(own)})` : label
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
