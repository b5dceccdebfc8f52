/** The focus in a popup of what a tool renders, or on the control that opened one. */
export const inPopup =
  '.ambit-popups:focus-within, .ambit-own :is([aria-haspopup], [role=combobox])[aria-expanded=true]:focus'

/** The dialogs of the page: a press in the chat must not close one of them. */
const ofPage = '[role$=dialog]:not(.ambit-layer *)'

/** React Aria ignores presses inside an element with this attribute. */
const ariaTopLayer = 'data-react-aria-top-layer'

/**
 * Adds the element `.ambit-popups` above the panel of a chat, for the popups of what tools render,
 * until the returned function is called. Escape closes such a popup, and not the chat. So does a
 * press in the chat: it reaches the page, where the popup's library listens.
 */
export function addPopups(panel: Element | null): (() => void) | undefined {
  const layer = panel?.closest('.ambit-layer')
  if (!panel || !layer) return undefined
  const popups = document.createElement('div')
  // The chat's reset of styles spares what is in `.ambit-own`.
  popups.className = 'ambit-own ambit-popups'
  layer.append(popups)
  let isFree = false
  const setTop = (isTop = true): void =>
    isTop ? layer.setAttribute(ariaTopLayer, 'true') : layer.removeAttribute(ariaTopLayer)
  let ofPopup: Event | undefined
  const letOut = (event: Event): void => {
    const { type, key = 'Escape' } = event as Partial<KeyboardEvent>
    if (key !== 'Escape' || !event.composedPath().includes(layer)) return
    const isInPopup = layer.querySelector(inPopup)
    if (type === 'pointerdown') {
      isFree = isInPopup !== null && !document.querySelector(ofPage)
      setTop(!isFree)
    }
    if (type === 'keydown') {
      const isBeside = layer.querySelector('.ambit-own:focus-within') && popups.innerText
      if (!isInPopup && !isBeside) return
      ofPopup = event
      // An earlier listener has marked it as used by the chat.
      if (isInPopup) delete (event as { defaultPrevented?: boolean }).defaultPrevented
    } else {
      if (!isFree) return
      if (type === 'click') {
        // A later click may come from a key, and a dialog may be open by then.
        isFree = false
        setTimeout(setTop)
      }
    }
    // The event goes on to the page, where the layer would end it.
    event.stopPropagation = () => {
      if (event.currentTarget !== layer) Event.prototype.stopPropagation.call(event)
    }
  }
  const ended = new AbortController()
  const { signal } = ended
  for (const type of 'pointerdown mousedown touchstart touchend click keydown'.split(' '))
    addEventListener(type, letOut, { capture: true, signal })
  const frame = panel.parentElement
  frame?.addEventListener('keydown', (event) => event === ofPopup && event.preventDefault(), {
    signal,
  })
  // Mantine's dialogs hear Escape before all others, and leave out where this attribute is.
  frame?.addEventListener(
    'focusin',
    ({ target }) => (target as Element).setAttribute('data-mantine-stop-propagation', 'true'),
    { signal },
  )
  return () => {
    ended.abort()
    popups.remove()
  }
}
