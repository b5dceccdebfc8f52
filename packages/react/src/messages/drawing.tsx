import {
  type CSSProperties,
  type ReactNode,
  type ReactPortal,
  type Ref,
  type SyntheticEvent,
  useLayoutEffect,
  useState,
} from 'react'
import { numberOf } from '../number-of.ts'
import { DrawnCall } from '../tools/drawn-call.ts'
import { RenderBoundary } from './render-boundary.tsx'
import { useView } from './use-call.ts'

/** React's `createPortal`. Its own types need those of the DOM. */
export type Portal = (children: ReactNode, at: Element, key?: string) => ReactPortal

/** The drawing of a call by the `render` of its tool. */
export interface Drawing {
  /** Whether the call is drawn now. If not, the page shows it in another way. */
  readonly isDrawn: boolean
  /** The ref of an empty element for the drawing. Undefined for a tool without a `render`. */
  readonly place: Ref<HTMLDivElement> | undefined
}

/**
 * Draws a call in an element of the page, as `Call` does. `portal` is React's `createPortal`: a
 * chunk that imports it would bring a second file of `react-dom`.
 */
export function useDrawing(callId: string, portal: Portal | undefined): Drawing {
  const [view, renderer] = useView(callId)
  const [place, setPlace] = useState<Element | null>(null)
  // React empties this ref where it hides the drawing.
  const [drawn, setDrawn] = useState<Element | null>(null)
  const { outletOf, owner } = renderer ?? {}
  const outlet = outletOf && view ? outletOf(view.args) : owner?.outlet
  useLayoutEffect(() => {
    if (!portal || !place || !outlet || !view || !renderer) return undefined
    const shown = portal(
      <RenderBoundary tool={view.tool} attempt={view.state}>
        <div ref={setDrawn} style={around} {...ends}>
          <DrawnCall render={renderer.render} view={view} />
        </div>
      </RenderBoundary>,
      place,
      // Another owner's renderer may call other hooks: it remounts.
      [place, renderer.owner].map(numberOf).join(),
    )
    outlet((others) => [...others, shown])
    return () => outlet((all) => all.filter((one) => one !== shown))
  }, [place, outlet, view, renderer, portal])
  return { isDrawn: !!drawn, place: renderer && setPlace }
}

export const around: CSSProperties = { display: 'contents' }

/**
 * Handlers that end React's events at the drawing. It stands elsewhere on the page than its owner,
 * whose handlers are not meant. The events of the browser go on.
 */
const ends = Object.fromEntries(
  'Blur Change Click ContextMenu DoubleClick DragOver Drop Focus Input KeyDown KeyUp MouseDown Paste PointerDown PointerUp Reset Submit TouchStart Wheel'
    .split(' ')
    .map((name) => [
      `on${name}`,
      (event: SyntheticEvent) => void (event.isPropagationStopped = () => true),
    ]),
)
