import { isVisible } from '../tools/can-press.ts'

/** A control on the page that has the value of a form's field, or a choice of it. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export const isControl = (element: unknown): element is Control =>
  /^(INPUT|SELECT|TEXTAREA)$/.test(String(Object(element).tagName))

/** The controls for passwords. A user may have one shown as a text. */
const passwords = 'input[type="password"], input[autocomplete*="password" i]'

export const isPassword = (control: Control): boolean => control.matches(passwords)

/** Returns the names of the passwords on the page, whatever form they are in. */
export const passwordsOnPage = (): string[] =>
  [...(globalThis.document?.querySelectorAll<HTMLInputElement>(passwords) ?? [])].map(
    ({ name, id }) => name || id,
  )

/** Whether a user sees neither a control nor a label of it. */
export const isHidden = (control: Control): boolean =>
  control.type === 'hidden' || ![control, ...(control.labels ?? [])].some(isVisible)

/** The reason for a field that a user cannot change now. */
export const disabled = 'It is disabled.'

/** The reason for a password, or a file. */
export const ofUser = 'Only the user enters it.'

/** The reason for a field that a user does not see. */
export const notShown = 'Nothing on the page shows it.'

/** The controls of one field, with the value that they are to show. */
export interface Shown {
  readonly controls: readonly Control[]
  readonly value: unknown
}

/** Returns the value that the controls of one field show. */
export function readControls(controls: readonly Control[]): unknown {
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

/** Sets the value as a user does, with the events of it. */
export function setControls(controls: readonly Control[], value: unknown): void {
  for (const control of controls) {
    if (control instanceof HTMLInputElement && isChoice(control)) {
      const on = isWanted(control, control, value)
      // React and the page notice a checkbox only by its click.
      if (control.checked !== on && (on || control.type === 'checkbox')) control.click()
      else if (!on) control.checked = false
      continue
    }
    if (control instanceof HTMLSelectElement && control.multiple) {
      for (const option of control.options) option.selected = isWanted(control, option, value)
    } else {
      write(control, toText(value))
    }
    for (const type of ['input', 'change'])
      control.dispatchEvent(new Event(type, { bubbles: true }))
  }
}

/** Whether the controls show the value. */
export function shows({ controls, value }: Shown): boolean {
  const [first] = controls
  if (!first || !isChoice(first) || first.type === 'select-one') {
    return isText(first?.value ?? '', value)
  }
  if (Array.isArray(value) && missingOf(controls, value.map(toText)) !== undefined) return false
  return controls.every((control) =>
    choicesOf(control).every((choice) => isOn(choice) === isWanted(control, choice, value)),
  )
}

export const missingOf = (
  controls: readonly Control[],
  texts: readonly string[],
): string | undefined => {
  const choices = new Set(controls.flatMap(choicesOf).map((choice) => choice.value))
  return texts.find((text) => !choices.has(text))
}

/** A checkbox, a radio button, or an option of a list. */
type Choice = HTMLInputElement | HTMLOptionElement

export const isChoice = ({ type }: Control): boolean => /^(select-|radio|checkbox)/.test(type)

export const choicesOf = (control: Control): Choice[] =>
  control instanceof HTMLSelectElement ? [...control.options] : [control as HTMLInputElement]

export const isOn = (choice: Choice): boolean =>
  choice instanceof HTMLOptionElement ? choice.selected : choice.checked

const isChecked = (control: Control): boolean =>
  control instanceof HTMLInputElement && control.checked

export const isWanted = ({ type }: Control, choice: Choice, value: unknown): boolean =>
  type === 'checkbox' && typeof value === 'boolean'
    ? value
    : [value].flat().map(toText).includes(choice.value)

export function isText(shown: string, value: unknown): boolean {
  const lines = (text: string): string => text.replaceAll(/\r\n?/g, '\n')
  if (typeof value === 'number' && shown !== '') return Number(shown) === value
  if (value instanceof Date) return shown !== '' && value.toISOString().startsWith(shown)
  return [toText(value), String(value)].map(lines).includes(lines(shown))
}

/**
 * Writes a value with the setter of the prototype. React has its own setter on the element, and
 * ignores the event of a value that was set by it.
 */
function write(control: Control, value: string): void {
  Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control)
}

export const toText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? ''
      : JSON.stringify(value)
