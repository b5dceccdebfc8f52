import { useId, type ReactElement } from 'react'
import { Anchor } from '../markdown/anchor.tsx'
import { cleanText } from '../markdown/text-intake.ts'
import { useAskStrings } from './question-frame.tsx'
import type { FormField } from './form-field.ts'
import { type Entries, type Entry, idOf } from './form-value.ts'

export interface FieldViewProps {
  readonly field: FormField
  readonly entries: Entries
  /** The errors, by field id. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (id: string, entry: Entry) => void
}

/** Renders one field with its label, hint and error, or a group with its fields. */
export function FieldView(props: FieldViewProps): ReactElement {
  const { field, entries, errors, onChange } = props
  const strings = useAskStrings()
  const base = useId()
  const { label, hint, isRequired, kind } = field
  const id = idOf(field)
  const error = errors[id]
  const name = cleanText(label)
  const notes = [hint === undefined ? '' : `${base}-hint`, error ? `${base}-error` : '']
  const described = notes.filter(Boolean).join(' ') || undefined
  const attributes = {
    id: `${base}-field`,
    'aria-describedby': described,
    'aria-invalid': error ? true : undefined,
    'aria-required': isRequired || undefined,
  }
  const below = (
    <>
      {hint !== undefined && (
        <p className="ambit-field-hint" id={`${base}-hint`} dir="auto">
          {cleanText(hint)}
        </p>
      )}
      {error && (
        <p className="ambit-field-error" id={`${base}-error`} dir="auto">
          {cleanText(error)}
        </p>
      )}
    </>
  )
  if (kind === 'link') {
    return (
      <p className="ambit-field">
        <Anchor href={field.url}>{cleanText(field.url)}</Anchor>
      </p>
    )
  }
  if (kind === 'check') {
    return (
      <div className="ambit-field">
        <label>
          <input
            {...attributes}
            type="checkbox"
            checked={entries[id] === true}
            onChange={(event) => onChange(id, event.target.checked)}
          />
          <span>{name}</span>
        </label>
        {below}
      </div>
    )
  }
  if (kind === 'group' || kind === 'choices') {
    return (
      <fieldset className="ambit-field" aria-describedby={described}>
        <legend>{name}</legend>
        {kind === 'group' ? (
          field.fields.map((inner) => <FieldView key={idOf(inner)} {...props} field={inner} />)
        ) : (
          <Choices {...props} field={field} />
        )}
        {below}
      </fieldset>
    )
  }
  return (
    <div className="ambit-field">
      <label htmlFor={attributes.id}>
        {name}
        {!isRequired && <span className="ambit-field-optional"> {strings.optional}</span>}
      </label>
      <Control {...props} attributes={attributes} />
      {below}
    </div>
  )
}

function Control(props: FieldViewProps & { readonly attributes: object }): ReactElement {
  const { field, entries, onChange, attributes } = props
  const strings = useAskStrings()
  const id = idOf(field)
  const entry = entries[id]
  const common = {
    ...attributes,
    value: typeof entry === 'string' ? entry : '',
    onChange: (event: { target: { value: string } }) => onChange(id, event.target.value),
  }
  switch (field.kind) {
    case 'choice':
      return (
        <select {...common}>
          <option value="">{strings.choose}</option>
          {field.options.map(({ label }, index) => (
            <option key={index} value={index}>
              {cleanText(label)}
            </option>
          ))}
        </select>
      )
    case 'number':
      return <input {...common} type="number" step={field.step} min={field.min} max={field.max} />
    case 'lines':
    case 'json':
      return <textarea {...common} rows={3} dir="auto" />
    case 'text':
      return field.type === 'long' ? (
        <textarea {...common} rows={3} maxLength={field.maxLength} dir="auto" />
      ) : (
        <input {...common} type={field.type} maxLength={field.maxLength} dir="auto" />
      )
    default:
      return <input {...common} />
  }
}

function Choices(
  props: FieldViewProps & { readonly field: Extract<FormField, { kind: 'choice' | 'choices' }> },
): ReactElement[] {
  const { field, entries, onChange } = props
  const id = idOf(field)
  const entry = entries[id]
  const chosen = Array.isArray(entry) ? (entry as readonly number[]) : []
  return field.options.map(({ label }, index) => (
    <label key={index}>
      <input
        type="checkbox"
        checked={chosen.includes(index)}
        onChange={({ target }) => {
          const others = chosen.filter((one) => one !== index)
          onChange(id, target.checked ? [...others, index].sort((a, b) => a - b) : others)
        }}
      />
      <span>{cleanText(label)}</span>
    </label>
  ))
}
