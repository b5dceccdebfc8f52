import type { ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { HiddenMark } from '../markdown/hidden-mark.tsx'
import { countHidden } from '../markdown/text-intake.ts'
import { rawText, valueText } from './value-text.ts'

interface CallDetailsProps {
  /** The arguments; text when they are no object, or not complete. */
  readonly input: Readonly<Record<string, unknown>> | string | undefined
  /** Undefined when there is none. */
  readonly result: unknown
}

/** What a call was given and what it brought, whole. */
export function CallDetails({ input = {}, result }: CallDetailsProps): ReactElement {
  const { strings } = useChat()
  const entries = typeof input === 'string' ? [] : Object.entries(input)
  const hasResult = result !== undefined && result !== null
  return (
    <div className="ambit-tool-details">
      <p className="ambit-label">{strings.arguments}</p>
      {typeof input === 'string' ? (
        <Value value={input} />
      ) : (
        <dl>
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt>{valueText(name)}</dt>
              <dd>
                <Value value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {hasResult && <p className="ambit-label">{strings.result}</p>}
      {hasResult && <Value value={result} />}
    </div>
  )
}

function Value({ value }: { readonly value: unknown }): ReactElement {
  const { strings } = useChat()
  return (
    <div className="ambit-value" dir="auto">
      {valueText(value)}
      <HiddenMark count={countHidden(rawText(value))} strings={strings.markdown} />
    </div>
  )
}
