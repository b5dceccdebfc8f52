import type { ToolContext } from '@ambit/core'
import { type FieldValue, type FormFields, isIn, readPath } from './form-fields.ts'
import type { FormPort } from './form-port.ts'

/** The form that the tools work on. */
export interface MountedForm {
  /** Returns the form of the latest committed render. */
  readonly port: () => FormPort
  readonly fields: FormFields
  /** Resolves once all earlier updates are committed. */
  readonly nextCommit: () => Promise<void>
  readonly isMounted: () => boolean
}

/** The view of a form that the model gets. */
export interface FormView {
  readonly values: Record<string, unknown>
  /** The errors that the user sees, by the paths of the fields. */
  readonly errors: Readonly<Record<string, string>>
}

/** The result of filling. */
export interface FilledForm extends Pick<FormView, 'errors'> {
  readonly filled: readonly string[]
}

/** The result of submitting. */
export type SubmittedForm =
  | { readonly submitted: true; readonly result: unknown }
  | { readonly submitted: false; readonly errors: FormView['errors'] }

/** Returns the values that the schema names, and the errors. */
export const readForm = ({ port, fields }: MountedForm): FormView => ({
  values: fields.pick(port().values),
  errors: port().errors,
})

/** Sets fields, and checks them as the form checks the input of a user. */
export async function fillForm(
  form: MountedForm,
  args: Record<string, unknown>,
  ctx: ToolContext,
): Promise<FilledForm> {
  const { port, fields, nextCommit } = form
  const after = fields.toFields(args)
  const before = valuesAt(form, after)
  const filled = after.map(([path]) => path)
  port().set(after)
  const isChanged = after.some(([, value], at) => !isEqual(value, before[at]?.[1]))
  if (isChanged) ctx.undo(() => restore(form, before, after))
  await nextCommit()
  if (filled.length) await port().check(filled)
  await nextCommit()
  return { filled, errors: port().errors }
}

/** Fills fields that show an error. Throws if a field shows none. */
export function correctForm(
  form: MountedForm,
  args: Record<string, unknown>,
  ctx: ToolContext,
): Promise<FilledForm> {
  const wrong = Object.keys(form.port().errors)
  for (const [path] of form.fields.toFields(args)) {
    if (wrong.some((field) => isIn(field, path) || isIn(path, field))) continue
    throw new Error(
      `"${path}" shows no error, so there is nothing to correct. These do: ${wrong.join(', ') || 'none'}.`,
    )
  }
  return fillForm(form, args, ctx)
}

/** Submits the form. `submitted` is false if the form then shows errors. */
export async function submitForm(form: MountedForm, ctx: ToolContext): Promise<SubmittedForm> {
  // Many forms leave the page when they are submitted, or while they are.
  ctx.outlive()
  const outcome = await form.port().submit(ctx)
  await form.nextCommit()
  // A form that left the page was accepted. One that is still there may show errors of the server.
  const errors = form.isMounted() ? form.port().errors : {}
  return outcome && Object.keys(errors).length === 0
    ? { submitted: true, result: outcome.result }
    : { submitted: false, errors }
}

/**
 * Restores the old values of the fields. Throws if a field has another value since: that one stays.
 */
async function restore(
  form: MountedForm,
  before: readonly FieldValue[],
  after: readonly FieldValue[],
): Promise<void> {
  if (!form.isMounted()) throw new Error('The form is no longer on the page.')
  const now = valuesAt(form, after)
  const isSame = (at: number): boolean => isEqual(now[at]?.[1], after[at]?.[1])
  const back = before.filter((_, at) => isSame(at))
  const paths = back.map(([path]) => path)
  form.port().set(back)
  form.port().clear(paths)
  await form.nextCommit()
  // A form that was reset may have the old value already.
  const isOld = (at: number): boolean => isEqual(now[at]?.[1], before[at]?.[1])
  const stays = before.filter((_, at) => !isSame(at) && !isOld(at)).map(([path]) => path)
  if (stays.length === 0) return
  throw new Error(
    `${stays.join(', ')} changed since and ${stays.length > 1 ? 'stay as they are' : 'stays as it is'}.`,
  )
}

const valuesAt = ({ port }: MountedForm, fields: readonly FieldValue[]): FieldValue[] => {
  const { values } = port()
  return fields.map(([path]) => [path, readPath(values, path)])
}

const isEqual = (a: unknown, b: unknown): boolean =>
  Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b)
