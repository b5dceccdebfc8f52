/** The focus in a popup of what a tool renders, or on the control that opened one. */
const inPopup =
  '.ambit-popups:focus-within, .ambit-own :is([aria-haspopup], [role=combobox])[aria-expanded=true]:focus'

/** The dialogs of the page: a press in the chat must not close one of them. */
const ofPage = '[role$=dialog]:not(.ambit-layer *)'

const presses = ['pointerdown', 'mousedown', 'touchstart', 'touchend', 'click'] as const

const ariaTopLayer = 'data-react-aria-top-layer'

/**
 * Adds the element `.ambit-popups` above the panel of a chat, for the popups of what tools render,
 * until the returned function is called. A press in the chat that may close one of them reaches the
 * page, as their library listens there. Escape closes one of them, and not the chat.
 */
export function addPopups(panel: Element | null): (() => void) | undefined {
  const layer = panel?.closest('.ambit-layer')
  const page = layer?.ownerDocument.defaultView
  if (!layer || !page) return undefined
  const popups = layer.ownerDocument.createElement('div')
  // The chat's reset of styles spares what is in `.ambit-own`.
  popups.className = 'ambit-own ambit-popups'
  layer.append(popups)
  let isFree = false
  const freePress = (event: Event): void => {
    if (!layer.contains(event.target as Node)) return
    if (event.type === 'pointerdown')
      isFree = layer.querySelector(inPopup) !== null && !page.document.querySelector(ofPage)
    if (!isFree) return
    letOut(event, layer)
    // React Aria leaves out presses where this attribute is.
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
    // Another listener has marked it as used by the chat.
    if (isInPopup) Reflect.deleteProperty(event, 'defaultPrevented')
  }
  const keepChat = (event: Event): void => {
    if (event === ofPopup) event.preventDefault()
  }
  // Mantine's dialogs hear Escape before all others, and leave out where this attribute is.
  const holdMantine = ({ target }: Event): void =>
    (target as Element).setAttribute('data-mantine-stop-propagation', 'true')
  const ended = new AbortController()
  const { signal } = ended
  for (const type of presses) page.addEventListener(type, freePress, { capture: true, signal })
  page.addEventListener('keydown', freeEscape, { capture: true, signal })
  panel?.parentElement?.addEventListener('keydown', keepChat, { signal })
  panel?.parentElement?.addEventListener('focusin', holdMantine, { signal })
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
