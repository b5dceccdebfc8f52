import type { ValidationIssue } from '@ambit/core'
import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react'
import { FieldView } from './field-view.tsx'
import { type FormField, toFields } from './form-field.ts'
import { type Entries, idOf, initialEntries, toAnswer } from './form-value.ts'
import { QuestionFrame, type QuestionProps, useAskStrings } from './question-frame.tsx'

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
