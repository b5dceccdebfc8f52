/** The attribute of a card, with the id of its call. A folded card has several, with spaces. */
export const callAttribute = 'data-ambit-call'

/**
 * Reports the calls whose cards are under the pointer or have the keyboard's focus: elements with
 * `data-ambit-call`, with one id or several. Returns a function that ends the reports.
 */
export function watchPointedCalls(onChange: (callIds: ReadonlySet<string>) => void): () => void {
  let hovered: string | undefined
  let focused: string | undefined
  const change = (nextHovered = hovered, nextFocused = focused): void => {
    if (nextHovered === hovered && nextFocused === focused) return
    ;[hovered, focused] = [nextHovered, nextFocused]
    const ids = [hovered ?? none, focused ?? none].flatMap((text) => text.split(' '))
    onChange(new Set(ids.filter((id) => id !== none)))
  }
  const stop = new AbortController()
  const { signal } = stop
  // The chat keeps some of its events from the page, which would close a dialog on them.
  const listen = (type: string, listener: (event: Event) => void): void =>
    document.addEventListener(type, listener, { signal, passive: true, capture: true })
  listen('pointerover', (event) => change(callOf(event), undefined))
  document.documentElement.addEventListener('pointerleave', () => change(none), { signal })
  listen('focusin', (event) => change(undefined, isByKey(event) ? callOf(event) : none))
  listen('focusout', (event) => {
    if (!(event as FocusEvent).relatedTarget) change(undefined, none)
  })
  return () => stop.abort()
}

/** The place of the ids while there is no card. No call has it. */
const none = ''

const callOf = (event: Event): string =>
  inside(event)?.closest(`[${callAttribute}]`)?.getAttribute(callAttribute) ?? none

const isByKey = (event: Event): boolean => inside(event)?.matches(':focus-visible') ?? false

/** Returns the innermost element of an event, also inside of a shadow root. */
function inside(event: Event): Element | undefined {
  const [first] = event.composedPath()
  return first instanceof Element ? first : undefined
}
