import {
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { createPortal } from 'react-dom'
import type { ChatPlace } from '../chat-place.ts'
import { isHeldByChat } from '../hold-modal.ts'
import { moveLayer, showOnTop } from './move-layer.ts'

/** The elements of a chat without its late code that a user uses first. */
const controls = ['.ambit-launcher', 'textarea'] as const

/**
 * The focus and the field's text in a chat that a server rendered. A page that hydrates the chat
 * renders it anew, and gives both to the new elements.
 */
class ServedFocus {
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

interface TopLayerProps {
  readonly place: ChatPlace | undefined
  /** True while the chat is open. The layer comes to the top each time it opens. */
  readonly open: boolean
  readonly children: ReactNode
}

/**
 * Shows its children above the page. On a server, and in the first rendering of a page that
 * hydrates its HTML, the children stand in place.
 */
export function TopLayer(props: TopLayerProps): ReactElement {
  const { children } = props
  const [focus] = useState(() => new ServedFocus())
  const isInPage = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
  return isInPage ? (
    <InLayer {...props} focus={focus} />
  ) : (
    <div className="ambit-place" ref={focus.watch}>
      {children}
    </div>
  )
}

function InLayer(props: TopLayerProps & { readonly focus: ServedFocus }): ReactElement {
  const { place, open, children, focus } = props
  const { container, topLayer = true } = place ?? {}
  const [layer] = useState(() => new Layer(topLayer))
  useLayoutEffect(() => focus.giveBack(layer.element), [focus, layer])
  useLayoutEffect(() => layer.setContainer(elementOf(container)))
  // A ref further down the page is filled only now.
  useEffect(() => layer.setContainer(elementOf(container)))
  useLayoutEffect(() => {
    if (open) layer.raise()
  }, [layer, open])
  return (
    <>
      {/* The place comes first: the effects of the children need the layer in the page. */}
      <div className="ambit-place" ref={layer.attach} />
      {createPortal(children, layer.element)}
    </>
  )
}

const subscribe = (): (() => void) => () => undefined

function elementOf(container: ChatPlace['container']): Element | null {
  if (!container) return null
  if (typeof container === 'function') return container()
  return 'current' in container ? container.current : container
}

/**
 * The events by which a page tells that something outside of its own dialog was used. An outer form
 * would take a `submit` for its own.
 */
const contained = [
  'pointerdown',
  'mousedown',
  'click',
  'touchstart',
  'touchmove',
  'touchend',
  'wheel',
  'focusin',
  'focusout',
  'submit',
] as const

/**
 * Keeps events of the chat from the page: they end at `layer`, where React has heard them already.
 * A dialog of the page then neither closes nor takes the focus back when the user uses the chat.
 */
function containEvents(layer: HTMLElement): void {
  const stop = (event: Event): void => event.stopPropagation()
  for (const type of contained) layer.addEventListener(type, stop)
  layer.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') stop(event)
  })
}

/** The properties that an application sets on `.ambit-chat`, without `--ambit-`. */
const properties = [
  'accent',
  'on-accent',
  'surface',
  'raised',
  'text',
  'muted',
  'border',
  'danger',
  'radius',
  'font',
  'mono',
  'font-size',
  'density',
  'offset-x',
  'offset-y',
  'z-index',
] as const

/**
 * Gives a layer that stands elsewhere on the page the look of its chat: classes, properties,
 * colours, direction and language.
 */
function dressLayer(layer: HTMLElement, chat: Element): void {
  const look = getComputedStyle(chat)
  layer.className = `${chat.className} ambit-layer`
  layer.dir = look.direction
  layer.lang = chat.closest('[lang]')?.getAttribute('lang') ?? ''
  layer.style.colorScheme = look.colorScheme
  for (const property of properties) {
    const name = `--ambit-${property}`
    layer.style.setProperty(name, look.getPropertyValue(name))
  }
}

/** Takes the look of the chat away from a layer that stands inside its chat again. */
function undressLayer(layer: HTMLElement): void {
  layer.className = 'ambit-layer'
  for (const name of ['dir', 'lang', 'style']) layer.removeAttribute(name)
}

/**
 * Returns the element in which the user can use a chat whose place is `home`. That is the topmost
 * modal `<dialog>`, if it leaves `home` outside. It is the body, if a modal of the page hides
 * `home`. Else it is `home`. `modals` are the open modal dialogs, topmost last.
 */
function findSpot(home: Element, modals: readonly Element[]): Element {
  const top = modals.at(-1)
  if (top && !top.contains(home)) return top
  const { body } = home.ownerDocument
  // Outside of its shadow root the chat would lose its styles.
  return home.getRootNode() === home.ownerDocument && isHidden(home) ? body : home
}

/** Whether something around the element is in view, but hidden from assistive technology. */
function isHidden(home: Element): boolean {
  for (let at: Element | null = home; at; at = at.parentElement) {
    const isOut =
      at.getAttribute('aria-hidden') === 'true' || (at.hasAttribute('inert') && !isHeldByChat(at))
    if (isOut) return at.getClientRects().length > 0
  }
  return false
}

/**
 * Changes how listeners of the page see two events, until the returned function is called. Dialogs
 * of some libraries hear these events before the chat does, or hear them from elsewhere.
 *
 * Focus that leaves the page for the chat seems to leave the window: no focus trap takes it back.
 * Escape in an open chat seems to be used: only the chat goes back.
 */
