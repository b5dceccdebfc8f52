import type { ToolContext } from '@ambit/core'
import {
  type Control,
  isControl,
  isHidden,
  isPassword,
  notShown,
  readControls,
  setControls,
} from './controls.ts'
import { withFields } from './form-fields.ts'
import type { FormPort } from './form-port.ts'
import { numberOf } from '../number-of.ts'

/** A ref of a `<form>`. */
export interface FormElementRef {
  readonly current: HTMLFormElement | null
}

/** The names of the fields that were checked: their errors are shown. Kept between renders. */
export interface CheckedFields {
  names: ReadonlySet<string>
}

/**
 * Wraps a form whose values are in its elements, by their names. Files are neither read nor set.
 */
export function toElementFormPort(
  ref: FormElementRef,
  onSubmit: ((values: never, ctx: ToolContext) => unknown) | undefined,
  checked: CheckedFields,
): FormPort {
  const controls = (): Map<string, Control[]> => controlsOf(ref.current, ({ name }) => name)
  const values = (): Record<string, unknown> => {
    const all = [...controls()].filter(([, own]) => !own.some(isPassword))
    return Object.fromEntries(all.map(([name, own]) => [name, readControls(own)]))
  }
  return {
    get values() {
      return withFields({}, Object.entries(values()))
    },
    get errors() {
      const invalid = [...controls()].flatMap(([name, own]) => {
        const message = own.find(({ validity }) => !validity.valid)?.validationMessage
        return message && checked.names.has(name) ? [[name, message] as const] : []
      })
      return Object.fromEntries(invalid)
    },
    isSubmitting: false,
    isLoading: false,
    get edits() {
      const hidden = [...controls()].filter(([, own]) => own[0]?.type === 'hidden')
      return [ref.current && numberOf(ref.current), hidden.map(([, own]) => own.map(valueOf))]
    },
    controls,
    knowsAll: true,
    whyOff: (name) => (controls().get(name)?.every(isHidden) ? notShown : undefined),
    set: (fields) => {
      for (const [name, value] of fields) setControls(controls().get(name) ?? [], value)
    },
    check: async (paths) => void (checked.names = new Set([...checked.names, ...paths])),
    clear: (paths) => {
      checked.names = new Set([...checked.names].filter((name) => !paths.includes(name)))
    },
    submit: async (ctx) => {
      const form = ref.current
      if (!form) throw new Error('The form is not on the page.')
      checked.names = new Set(controls().keys())
      if (!form.noValidate && !form.reportValidity()) return undefined
      // An accepted form is often reset. Its empty fields show no errors then.
      form.addEventListener('reset', () => void (checked.names = new Set()), { once: true })
      if (onSubmit) return { result: await onSubmit(values() as never, ctx) }
      form.requestSubmit()
      return { result: undefined }
    },
  }
}

const valueOf = ({ value }: Control): string => value

/** Returns the controls of a form, by a key of each. Leaves out those without a key. */
export function controlsOf(
  form: HTMLFormElement | null | undefined,
  keyOf: (control: Control) => string,
): Map<string, Control[]> {
  const byKey = new Map<string, Control[]>()
  for (const element of form?.elements ?? []) {
    if (!isControl(element) || /^(file|submit|button|reset|image)$/.test(element.type)) continue
    const key = keyOf(element)
    if (key) byKey.set(key, [...(byKey.get(key) ?? []), element])
  }
  return byKey
}
