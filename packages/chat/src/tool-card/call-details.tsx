import type { ReactElement, ReactNode } from 'react'
import { useShell } from '../chat-context.ts'
import { HiddenMark } from '../markdown/hidden-mark.tsx'
import { countHidden } from '../markdown/text-intake.ts'
import { rawText, valueText } from './value-text.ts'
import { englishCalls } from '../strings/call-strings.ts'
import { useWords } from '../strings/use-words.ts'

/** The arguments of a call; text if they are not an object, or not complete. */
type Arguments = Readonly<Record<string, unknown>> | string | undefined

interface CallDetailsProps {
  readonly input: Arguments
  /** The arguments that a user gave in place of the model's. */
  readonly changed?: Arguments
  /** What is shown between the arguments and the result. */
  readonly inner?: ReactNode
  /** The result; undefined if there is none. */
  readonly result: unknown
  /** The text that the model got about a failure. */
  readonly error?: string | undefined
  /** The time that the tool took, in milliseconds. */
  readonly ms?: number | undefined
}

/** Shows the arguments and the result of a call in full, and its duration. */
export function CallDetails({
  input,
  changed,
  inner,
  result,
  error,
  ms,
}: CallDetailsProps): ReactElement {
  const strings = useWords('calls', englishCalls)
  const hasResult = result !== undefined && result !== null
  return (
    <div className="ambit-tool-details">
      {changed && <p className="ambit-label">{strings.changedArguments}</p>}
      {changed && <Values of={changed} />}
      <p className="ambit-label">{changed ? strings.askedArguments : strings.arguments}</p>
      <Values of={input} />
      {inner}
      {hasResult && <p className="ambit-label">{strings.result}</p>}
      {hasResult && <Value value={result} />}
      {error !== undefined && <p className="ambit-label">{strings.toldModel}</p>}
      {error !== undefined && <Value value={error} />}
      {ms !== undefined && <p className="ambit-tool-time">{strings.duration(ms)}</p>}
    </div>
  )
}

function Values({ of = {} }: { readonly of: Arguments }): ReactElement {
  if (typeof of === 'string') return <Value value={of} />
  return (
    <dl>
      {Object.entries(of).map(([name, value]) => (
        <div key={name}>
          <dt>{valueText(name)}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ value }: { readonly value: unknown }): ReactElement {
  const { markdown = {} } = useShell().strings
  return (
    <div className="ambit-value" dir="auto" data-json={typeof value === 'object' ? '' : undefined}>
      {valueText(value)}
      <HiddenMark count={countHidden(rawText(value))} strings={markdown} />
    </div>
  )
}
