import type { ToolContext } from '@ambit/core'
import { type FormFields, isIn, withFields } from './form-fields.ts'
import type { FormPort } from './form-port.ts'

/** A form that keeps its values in React state, or in anything a component reads. */
export type PlainForm<Values> = PlainFormState<Values> &
  (
    | {
        /** Puts these values, which are all of them, in the place of those that are there. */
        setValues(values: Values): void
      }
    | {
        /** Sets one of the values. */
        setValue<Name extends keyof Values>(name: Name, value: Values[Name]): void
      }
  )

/** What any {@link PlainForm} has. */
export interface PlainFormState<Values> {
  /** As they are in this render. */
  readonly values: Values
  /** Does what the form's button does. What it returns, or resolves with, is the result. */
  submit(ctx: ToolContext): unknown
  /** What the person is shown in this render, by the fields' paths. Left out, the schema says what is wrong. */
  readonly errors?: Readonly<Record<string, string | undefined>> | undefined
  readonly isSubmitting?: boolean | undefined
}

/** What checking by the schema came to. Kept between renders. */
export interface CheckedBySchema {
  errors: Readonly<Record<string, string>>
}

type Values = Record<string, unknown>

/** A form as one render has it. */
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
    return { result: await form.submit(ctx) }
  },
})
