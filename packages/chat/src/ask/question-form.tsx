import type { Ask, ValidationIssue } from '@ambit/core'
import {
  type FormEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type ReactElement,
} from 'react'
import { cleanText } from '../markdown/text-intake.ts'
import { useAskStrings } from './use-ask-strings.ts'
import { FieldView } from './field-view.tsx'
import { type FormField, toFields } from './form-field.ts'
import { type Entries, idOf, initialEntries, toAnswer } from './form-value.ts'
import { usePoliteFocus } from './use-polite-focus.ts'

export interface QuestionFormProps {
  readonly ask: Ask
  readonly onAnswer: (id: string, value: unknown) => Promise<readonly ValidationIssue[]>
  readonly onDecline: (id: string) => void
}

/**
 * Shows one question of a tool: its text, a field for each part of the answer, and a button to
 * decline.
 */
export function QuestionForm({ ask, onAnswer, onDecline }: QuestionFormProps): ReactElement {
  const strings = useAskStrings()
  const { message, schema } = ask
  const fields = useMemo(() => toFields(schema, strings.answer), [schema, strings.answer])
  const [entries, setEntries] = useState<Entries>(() => initialEntries(fields))
  const [issues, setIssues] = useState<readonly ValidationIssue[]>([])
  const form = useRef<HTMLFormElement>(null)
  const titleId = useId()
  usePoliteFocus(form)

  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])
  useEffect(() => {
    if (issues.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [issues])

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const answer = toAnswer(fields, entries, strings)
    const found = answer.issues.length > 0 ? answer.issues : await onAnswer(ask.id, answer.value)
    if (isMounted.current) setIssues(found)
  }
  const errors = byField(fields, issues)
  const general = issues.filter((issue) => !fieldOf(fields, issue))
  return (
    <form
      className="ambit-question"
      aria-labelledby={titleId}
      noValidate
      ref={form}
      onSubmit={(event) => void submit(event)}
    >
      <p className="ambit-question-text" id={titleId} dir="auto">
        {cleanText(message ?? strings.question)}
      </p>
      {fields.map((field) => (
        <FieldView
          key={idOf(field)}
          field={field}
          entries={entries}
          errors={errors}
          onChange={(id, entry) => setEntries((before) => ({ ...before, [id]: entry }))}
        />
      ))}
      {general.length > 0 && (
        <p className="ambit-field-error" role="alert">
          {cleanText(general.map((issue) => issue.message).join(' '))}
        </p>
      )}
      <div className="ambit-question-buttons">
        <button type="submit" className="ambit-button" data-primary="">
          {strings.submit}
        </button>
        <button type="button" className="ambit-button" onClick={() => onDecline(ask.id)}>
          {strings.decline}
        </button>
      </div>
    </form>
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
