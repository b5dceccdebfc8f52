import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** The height of a row in pixels. */
const rowHeight = 24

/** The rows above and below the view that are rendered too. */
const spare = 6

export interface WindowedListProps {
  /** The name of the list for screen readers. */
  readonly label: string
  readonly count: number
  /** The place of the chosen row; -1 for none. */
  readonly chosen: number
  readonly onChoose: (at: number) => void
  /** Is called for Enter and a double click. */
  readonly onOpen?: ((at: number) => void) | undefined
  /** True for a list whose end stays in view while it grows, until a user scrolls. */
  readonly follows?: boolean | undefined
  /** Renders one row, which must be one line. */
  readonly children: (at: number) => ReactNode
}

/** Renders the rows of a list that are in view. Arrows, Home, End and Page keys choose a row. */
export function WindowedList(props: WindowedListProps): ReactElement {
  const { label, count, chosen, onChoose, onOpen, follows = false, children } = props
  const id = useId()
  const { box, isAtEnd, view, look } = useView(count, follows)
  useInView(box, chosen)

  const onScroll = (): void => {
    const { scrollTop = 0, clientHeight = 0 } = box.current ?? {}
    isAtEnd.current = follows && scrollTop + clientHeight > count * rowHeight - rowHeight / 2
    look()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && chosen >= 0) return onOpen?.(chosen)
    const at = placeOfKey(event.key, chosen, count, view.height)
    if (at === undefined || count === 0) return
    event.preventDefault()
    isAtEnd.current = false
    onChoose(Math.min(count - 1, Math.max(0, at)))
  }

  const from = Math.max(0, Math.floor(view.top / rowHeight) - spare)
  const to = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + spare)
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, nth) => from + nth)
  return (
    <div
      ref={box}
      className="rows"
      role="listbox"
      aria-label={label}
      aria-activedescendant={chosen >= from && chosen < to ? `${id}${chosen}` : undefined}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onClick={({ target }) => {
        const at = findPlace(target)
        isAtEnd.current = false
        if (at !== undefined) onChoose(at)
      }}
      onDoubleClick={({ target }) => {
        const at = findPlace(target)
        if (at !== undefined) onOpen?.(at)
      }}
    >
      <div role="presentation" style={{ height: count * rowHeight }}>
        {rows.map((at) => (
          <div {...rowAttributes(at, chosen, count)} key={at} id={`${id}${at}`}>
            {children(at)}
          </div>
        ))}
      </div>
    </div>
  )
}

const rowAttributes = (at: number, chosen: number, count: number): ComponentProps<'div'> => ({
  role: 'option',
  className: 'row',
  'aria-selected': at === chosen,
  'aria-setsize': count,
  'aria-posinset': at + 1,
  style: { top: at * rowHeight },
})

interface View {
  readonly top: number
  readonly height: number
}

/** Returns the part of a list that is in view, with the refs and the function that read it. */
function useView(count: number, follows: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(follows)
  const [view, setView] = useState<View>({ top: 0, height: 600 })
  const look = useCallback(() => {
    const { scrollTop: top = 0, clientHeight: height = 0 } = box.current ?? {}
    setView((was) => (was.top === top && was.height === height ? was : { top, height }))
  }, [])
  useEffect(() => {
    const observer = new ResizeObserver(look)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [look])
  useLayoutEffect(() => {
    const list = box.current
    if (list && isAtEnd.current) list.scrollTop = count * rowHeight
    look()
  }, [count, look])
  return { box, isAtEnd, view, look }
}

/** Scrolls a list so that the chosen row is in view. */
function useInView(box: RefObject<HTMLDivElement | null>, chosen: number): void {
  useLayoutEffect(() => {
    const list = box.current
    if (!list || chosen < 0) return
    const top = chosen * rowHeight
    if (top < list.scrollTop) list.scrollTop = top
    const bottom = top + rowHeight - list.clientHeight
    if (bottom > list.scrollTop) list.scrollTop = bottom
  }, [box, chosen])
}

/** Returns the place that a key chooses, which may be outside of the list. */
function placeOfKey(
  key: string,
  chosen: number,
  count: number,
  height: number,
): number | undefined {
  const page = Math.max(1, Math.floor(height / rowHeight) - 1)
  const places: Readonly<Record<string, number>> = {
    ArrowDown: chosen + 1,
    ArrowUp: chosen < 0 ? count - 1 : chosen - 1,
    PageDown: chosen + page,
    PageUp: chosen - page,
    Home: 0,
    End: count - 1,
  }
  return places[key]
}

/** Returns the place of the row that an element is in. */
function findPlace(element: EventTarget): number | undefined {
  const row = element instanceof Element ? element.closest('[aria-posinset]') : undefined
  return row ? Number(row.getAttribute('aria-posinset')) - 1 : undefined
}
