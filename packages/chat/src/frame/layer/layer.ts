import { containEvents } from './contain-events.ts'
import { dressLayer, undressLayer } from './dress-layer.ts'
import { findSpot } from './find-spot.ts'
import { hideFromPage } from './hide-from-page.ts'
import { moveLayer, showOnTop } from './move-layer.ts'

/**
 * The element that holds a popup or sidebar, above the page. While a modal dialog of the page would
 * shut the chat out, the element stands in or beside that dialog.
 */
export class Layer {
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
