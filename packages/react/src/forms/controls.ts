import { isDisabled, isVisible } from '../tools/can-press.ts'

/** A control on the page that has the value of a form's field, or a choice of it. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export const isControl = (element: unknown): element is Control =>
  /^(INPUT|SELECT|TEXTAREA)$/.test(String(Object(element).tagName))

/** Whether a control is for a password. A user may have it shown as a text. */
export const isPassword = (control: Control): boolean =>
  control.type === 'password' || String(control.getAttribute('autocomplete')).includes('password')

/** Whether a user sees neither a control nor a label of it. */
export const isHidden = (control: Control): boolean =>
  control.type === 'hidden' || ![control, ...(control.labels ?? [])].some(isVisible)

/** Whether a user sees what is in an element. */
const isOpen = (element: Element | null): boolean =>
  isVisible(element) && !element?.matches('details:not([open])')

/** The reason for a field that a user cannot change now. */
export const disabled = 'It is disabled.'

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

const missingOf = (controls: readonly Control[], texts: readonly string[]): string | undefined => {
  const choices = new Set(controls.flatMap(choicesOf).map((choice) => choice.value))
  return texts.find((text) => !choices.has(text))
}

/** Returns why a user could not give the controls the value; undefined if one could. */
export function whyLocked({ controls, value }: Shown): string | undefined {
  const [first] = controls
  if (!first || shows({ controls, value })) return undefined
  // The control itself may be hidden behind what a component shows.
  if (!controls.some(({ parentElement }) => isOpen(parentElement))) return notShown
  if (controls.every(isDisabled)) return disabled
  return isChoice(first) ? whyNotChosen(controls, value) : whyNotTyped(first, value)
}

function whyNotChosen(controls: readonly Control[], value: unknown): string | undefined {
  const isOne = controls.every(({ type }) => type === 'radio' || type === 'select-one')
  const texts = isOne ? [toText(value)] : [value ?? []].flat().map(toText)
  const missing = missingOf(controls, texts)
  if (missing !== undefined && typeof value !== 'boolean') {
    return `It has no choice ${JSON.stringify(missing)}.`
  }
  const isLocked = controls.some((control) =>
    choicesOf(control).some((choice) => {
      const on = isWanted(control, choice, value)
      // A choice that another one replaces may be disabled.
      return isOn(choice) !== on && (on || !isOne) && isDisabled(choice)
    }),
  )
  return isLocked ? 'This choice is disabled.' : undefined
}

function whyNotTyped(control: Control, value: unknown): string | undefined {
  // The clone changes a text that the type of the input does not have.
  const probe = control.cloneNode() as HTMLInputElement
  const { type, readOnly, maxLength } = probe
  if (readOnly && !/^(hidden|range|color)$/.test(type)) return 'It is read-only.'
  probe.value = toText(value)
  const { length } = probe.value
  if (maxLength >= 0 && length > maxLength && /^(text|search|url|tel|email)/.test(type)) {
    return `It takes at most ${maxLength} characters.`
  }
  if (isText(probe.value, value)) return undefined
  return probe.value
    ? `It would be ${JSON.stringify(probe.value)}.`
    : 'It does not take this value.'
}

/**
 * Returns the choices on the page that may be those of a field without a control of its name. They
 * show its value, and have the new one. Some component libraries render theirs without a name.
 */
export function choicesWithoutName(before: unknown, value: unknown): Shown[] {
  const text = toText(value)
  const all = globalThis.document?.querySelectorAll('form select:not([name])') ?? []
  const groups: Control[][] = [...all].filter(isControl).map((select) => [select])
  for (const group of globalThis.document?.querySelectorAll('form [role=radiogroup]') ?? []) {
    groups.push([...group.querySelectorAll('input[type=radio]:not([name])')].filter(isControl))
  }
  return groups
    .filter((controls) => missingOf(controls, [text]) === undefined)
    .filter((controls) => shows({ controls, value: before }))
    .map((controls) => ({ controls, value }))
}

/** A checkbox, a radio button, or an option of a list. */
type Choice = HTMLInputElement | HTMLOptionElement

const isChoice = ({ type }: Control): boolean => /^(select-|radio|checkbox)/.test(type)

const choicesOf = (control: Control): Choice[] =>
  control instanceof HTMLSelectElement ? [...control.options] : [control as HTMLInputElement]

const isOn = (choice: Choice): boolean =>
  choice instanceof HTMLOptionElement ? choice.selected : choice.checked

const isChecked = (control: Control): boolean =>
  control instanceof HTMLInputElement && control.checked

const isWanted = ({ type }: Control, choice: Choice, value: unknown): boolean =>
  type === 'checkbox' && typeof value === 'boolean'
    ? value
    : [value].flat().map(toText).includes(choice.value)

function isText(shown: string, value: unknown): boolean {
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

const toText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === null || value === undefined
      ? ''
      : JSON.stringify(value)
