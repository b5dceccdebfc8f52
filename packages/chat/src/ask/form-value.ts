import type { ValidationIssue } from '@ambit/core'
import type { AskStrings } from './ask-strings.ts'
import { type FormField, wordFor } from './form-field.ts'

/**
 * The content of a field: a text, the state of a checkbox, or the indexes of the chosen options.
 */
export type Entry = string | boolean | readonly number[]

/** Entries by field id. */
export type Entries = Readonly<Record<string, Entry>>

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

export interface Answer {
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
