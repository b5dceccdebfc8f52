import { isDisabled, isVisible } from '../tools/can-press.ts'
import {
  choicesOf,
  type Control,
  disabled,
  isChoice,
  isControl,
  isOn,
  isText,
  isWanted,
  missingOf,
  notShown,
  ofUser,
  type Shown,
  shows,
  toText,
} from './controls.ts'

/** Whether a user sees what is in an element. */
const isOpen = (element: Element | null): boolean =>
  isVisible(element) && !element?.matches('details:not([open])')

/** Returns why a user could not give the controls the value; undefined if one could. */
export function whyLocked({ controls, value }: Shown): string | undefined {
  const [first] = controls
  if (first?.type === 'file') return ofUser
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
  const { type, readOnly, maxLength, minLength } = probe
  if (readOnly && !/^(hidden|range|color)$/.test(type)) return 'It is read-only.'
  probe.value = toText(value)
  const { length } = probe.value
  // A browser holds only what a user types against these.
  if (/^(text|search|url|tel|email|password)/.test(type)) {
    if (maxLength >= 0 && length > maxLength) return `It takes at most ${maxLength} characters.`
    if (length > 0 && length < minLength) return `It takes at least ${minLength} characters.`
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
