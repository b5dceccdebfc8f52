import type { ReactElement } from 'react'
import { GrowingField } from '../composer/growing-field.tsx'
import type { ArgsField } from './args-fields.ts'

interface ArgsControlProps {
  readonly field: ArgsField
  readonly id: string
  readonly text: string
  readonly isInvalid: boolean
  /** The id of the hint, or of the error. */
  readonly noteId: string
  readonly onText: (text: string) => void
}

/** Renders the control for one argument. */
export function ArgsControl(props: ArgsControlProps): ReactElement {
  const { field, id, text, isInvalid, noteId, onText } = props
  const { kind, options, isRequired } = field
  const described = {
    id,
    'aria-describedby': noteId,
    'aria-invalid': isInvalid,
    'aria-required': isRequired,
  }
  const onChange = (event: { target: { value: string } }): void => onText(event.target.value)
  if (kind === 'boolean') {
    return (
      <input
        {...described}
        type="checkbox"
        checked={text === 'true'}
        onChange={(event) => onText(event.target.checked ? 'true' : '')}
      />
    )
  }
  if (kind === 'choice') {
    const known = options.includes(text) ? options : [text, ...options]
    return (
      <select {...described} value={text} onChange={onChange}>
        {known.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  }
  if (kind === 'number') {
    return <input {...described} type="text" inputMode="decimal" value={text} onChange={onChange} />
  }
  return (
    <GrowingField {...described} spellCheck={kind === 'text'} value={text} onChange={onChange} />
  )
}
