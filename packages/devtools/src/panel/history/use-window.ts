import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The rows of a long list that are in view, and some before and after. */
interface Window {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly from: number
  readonly to: number
  /** Scrolls so far that a row is in view. */
  readonly show: (index: number) => void
}

const beyond = 8

/** Returns the rows that are in view of a list whose rows are all `rowPx` high. */
export function useWindow(count: number, rowPx: number): Window {
  const ref = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ first: 0, rows: 30 })
  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return
    const look = (): void => {
      const first = Math.floor(list.scrollTop / rowPx)
      const rows = Math.ceil(list.clientHeight / rowPx)
      setView((before) =>
        before.first === first && before.rows === rows ? before : { first, rows },
      )
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(list)
    list.addEventListener('scroll', look)
    return () => {
      observer.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [rowPx])
  return {
    ref,
    from: Math.max(0, Math.min(view.first, count) - beyond),
    to: Math.min(count, view.first + view.rows + beyond),
    show(index) {
      const list = ref.current
      if (!list) return
      const top = index * rowPx
      const isAbove = top < list.scrollTop
      if (isAbove) list.scrollTop = top
      else if (top + rowPx > list.scrollTop + list.clientHeight) {
        list.scrollTop = top + rowPx - list.clientHeight
      }
    },
  }
}
