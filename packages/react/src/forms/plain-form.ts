import type { ToolContext } from '@ambit/core'
import { type Control, shows } from './controls.ts'
import { controlsOf } from './element-form.ts'
import { type FormFields, isIn, withFields } from './form-fields.ts'
import type { FormPort } from './form-port.ts'

/** A form that keeps its values in React state, or in another store that a component reads. */
export type PlainForm<Values> = PlainFormState<Values> &
  (
    | {
        /** Replaces all values. */
        setValues(values: Values): void
      }
    | {
        /** Sets one value. */
        setValue<Name extends keyof Values>(name: Name, value: Values[Name]): void
      }
  )

/** The properties of every {@link PlainForm}. */
export interface PlainFormState<Values> {
  /** The values in this render. */
  readonly values: Values
  /**
   * Does the same as the form's button. Returns the result, or a promise of it. False says that the
   * form refused. Without `errors`, undefined leaves open whether it did.
   */
  submit(ctx: ToolContext): unknown
  /**
   * The errors that the user sees in this render, by the paths of the fields. Default: the errors
   * that the schema finds.
   */
  readonly errors?: Readonly<Record<string, string | undefined>> | undefined
  readonly isSubmitting?: boolean | undefined
}

/** Whether a form is a {@link PlainForm}. */
export const isPlainForm = (form: object): form is PlainForm<Values> => {
  const { values, submit, setValues, setValue } = form as Record<string, unknown>
  return (
    typeof values === 'object' &&
    values !== null &&
    typeof submit === 'function' &&
    typeof (setValues ?? setValue) === 'function'
  )
}

/** The errors that the schema found. Kept between renders. */
export interface CheckedBySchema {
  errors: Readonly<Record<string, string>>
}

type Values = Record<string, unknown>

/** Wraps the form of one render. */
export const toPlainFormPort = (
  form: PlainForm<Values>,
  fields: FormFields,
  checked: CheckedBySchema,
): FormPort => ({
  values: form.values,
  get errors() {
    const shown = Object.entries(form.errors ?? checked.errors)
    return Object.fromEntries(shown.filter(([, message]) => message)) as Record<string, string>
  },
  isSubmitting: form.isSubmitting ?? false,
  isLoading: false,
  // The form has nothing else that could tell, so what a user types counts too.
  edits: form.values,
  controls: () => controlsOf(formOf(form.values, Object.keys(fields.pick(form.values))), keyOf),
  knowsAll: false,
  set: (changed) => {
    const values = withFields(form.values, changed)
    if ('setValues' in form) return form.setValues(values)
    const names = new Set(changed.map(([path]) => path.split('.')[0] ?? path))
    for (const name of names) form.setValue(name, values[name])
  },
  check: async (paths) => {
    if (form.errors) return
    const found = Object.entries(await fields.check(form.values))
    const isAsked = ([path]: [string, string]): boolean => paths.some((own) => isIn(path, own))
    const others = Object.entries(checked.errors).filter((entry) => !isAsked(entry))
    checked.errors = Object.fromEntries([...others, ...found.filter(isAsked)])
  },
  clear: (paths) => {
    const isKept = ([path]: [string, string]): boolean => !paths.some((own) => isIn(path, own))
    checked.errors = Object.fromEntries(Object.entries(checked.errors).filter(isKept))
  },
  submit: async (ctx) => {
    if (!form.errors) {
      checked.errors = await fields.check(form.values)
      if (Object.keys(checked.errors).length) return undefined
    }
    const result = await form.submit(ctx)
    const isUnsure = !form.errors && result === undefined
    return result === false ? undefined : { result, isUnsure }
  },
})

/**
 * Returns the form on the page that has more than half of the fields, by name or id. Of several,
 * that which shows most of the values.
 */
function formOf(values: Values, names: readonly string[]): HTMLFormElement | undefined {
  const forms = [...(globalThis.document?.forms ?? [])].filter(
    ({ elements }) => names.filter((name) => elements.namedItem(name)).length * 2 > names.length,
  )
  const shown = forms.map((form) => {
    const controls = controlsOf(form, keyOf)
    return names.filter((name) =>
      shows({ controls: controls.get(name) ?? [], value: values[name] }),
    )
  })
  return forms[shown.findIndex((one) => shown.every(({ length }) => one.length >= length))]
}

const keyOf = ({ name, id }: Control): string => name || id
