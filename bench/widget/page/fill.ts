import { frames } from '../../browser/page/stream.ts'

const LINE = 'A part of a mail, as somebody pastes it: the lamps are late, and warm. '

/** Returns a text of a length, in one paragraph. */
export const writeText = (chars: number): string =>
  LINE.repeat(Math.ceil(chars / LINE.length)).slice(0, chars)

/** Puts a text of a length into a field, as a paste does, and the caret at its end. */
export async function fill(field: HTMLTextAreaElement, chars: number): Promise<void> {
  const text = writeText(chars)
  field.focus()
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await frames(5)
  field.setSelectionRange(text.length, text.length)
  field.scrollTop = field.scrollHeight
  await frames(5)
}

/** Returns a bare field, of the size of the composer's when that is full. */
export function bareField(): HTMLTextAreaElement {
  const field = document.createElement('textarea')
  field.style.cssText = 'inline-size:540px;block-size:142px;font:15px/1.5 sans-serif;resize:none'
  return field
}
