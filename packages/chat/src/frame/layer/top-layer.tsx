import {
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import type { ChatPlace } from '../chat-place.ts'
import { Layer } from './layer.ts'

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
