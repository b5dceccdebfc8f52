import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/**
 * Returns a ref, and the width of its element in pixels, or 0 before it is known. A chart that is
 * drawn for its width has text of the same size at any width.
 */
export function useWidth(): [ref: RefObject<HTMLDivElement | null>, width: number] {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(Math.round(element.clientWidth)))
    observer.observe(element)
    setWidth(Math.round(element.clientWidth))
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
