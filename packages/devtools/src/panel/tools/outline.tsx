import type { Agent } from '@ambit/core'
import { type ReactElement, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { toShownStart } from '../redact-shown.ts'
import { findOwner, type Owned } from './find-owner.ts'

/** A place on the page, in pixels. */
interface Place {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

export interface OutlineProps {
  readonly agent: Agent
  readonly owned: Owned
  /** The root that the outline is put into, so that nothing of the page changes. */
  readonly root: ShadowRoot | Document
}

/** Renders a frame on the page around the components that registered a scope or a tool. */
export function Outline({ agent, owned: { kind, name }, root }: OutlineProps): ReactElement {
  const [place, setPlace] = useState<Place>()
  useLayoutEffect(() => {
    const nodes = findOwner(agent, { kind, name })
    const read = (): void => setPlace(placeOf(nodes))
    read()
    addEventListener('scroll', read, { capture: true, passive: true })
    addEventListener('resize', read)
    return () => {
      removeEventListener('scroll', read, { capture: true })
      removeEventListener('resize', read)
    }
  }, [agent, kind, name])
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
