import {
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import { Layer } from './layer.ts'
import { ServedFocus } from './served-focus.ts'

/** An element, a ref that holds one, or a function that returns one. */
export type ChatContainer = Element | RefObject<Element | null> | (() => Element | null)

/** Props that say where a popup or sidebar stands. */
export interface LayerProps {
  /**
   * The element that the chat is rendered into, such as the content of a dialog. While it is `null`
   * or not in the page, the chat stands at its own place. Default: none.
   */
  readonly container?: ChatContainer | null | undefined
  /**
   * True to show the chat in the browser's top layer: above the page, whatever the styles of the
   * elements around it. False to show it by `--ambit-z-index`, at its place. Read once. Default
   * true.
   */
  readonly topLayer?: boolean | undefined
}

/**
 * Shows its children above the page. On a server, and in the first rendering of a page that
 * hydrates its HTML, the children stand in place.
 */
export function TopLayer(
  props: LayerProps & {
    /** True while the chat is open. The layer comes to the top each time it opens. */
    readonly open: boolean
    readonly children: ReactNode
  },
): ReactElement {
  const { container, topLayer = true, open, children } = props
  const [focus] = useState(() => new ServedFocus())
  const isInPage = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
  return isInPage ? (
    <InLayer {...{ container, topLayer, open, focus }}>{children}</InLayer>
  ) : (
    <div className="ambit-place" ref={focus.watch}>
      {children}
    </div>
  )
}

function InLayer(
  props: Parameters<typeof TopLayer>[0] & { readonly focus: ServedFocus },
): ReactElement {
  const { container, topLayer = true, open, children, focus } = props
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

function elementOf(container: ChatContainer | null | undefined): Element | null {
  if (!container) return null
  if (typeof container === 'function') return container()
  return 'current' in container ? container.current : container
}
