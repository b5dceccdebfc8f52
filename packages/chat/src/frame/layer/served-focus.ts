/** The elements of a chat without its late code that a user uses first. */
const controls = ['.ambit-launcher', 'textarea'] as const

/**
 * The focus and the field's text in a chat that a server rendered. A page that hydrates the chat
 * renders it anew, and gives both to the new elements.
 */
export class ServedFocus {
  #place: Element | null = null
  #control: string | undefined
  #text = ''

  /** Watches the element around the server's rendering. A ref. */
  readonly watch = (place: Element | null): void => {
    const { activeElement } = document
    const isIn = !place && this.#place?.contains(activeElement)
    this.#control = controls.find((control) => isIn && activeElement?.matches(control))
    this.#text = this.#place?.querySelector('textarea')?.value ?? ''
    this.#place = place
  }

  giveBack(layer: Element): void {
    const field = layer.querySelector('textarea')
    if (field && field.value === '' && this.#text !== '') {
      field.setRangeText(this.#text, 0, 0, 'end')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (!this.#control) return
    layer.querySelector<HTMLElement>(this.#control)?.focus({ preventScroll: true })
  }
}
