/** The focus in a popup of what a tool renders, or on the control that opened one. */
const inPopup =
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
  const freePress = (event: Event): void => {
    if (!event.composedPath().includes(layer)) return
    if (event.type === 'pointerdown')
      isFree = layer.querySelector(inPopup) !== null && !document.querySelector(ofPage)
    if (!isFree) return
    letOut(event, layer)
    layer.removeAttribute(ariaTopLayer)
    if (event.type === 'click') setTimeout(() => layer.setAttribute(ariaTopLayer, 'true'))
  }
  let ofPopup: Event | undefined
  const freeEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    const isInPopup = layer.querySelector(inPopup) !== null
    if (!isInPopup && !(layer.querySelector('.ambit-own:focus-within') && popups.innerText)) return
    ofPopup = event
    letOut(event, layer)
    // An earlier listener has marked it as used by the chat.
    if (isInPopup) Reflect.deleteProperty(event, 'defaultPrevented')
  }
  const ended = new AbortController()
  const { signal } = ended
  const capture = { capture: true, signal }
  for (const type of ['pointerdown', 'mousedown', 'touchstart', 'touchend', 'click'])
    addEventListener(type, freePress, capture)
  addEventListener('keydown', freeEscape, capture)
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

/** Lets an event of a chat go on to the page, where the chat's layer would end it. */
function letOut(event: Event, layer: Element): void {
  event.stopPropagation = () => {
    if (event.currentTarget !== layer) Event.prototype.stopPropagation.call(event)
  }
}
