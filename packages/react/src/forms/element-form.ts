import type { ToolContext } from '@ambit/core'
import type { FormPort } from './form-port.ts'

/** A ref of a `<form>`. */
export interface FormElementRef {
  readonly current: HTMLFormElement | null
}

/** The names of the fields that were checked: their errors are shown. Kept between renders. */
export interface CheckedFields {
  names: ReadonlySet<string>
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Wraps a form whose values are in its elements, by their names. Passwords and files are neither
 * read nor set.
 */
export function toElementFormPort(
  ref: FormElementRef,
  onSubmit: ((values: never, ctx: ToolContext) => unknown) | undefined,
  checked: CheckedFields,
): FormPort {
  const controls = (): Map<string, Control[]> => controlsOf(ref.current)
  const values = (): Record<string, unknown> =>
    Object.fromEntries([...controls()].map(([name, own]) => [name, readControls(own)]))
  return {
    get values() {
      return values()
    },
    get errors() {
      const invalid = [...controls()].flatMap(([name, own]) => {
        const message = own.find(({ validity }) => !validity.valid)?.validationMessage
        return message && checked.names.has(name) ? [[name, message] as const] : []
      })
      return Object.fromEntries(invalid)
    },
    isSubmitting: false,
    get edits() {
      const hidden = [...controls()].filter(([, own]) => own[0]?.type === 'hidden')
      return [ref.current && numberOf(ref.current), hidden.map(([, own]) => own.map(valueOf))]
    },
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

const numbers = new WeakMap<HTMLFormElement, number>()
let lastNumber = 0

/** Returns a number that is the same for the same element. */
function numberOf(form: HTMLFormElement): number {
  const number = numbers.get(form) ?? ++lastNumber
  numbers.set(form, number)
  return number
}

function controlsOf(form: HTMLFormElement | null): Map<string, Control[]> {
  const byName = new Map<string, Control[]>()
  for (const element of form?.elements ?? []) {
    if (!isControl(element) || !element.name || unread.has(element.type)) continue
    byName.set(element.name, [...(byName.get(element.name) ?? []), element])
  }
  return byName
}

const unread: ReadonlySet<string> = new Set([
  'password',
  'file',
  'submit',
  'button',
  'reset',
  'image',
])

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement

function readControls(controls: readonly Control[]): unknown {
  const [first] = controls
  if (first instanceof HTMLSelectElement && first.multiple) {
    return Array.from(first.selectedOptions, ({ value }) => value)
  }
  if (first?.type === 'radio') return controls.find(isChecked)?.value ?? null
  if (first?.type === 'checkbox') {
    return controls.length > 1
      ? controls.filter(isChecked).map(({ value }) => value)
      : isChecked(first)
  }
  if (first?.type === 'number' || first?.type === 'range') {
    return first.value === '' ? null : Number(first.value)
  }
  return first?.value
}

const isChecked = (control: Control): boolean =>
  control instanceof HTMLInputElement && control.checked

function setControls(controls: readonly Control[], value: unknown): void {
  const wanted = new Set([value].flat().map(toText))
  for (const control of controls) {
    if (control.type === 'radio' || control.type === 'checkbox') {
      const on = typeof value === 'boolean' ? value : wanted.has(control.value)
      // React and the page notice a checkbox only by its click.
      if (isChecked(control) !== on && (on || control.type === 'checkbox')) control.click()
      else if (!on) (control as HTMLInputElement).checked = false
      continue
    }
    if (control instanceof HTMLSelectElement && control.multiple) {
      for (const option of control.options) option.selected = wanted.has(option.value)
    } else {
      write(control, toText(value))
    }
    for (const type of ['input', 'change'])
      control.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

/**
 * Writes a value with the setter of the prototype. React has its own setter on the element, and
 * ignores the event of a value that was set by it.
 */
function write(control: Control, value: string): void {
  Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control)
}

const toText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? ''
      : JSON.stringify(value)
