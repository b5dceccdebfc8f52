import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { around, useDrawing } from './drawing.tsx'

/** The props of `Call`. */
export interface CallProps {
  /** The id of the call. */
  readonly id: string
  /** Shown while no `render` shows the call. Default: nothing. */
  readonly fallback?: ReactNode
}

/**
 * Shows one call by the `render` that the tool's owner gave `useTool`, also after the owner has
 * unmounted. It is rendered below the nearest `AgentScope` or `AgentProvider` of the owner, and has
 * the contexts there. `fallback` is shown while that is hidden or gone, while `render` suspends,
 * and, if it throws, until the call is in another state.
 */
export function Call({ id, fallback = null }: CallProps): ReactNode {
  const { isDrawn, place } = useDrawing(id, createPortal)
  return (
    <>
      {place && <div ref={place} style={around} />}
      {!isDrawn && fallback}
    </>
  )
}
