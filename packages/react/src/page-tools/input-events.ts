import { takesText } from './control.ts'

/** What the browser changes at an arrow. */
const moved = 'select, [type=range], [type=number], [type=radio], [type=date], [type=time]'

/** Presses a control with the events of a pointer, in the order in which a browser sends them. */
export function pressOn(element: HTMLElement): void {
  const view = element.ownerDocument.defaultView ?? window
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const [clientX, clientY] = [(left + right) / 2, (top + bottom) / 2]
  const shared = { bubbles: true, cancelable: true, composed: true, view, detail: 1 }
  const at = { ...shared, clientX, clientY }
  const pointer = { ...at, pointerId: 1, pointerType: 'mouse', isPrimary: true }
  const send = (type: string, init: PointerEventInit): boolean => {
    if (!element.isConnected) return false
    const isPointer = type.startsWith('pointer') || type === 'click'
    const Kind = isPointer ? view.PointerEvent : view.MouseEvent
    return element.dispatchEvent(
      new Kind(type, isPointer ? { ...pointer, ...init } : { ...at, ...init }),
    )
  }
  for (const type of ['pointerover', 'mouseover', 'pointermove', 'mousemove']) send(type, {})
  for (const type of ['pointerenter', 'mouseenter']) send(type, { bubbles: false })
  const isTaken = !send('pointerdown', { buttons: 1, pressure: 0.5 })
  if (!isTaken) send('mousedown', { buttons: 1 })
  send('pointerup', {})
  if (!isTaken) send('mouseup', {})
  send('click', {})
}

/** Presses a key at a control. Does what a browser does with it, as far as pages rely on it. */
export function pressKey(element: HTMLElement, name: string): void {
  const key = name === 'Space' ? ' ' : name
  const view = element.ownerDocument.defaultView ?? window
  const init = { key, code: name, bubbles: true, cancelable: true, composed: true, view }
  const isTaken = !element.dispatchEvent(new view.KeyboardEvent('keydown', init))
  element.dispatchEvent(new view.KeyboardEvent('keyup', init))
  if (isTaken || !element.isConnected) return
  const dialog = key === 'Escape' && element.closest<HTMLDialogElement>('dialog:modal')
  if (dialog && dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
  if (/^(?:Arrow|Home|End)/.test(key) && element.matches(moved))
    throw new Error('The browser moves it for a user only: use fill, choose or press.')
  if (!/^(?:Enter| )$/.test(key)) return
  const isToggle = element.matches('[type=checkbox], [type=radio]')
  if (element.matches('button, summary, a[href]') || (isToggle && key === ' ')) element.click()
  else if (key === 'Enter' && element.localName === 'input')
    submitFrom((element as HTMLInputElement).form)
}

/** Submits a form as Enter in a field does: by its button, or, without one, if it has one field. */
function submitFrom(form: HTMLFormElement | null): void {
  const all = [...(form?.elements ?? [])] as HTMLInputElement[]
  const button = all.find(({ type }) => type === 'submit')
  if (button) button.click()
  else if (all.filter((one) => one.localName === 'input' && takesText(one)).length < 2)
    form?.requestSubmit()
}