function hideFromPage(layer: HTMLElement): () => void {
  const page = layer.ownerDocument.defaultView
  const hideWayIn = (event: FocusEvent): void => {
    const { target, relatedTarget } = event
    if (!isIn(layer, relatedTarget) || isIn(layer, target)) return
    Object.defineProperty(event, 'relatedTarget', { value: null })
  }
  const markUsed = (event: KeyboardEvent): void => {
    const [target] = event.composedPath()
    if (event.key !== 'Escape' || !isIn(layer, target) || event.defaultPrevented) return
    if (layer.querySelector('.ambit-panel[data-open]') === null) return
    Object.defineProperty(event, 'defaultPrevented', { value: true, configurable: true })
  }
  // The chat itself sees the event as it is.
  const unmark = (event: KeyboardEvent): void => {
    if (Object.hasOwn(event, 'defaultPrevented')) Reflect.deleteProperty(event, 'defaultPrevented')
  }
  page?.addEventListener('focusout', hideWayIn, true)
  page?.addEventListener('blur', hideWayIn, true)
  page?.addEventListener('keydown', markUsed, true)
  layer.addEventListener('keydown', unmark, true)
  return () => {
    page?.removeEventListener('focusout', hideWayIn, true)
    page?.removeEventListener('blur', hideWayIn, true)
    page?.removeEventListener('keydown', markUsed, true)
    layer.removeEventListener('keydown', unmark, true)
  }
}

const isIn = (layer: HTMLElement, target: EventTarget | null | undefined): boolean =>
  target !== null && target !== undefined && layer.contains(target as Node)

/**
 * The element that holds a popup or sidebar, above the page. While a modal dialog of the page would
 * shut the chat out, the element stands in or beside that dialog.
 */
class Layer {
  readonly element: HTMLElement = document.createElement('div')
  #place: Element | null = null
  #container: Element | null = null
  #modals: readonly Element[] = []
  #release: (() => void) | undefined
  readonly #page: MutationObserver = new MutationObserver(() => this.#settle())
  readonly #look: MutationObserver = new MutationObserver(() => this.#dress())
  readonly #removals: MutationObserver = new MutationObserver(() => {
    if (!this.element.isConnected) this.#settle()
  })

  constructor(isOnTop: boolean) {
    const { element } = this
    element.className = 'ambit-layer'
    // Libraries that hide the page behind a modal leave out live regions. This one is silent.
    element.setAttribute('aria-live', 'off')
    element.setAttribute('data-react-aria-top-layer', 'true')
    // Browsers without popovers show the chat above the page by `--ambit-z-index`.
    if (isOnTop && 'showPopover' in element) element.popover = 'manual'
    containEvents(element)
  }

  /** Puts the layer at its place in the page, or takes it away for `null`. */
  readonly attach = (place: Element | null): void => {
    this.#place = place
    this.#page.disconnect()
    this.#removals.disconnect()
    this.#look.disconnect()
    this.#release?.()
    if (!place) return this.element.remove()
    const seen = { attributes: true, attributeFilter: ['open', 'aria-hidden', 'inert'] }
    for (const root of new Set([place.getRootNode(), place.ownerDocument])) {
      this.#page.observe(root, { ...seen, subtree: true })
    }
    this.#settle()
    this.#release = hideFromPage(this.element)
  }

  /** Puts the layer into an element of the application, or at its own place for `null`. */
  setContainer(container: Element | null): void {
    if (container === this.#container) return
    this.#container = container
    this.#settle()
  }

  /** Shows the layer above what the page has put on top meanwhile. */
  readonly raise = (): void => showOnTop(this.element)

  #settle(): void {
    const { element } = this
    const place = this.#place
    if (!place?.isConnected) return
    const home = this.#container?.isConnected ? this.#container : place
    this.#modals = modalsOf(home, this.#modals)
    const spot = findSpot(home, this.#modals)
    const isAway = spot !== place
    if (element.parentNode !== spot) {
      this.#look.disconnect()
      if (isAway) {
        this.#dress()
        const seen = { attributeFilter: ['style', 'class', 'data-theme'] }
        this.#look.observe(chatOf(place), seen)
      }
      moveLayer(element, spot)
      if (!isAway) undressLayer(element)
      this.#watchRemovals(isAway ? spot : undefined)
    }
    // A modal that hides the page hides the layer too, if the layer stands beside it.
    for (const name of ['aria-hidden', 'inert']) {
      if (isAway && element.hasAttribute(name)) element.removeAttribute(name)
    }
    if (element.popover && !element.matches(':popover-open')) showOnTop(element)
  }

  #dress(): void {
    if (this.#place) dressLayer(this.element, chatOf(this.#place))
  }

  #watchRemovals(spot: Element | undefined): void {
    this.#removals.disconnect()
    const seen = { childList: true, subtree: true }
    if (spot && spot !== spot.ownerDocument.body) this.#removals.observe(spot.getRootNode(), seen)
  }
}

const chatOf = (place: Element): Element => place.closest('.ambit-chat') ?? place

/** Returns the open modal `<dialog>` elements around `home`, in the order in which they opened. */
function modalsOf(home: Element, before: readonly Element[]): readonly Element[] {
  const now = [...(home.getRootNode() as ParentNode).querySelectorAll('dialog:modal')]
  const kept = before.filter((dialog) => now.includes(dialog))
  return [...kept, ...now.filter((dialog) => !kept.includes(dialog))]
}
