import type { MessagePage } from '@ambit/react'
import {
  Component,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
  memo,
  type ComponentType,
  type ReactElement,
} from 'react'
import { useChat } from '../chat-context.ts'
import { useFrame } from '../frame/frame-context.ts'
import type { EndKeeper } from './end-keeper.ts'
import { MessageView } from './message-view.tsx'

/**
 * Whether the user searches the page or selects all of it: a browser finds only what is drawn.
 * False again once the transcript goes on while its end is in view. `canShowMore` is true while
 * the panel is open and pages are left to draw.
 */
function useReadAll(
  pages: readonly MessagePage[],
  isAtEnd: boolean,
  canShowMore: boolean,
): boolean {
  const [asked, setAsked] = useState<readonly MessagePage[]>()
  const isReadAll = asked !== undefined && (asked === pages || !isAtEnd)
  const isWatching = canShowMore && !isReadAll
  useEffect(() => {
    if (!isWatching) return undefined
    const onKeyDown = (event: KeyboardEvent): void => {
      if (readsAll(event)) setAsked(pages)
    }
    // The page may keep the key from others.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [isWatching, pages])
  return isReadAll
}

function readsAll(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase()
  if (key === 'f3') return true
  if (!event.ctrlKey && !event.metaKey) return false
  const [target] = event.composedPath()
  const isField = target instanceof Element && target.matches('input, textarea')
  return key === 'f' || (key === 'a' && !isField)
}

/** The height that stays above the view, in pixels. It is more than where earlier pages come. */
const MARGIN = 1_600

/** The things that a user may be using: an open question, or a field with their text. */
const used =
  '.ambit-approval, :is(input, textarea, select):not(:disabled), [contenteditable], audio, video'

/**
 * Returns the index of the first page to keep, at most `most`. What is near the view of `region`
 * stays, and so does what a user uses.
 */
function firstToKeep(pages: ArrayLike<Element>, most: number, region: Element): number {
  const all = Array.from(pages)
  const farAbove = region.getBoundingClientRect().top - MARGIN
  const inUse = all.findIndex(isInUse)
  let index = Math.min(most, inUse < 0 ? most : inUse)
  while (index > 0 && (all[index]?.getBoundingClientRect().top ?? 0) > farAbove) index--
  return index
}

/** Whether a page has the focus, a selection, an open approval or a field. */
function isInUse(page: Element): boolean {
  if (page.matches(':focus-within') || page.querySelector(used)) return true
  const selection = page.ownerDocument.getSelection()
  return selection?.isCollapsed === false && selection.containsNode(page, true)
}

export interface SamePlaceProps {
  /** The pages that are drawn. */
  readonly pages: readonly MessagePage[]
  readonly end: EndKeeper
}

/** The element that was first, and its place on the screen. */
interface Place {
  readonly element: Element
  readonly top: number
}

/**
 * A component that keeps the visible messages in place when others come before them. Not all
 * browsers keep the place, and none at the very top. A class, because no hook runs before the page
 * changes.
 */
class SamePlace extends Component<SamePlaceProps> {
  override getSnapshotBeforeUpdate(before: SamePlaceProps): Place | null {
    const { pages, end } = this.props
    const first = before.pages[0]?.[0]
    // The end is kept in view anyway, at less cost.
    if (first === undefined || first === pages[0]?.[0] || end.isAtEnd()) return null
    const hasMore = pages.some((page) => page.includes(first))
    // One message is measured, not the distance to the end: a browser only estimates that while it
    // skips pages out of view.
    const element = hasMore && end.region?.querySelector('.ambit-page > *')
    return element ? { element, top: element.getBoundingClientRect().top } : null
  }

  override componentDidUpdate(_: SamePlaceProps, __: unknown, before: Place | null): void {
    const { region } = this.props.end
    if (!region || !before?.element.isConnected) return
    region.scrollTop += before.element.getBoundingClientRect().top - before.top
  }

  override render(): null {
    return null
  }
}

/** The least number of messages that are drawn at the end. Pages of about 16 are drawn whole. */
const KEPT = 96
/** The number of pages that are drawn at a time. Hundreds at once would block the page. */
const BATCH = 2

/** The pages to draw. */
export interface ShownPages {
  readonly pages: readonly MessagePage[]
  /** Draws some of the pages before them; undefined if all are drawn. */
  readonly showEarlier: (() => void) | undefined
  /** True while earlier pages are being drawn, which nobody wants to hear. */
  readonly isDrawing: boolean
}

/**
 * Returns the pages to draw: the newest, and those before them as the user comes near. Back at
 * the end, or when a message comes there, the pages far above are taken off again. So a long
 * transcript costs no more than a short one. Something that the user uses, and an open approval,
 * is never taken off. All pages are drawn for who searches the page or selects all of it.
 */
export function useShownPages(
  all: readonly MessagePage[],
  end: EndKeeper,
  log: RefObject<HTMLElement | null>,
): ShownPages {
  const isAtEnd = useSyncExternalStore(end.subscribe, end.isAtEnd, end.isAtEnd)
  // The first message that is drawn. Its page may have others before it by now.
  const [from, setFrom] = useState<string>()
  let start = indexOf(all, from)
  if (start < 0 && all.length > 0) {
    start = newestOf(all)
    setFrom(all[start]?.[0])
  }
  // Who reads on without scrolling, as with a screen reader, keeps what they asked for.
  const [held, setHeld] = useState<readonly MessagePage[]>()
  const showEarlier = useCallback(() => {
    setFrom(all[Math.max(0, start - BATCH)]?.[0])
    if (end.isAtEnd()) setHeld(all)
  }, [all, start, end])
  const { open } = useFrame()
  const isReadAll = useReadAll(all, isAtEnd, open && start > 0)
  useEffect(() => {
    const isEnough = held === all || newestOf(all) <= start
    if (isReadAll ? start === 0 : !open || !isAtEnd || isEnough) return undefined
    const takeOff = (): void => {
      if (!log.current || !end.region) return
      const drawn = log.current.querySelectorAll('.ambit-page')
      // Earlier pages may have been drawn since this effect ran.
      const first = all.length - drawn.length
      const index = firstToKeep(drawn, newestOf(all) - first, end.region)
      if (index > 0) setFrom(all[first + index]?.[0])
    }
    const timer = setTimeout(isReadAll ? showEarlier : takeOff)
    return () => clearTimeout(timer)
  }, [all, held, start, isAtEnd, isReadAll, open, showEarlier, end, log])
  const settled = indexOf(all, useDeferredValue(from))
  return {
    pages: start > 0 ? all.slice(start) : all,
    showEarlier: start > 0 ? showEarlier : undefined,
    isDrawing: settled > start,
  }
}

/** Returns the index of the first page of the newest `KEPT` messages; 0 if there are fewer. */
function newestOf(pages: readonly MessagePage[]): number {
  let count = 0
  return Math.max(
    0,
    pages.findLastIndex((page) => (count += page.length) >= KEPT),
  )
}

/** Returns the index of the page that has a message; -1 if none has it. */
const indexOf = (pages: readonly MessagePage[], id: string | undefined): number =>
  id === undefined ? -1 : pages.findLastIndex((page) => page.includes(id))

export interface MessagePagesProps {
  /** The pages that are drawn. */
  readonly pages: readonly MessagePage[]
  readonly isBusy: boolean
}

/**
 * Renders the messages in pages. A browser can skip whole pages out of view; skipping ten thousand
 * single messages would not be cheap. While `isBusy`, the agent works on the last message.
 */
export function MessagePages({ pages, isBusy }: MessagePagesProps): ReactElement {
  const { end } = useChat()
  const [keys] = useState(() => new PageKeys())
  const keyOf = keys.of(pages)
  const active = isBusy ? pages.at(-1)?.at(-1) : undefined
  return (
    <>
      <SamePlace pages={pages} end={end} />
      {pages.map((page, index) => (
        <Page
          key={keyOf(page)}
          page={page}
          active={index === pages.length - 1 ? active : undefined}
        />
      ))}
    </>
  )
}

/**
 * The React keys of pages. The key of a page is the id of its first message, and stays the same
 * when older messages join the page. With a new key, the page would be drawn anew and lose its
 * focus and its open parts.
 */
class PageKeys {
  readonly #keys = new Map<string | undefined, string>()
  #first: string | undefined

  /** Returns a function that gives the key of each of these pages. */
  of(pages: readonly MessagePage[]): (page: MessagePage) => string | undefined {
    const keyOf = ([id]: MessagePage): string | undefined => this.#keys.get(id) ?? id
    const before = this.#first
    this.#first = pages[0]?.[0]
    if (before === undefined || before === this.#first) return keyOf
    const joined = pages.find((page) => page.indexOf(before) > 0)
    if (joined) this.#keys.set(joined[0], keyOf([before]) ?? before)
    return keyOf
  }
}

interface PageProps {
  readonly page: MessagePage
  /** The id of the message that the agent works on, if this page has that message. */
  readonly active: string | undefined
}

const Page: ComponentType<PageProps> = memo(function Page({ page, active }: PageProps) {
  return (
    <div className="ambit-page">
      {page.map((id) => (
        <MessageView key={id} id={id} isActive={id === active} isReplaceable />
      ))}
    </div>
  )
})
