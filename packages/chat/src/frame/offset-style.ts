import type { CSSProperties } from 'react'

/** A distance from the edges of the screen, in CSS pixels: along the text, and upwards. */
export type ChatOffset =
  | number
  | { readonly x?: number | undefined; readonly y?: number | undefined }

/** Returns the properties that hold an offset; undefined without one. */
export function offsetStyle(offset: ChatOffset | undefined): CSSProperties | undefined {
  if (offset === undefined) return undefined
  const { x, y } = typeof offset === 'number' ? { x: offset, y: offset } : offset
  const properties = {
    ...(x !== undefined && { '--ambit-offset-x': `${x}px` }),
    ...(y !== undefined && { '--ambit-offset-y': `${y}px` }),
  }
  return properties as CSSProperties
}
