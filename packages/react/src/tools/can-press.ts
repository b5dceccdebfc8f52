import { type Unavailable, unavailable } from '@ambit/core'

/** The most characters of a reason. */
const maxReason = 200

/** Marks a control that was asked about, so that the devtools know which ones tools reach. */
export const asked: unique symbol = Symbol.for('ambit.asked') as never

/**
 * Whether a user could press a control now: a button, a link, a field. For the `enabled` of the
 * tool that does the same, `enabled: () => canPress(ref.current)`. So the agent may do what the
 * user may.
 *
 * A control that is not there, not visible, `disabled`, `aria-disabled` or `inert` is off. The
 * reason is what the page says of it: its `title`, or else the text that `aria-describedby` names,
 * at most 200 characters.
 */
export function canPress(control: Element | null): boolean | Unavailable {
  if (!control?.isConnected) return false
  Reflect.set(control, asked, true)
  if (!isDisabled(control) && isVisible(control)) return true
  const reason = describe(control)
  return reason ? unavailable(reason) : false
}

/** Whether a user cannot use an element, which may be visible. */
export const isDisabled = (element: Element): boolean =>
  element.matches(':disabled') ||
  // A chat that fills a small screen holds the page inert while the agent works on it.
  element.closest('[aria-disabled="true"], [inert]:not([data-ambit-held])') !== null

/** Whether an element is visible, or nobody knows: an older browser, a DOM without a layout. */
export const isVisible = (element: Element | null): boolean =>
  element?.checkVisibility?.({ visibilityProperty: true }) !== false

/** Returns what the page says of a control; empty for nothing. */
export const describe = (control: Element): string =>
  (control.getAttribute('title') || textOfIds(control)).trim().slice(0, maxReason)

/** Returns the text that describes a control for a user who cannot see it. */
const textOfIds = (control: Element): string =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(/\s+/)
    .map((id) => control.ownerDocument.getElementById(id)?.textContent ?? '')
    .join(' ')
