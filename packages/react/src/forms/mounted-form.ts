import { isPassword, passwordsOnPage } from './controls.ts'
import { type FormFields, readPath, withFields } from './form-fields.ts'
import type { FormPort } from './form-port.ts'

/** The form that the tools work on. */
export interface MountedForm {
  readonly name: string
  /** Returns the form of the latest committed render. */
  readonly port: () => FormPort
  readonly fields: FormFields
  /** Resolves once all earlier updates are committed. */
  readonly nextCommit: () => Promise<void>
  readonly isMounted: () => boolean
  /** The names of the fields that have been those of passwords. */
  readonly passwords: Set<string>
  /** The copy of the values that a user was last asked about. */
  previewed?: object
  /** The last copy of the values. */
  copy?: { readonly text: string; readonly values: Record<string, unknown> }
}

/** The view of a form that the model gets. */
export interface FormView {
  readonly values: Record<string, unknown>
  /** The errors that the user sees, by the paths of the fields. */
  readonly errors: Readonly<Record<string, string>>
}

/** Returns the values that the schema names, and the errors. */
export const readForm = (form: MountedForm): FormView => ({
  values: form.fields.pick(valuesOf(form)),
  errors: form.port().errors,
})

/** Notes the passwords that are on the page. One may leave it, or be shown as a text. */
export function notePasswords({ passwords }: MountedForm): void {
  for (const name of passwordsOnPage()) passwords.add(name)
}

/**
 * Returns the values of a form as they stay, because some forms change theirs in place. Equal
 * values are one copy, so that the tools of a form know what the others have done.
 */
export function copyOf(form: MountedForm): Record<string, unknown> {
  const values = valuesOf(form)
  let text: string
  try {
    text = JSON.stringify(values)
  } catch {
    // What JSON cannot say is in no schema.
    text = JSON.stringify(form.fields.pick(values))
  }
  if (form.copy?.text !== text)
    form.copy = { text, values: JSON.parse(text) as Record<string, unknown> }
  return form.copy.values
}

/** Returns the values of a form without its passwords, which only the user knows. */
export function valuesOf(form: MountedForm): Record<string, unknown> {
  notePasswords(form)
  // Those in a shadow root are known to their form alone.
  for (const [name, controls] of form.port().controls())
    if (controls.some(isPassword)) form.passwords.add(name)
  const { values } = form.port()
  const there = [...form.passwords].filter((name) => readPath(values, name) !== undefined)
  return withFields(
    values,
    there.map((name) => [name, undefined]),
  )
}

/** Whether two values of a field are the same as JSON. */
export const isEqual = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)
