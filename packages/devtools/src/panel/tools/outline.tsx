import type { Agent } from '@ambit/core'
import { type ReactElement, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { toShownStart } from '../redact-shown.ts'

/** A place on the page, in pixels. */
interface Place {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

export interface OutlineProps {
  readonly agent: Agent
  readonly name: string
  /** Returns the elements and texts to frame. Called once. */
  readonly find: () => readonly (Element | Text)[]
  /** The root that the outline is put into, so that nothing of the page changes. */
  readonly root: ShadowRoot | Document
}

/** Renders a frame on the page around elements and texts. */
export function Outline({ agent, name, find, root }: OutlineProps): ReactElement {
  const [place, setPlace] = useState<Place>()
  const [nodes] = useState(find)
  useLayoutEffect(() => {
    const read = (): void => setPlace(placeOf(nodes))
    read()
    addEventListener('scroll', read, { capture: true, passive: true })
    addEventListener('resize', read)
    return () => {
      removeEventListener('scroll', read, { capture: true })
      removeEventListener('resize', read)
    }
  }, [nodes])
  if (!place) return <></>
  const frame = (
    <div className="outline" style={{ ...place }} aria-hidden="true">
      <span>{toShownStart(name, agent)}</span>
    </div>
  )
  return createPortal(frame, root instanceof Document ? root.body : root)
}

/** Returns the place around all nodes. Undefined if none is shown. */
function placeOf(nodes: readonly (Element | Text)[]): Place | undefined {
  const range = document.createRange()
  const places = nodes.flatMap((node) => {
    range.selectNode(node)
    return [...(node instanceof Text ? range : node).getClientRects()]
  })
  const shown = places.filter(({ width, height }) => width > 0 && height > 0)
  if (shown.length === 0) return undefined
  const top = Math.min(...shown.map((one) => one.top))
  const left = Math.min(...shown.map((one) => one.left))
  const bottom = Math.max(...shown.map((one) => one.bottom))
  const right = Math.max(...shown.map((one) => one.right))
  return { top, left, width: right - left, height: bottom - top }
}
