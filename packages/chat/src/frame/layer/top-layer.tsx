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
import { ServedFocus } from './served-focus.ts'

export interface TopLayerProps {
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
