import type { ValidationIssue } from '@ambit/core'
import { type ReactElement, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type FormField, toFields, wordFor } from './form-field.ts'
import { QuestionFrame, type QuestionProps, useAskStrings } from './question-frame.tsx'
import { Anchor } from '../markdown/anchor.tsx'
import { cleanText } from '../markdown/text-intake.ts'
import type { AskStrings } from './ask-strings.ts'

/**
 * Shows one question of a tool: its text, a field for each part of the answer, and a button to
 * decline.
 */
export function QuestionForm({ ask }: QuestionProps): ReactElement {
  const strings = useAskStrings()
  const { schema } = ask
  const fields = useMemo(() => toFields(schema, strings.answer), [schema, strings.answer])
  const [entries, setEntries] = useState<Entries>(() => initialEntries(fields))
  const [issues, setIssues] = useState<readonly ValidationIssue[]>([])
  const form = useRef<HTMLFormElement>(null)

  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  useEffect(() => {
    if (issues.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [issues])

  const submit = async (): Promise<void> => {
    const answer = toAnswer(fields, entries, strings)
    const found = answer.issues.length > 0 ? answer.issues : await ask.answer(answer.value)
    if (isMounted.current) setIssues(found)
  }
  const errors = byField(fields, issues)
  const general = issues.filter((issue) => !fieldOf(fields, issue))
  return (
    <QuestionFrame
      {...{ ask, form }}
      onSubmit={() => void submit()}
      error={general.map((issue) => issue.message).join(' ')}
    >
      {fields.map((field) => (
        <FieldView
          key={idOf(field)}
          field={field}
          entries={entries}
          errors={errors}
          onChange={(id, entry) => setEntries((before) => ({ ...before, [id]: entry }))}
        />
      ))}
    </QuestionFrame>
  )
}

/** Returns the first error of each field. */
function byField(
  fields: readonly FormField[],
  issues: readonly ValidationIssue[],
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    const field = fieldOf(fields, issue)
    if (field) errors[idOf(field)] ??= issue.message
  }
  return errors
}

/** Finds the field of an issue: the deepest field on the issue's path. */
function fieldOf(fields: readonly FormField[], issue: ValidationIssue): FormField | undefined {
  const path = (issue.path ?? []).map(String)
  for (const field of fields) {
    if (!field.path.every((name, index) => name === path[index])) continue
    return (field.kind === 'group' && fieldOf(field.fields, issue)) || field
  }
  return undefined
}

interface FieldViewProps {
  readonly field: FormField
  readonly entries: Entries
  /** The errors, by field id. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (id: string, entry: Entry) => void
}

/** Renders one field with its label, hint and error, or a group with its fields. */
function FieldView(props: FieldViewProps): ReactElement {
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

/**
 * The content of a field: a text, the state of a checkbox, or the indexes of the chosen options.
 */
type Entry = string | boolean | readonly number[]

/** Entries by field id. */
type Entries = Readonly<Record<string, Entry>>

/** Returns the id of a field: its path as one text. */
export const idOf = ({ path }: Pick<FormField, 'path'>): string => JSON.stringify(path)

/** Returns the first content of the fields: the defaults of the schema. */
export function initialEntries(fields: readonly FormField[]): Entries {
  return Object.fromEntries(
    fields.flatMap((field): [string, Entry][] =>
      field.kind === 'group'
        ? Object.entries(initialEntries(field.fields))
        : [[idOf(field), initialEntry(field)]],
    ),
  )
}

function initialEntry(field: FormField): Entry {
  const { kind, initial } = field
  if (kind === 'check') return initial === true
  if (kind === 'choices') {
    const chosen = Array.isArray(initial) ? initial : []
    return field.options.flatMap(({ value }, index) => (chosen.includes(value) ? [index] : []))
  }
  if (kind === 'choice') {
    const index = field.options.findIndex(({ value }) => value === initial)
    return index < 0 ? '' : String(index)
  }
  if (initial === undefined || initial === null) return ''
  if (kind === 'lines') return Array.isArray(initial) ? initial.join('\n') : ''
  return kind === 'json' || typeof initial === 'object'
    ? JSON.stringify(initial, undefined, 2)
    : wordFor(initial)
}

/** The errors for a missing value and for invalid JSON. */
type FormTexts = Pick<AskStrings, 'needed' | 'noJson'>

interface Answer {
  readonly value: unknown
  readonly issues: readonly ValidationIssue[]
}

/**
 * Builds the answer from the fields. An empty optional field is left out. An empty required field
 * is null if the schema allows null, otherwise an issue.
 */
export function toAnswer(fields: readonly FormField[], entries: Entries, texts: FormTexts): Answer {
  const [only] = fields
  if (only && only.path.length === 0) {
    const { value, issue } = read(only, entries[idOf(only)] ?? '', texts)
    return { value, issues: issue === undefined ? [] : [{ message: issue }] }
  }
  const value: Record<string, unknown> = {}
  const issues: ValidationIssue[] = []
  for (const field of fields) {
    const inner = readField(field, entries, texts)
    issues.push(...inner.issues)
    const name = field.path.at(-1)
    if (name !== undefined && inner.value !== undefined) value[name] = inner.value
  }
  return { value, issues }
}

function readField(field: FormField, entries: Entries, texts: FormTexts): Answer {
  if (field.kind !== 'group') {
    const { value, issue } = read(field, entries[idOf(field)] ?? '', texts)
    return { value, issues: issue === undefined ? [] : [{ message: issue, path: field.path }] }
  }
  const answer = toAnswer(field.fields, entries, texts)
  const isLeftOut = !field.isRequired && Object.keys(Object(answer.value) as object).length === 0
  return isLeftOut ? { value: undefined, issues: [] } : answer
}

interface Read {
  readonly value?: unknown
  readonly issue?: string | undefined
}

function read(field: FormField, entry: Entry, { needed, noJson }: FormTexts): Read {
  if (typeof entry === 'boolean') return { value: entry }
  if (typeof entry !== 'string') {
    const options = field.kind === 'choices' ? field.options : []
    const value = entry.map((index) => options[index]?.value)
    return value.length > 0 || field.isRequired ? { value } : {}
  }
  if (entry.trim() === '') {
    if (field.isNullable && field.isRequired) return { value: null }
    return field.isRequired ? { issue: needed } : {}
  }
  switch (field.kind) {
    case 'number':
      return { value: Number(entry) }
    case 'choice':
      return { value: field.options[Number(entry)]?.value }
    case 'lines':
      return { value: entry.split('\n').filter((line) => line.trim() !== '') }
    case 'json':
      try {
        return { value: JSON.parse(entry) as unknown }
      } catch {
        return { issue: noJson }
      }
    case 'text':
      return { value: field.type === 'datetime-local' ? toInstant(entry) : entry }
    default:
      return { value: entry }
  }
}

/** Converts the user's local time to an ISO 8601 time in UTC. */
function toInstant(local: string): string {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? local : date.toISOString()
}
