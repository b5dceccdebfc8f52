import { type MessagePage, useAgent, useAgentEvent, useMessages } from '@ambit/react'
import {
  Component,
  type ComponentType,
  memo,
  type ReactElement,
  type RefObject,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useChat, useMessageOptions } from '../chat-context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { LateNotice } from '../late/late-notice.tsx'
import { preloadMarkdown, useMarkdownState } from '../markdown/markdown.tsx'
import { OutsideCalls } from '../outside/outside-calls.tsx'
import { replaceable } from '../own-part.tsx'
import { Pending } from './pending.tsx'
import { Problem } from './problem.tsx'
import { QueuedMessages } from './queued-messages.tsx'
import { StatusLine } from './status-line.tsx'
import { useShownPages } from './use-shown-pages.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { englishMessages } from '../strings/message-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { SuggestionList } from '../suggestions/suggestion-list.tsx'
import { useSession } from '../use-activity.ts'
import { MessageView } from './message-view.tsx'
import type { EndKeeper } from './end-keeper.ts'

export interface ConversationProps {
  /** The ids of all messages, in pages. */
  readonly all: readonly MessagePage[]
  /** The region that scrolls. */
  readonly region: RefObject<HTMLDivElement | null>
}

const Waiting = replaceable('Pending', Pending)
const Trouble = replaceable('Problem', Problem)
const Outside = replaceable('Outside', OutsideCalls)
const Line = replaceable('Status', StatusLine)
const Queue = replaceable('Queue', QueuedMessages)

/** Renders the messages, and all that is about them: what a transcript shows but for `empty`. */
export function Conversation({ all, region }: ConversationProps): ReactElement {
  const { end } = useChat()
  const strings = useWords('chat', englishFrame)
  const { notFormatted } = useWords('messages', englishMessages)
  const { status, agent } = useAgent()
  const log = useRef<HTMLDivElement>(null)
  const { pages, showEarlier, isDrawing } = useShownPages(all, end, log)
  // The log stays quiet for one commit more, so that old messages are not spoken when they are
  // drawn.
  const wasDrawing = useDeferredValue(isDrawing)
  const isAtEnd = useSyncExternalStore(end.subscribe, end.isAtEnd, end.isAtEnd)
  const markdown = useMarkdownState()
  const busy = status !== 'idle'
  useEffect(() => {
    // The parser should be loaded before the first word of the answer.
    if (busy) void preloadMarkdown()
  }, [busy])
  return (
    <>
      <OlderMessages region={region} showEarlier={showEarlier} />
      <div
        className="ambit-log"
        ref={log}
        role="log"
        aria-label={strings.messages}
        aria-live={busy || !isAtEnd || isDrawing || wasDrawing ? 'off' : 'polite'}
        aria-busy={busy}
      >
        <MessagePages pages={pages} isBusy={busy} />
      </div>
      {all.length > 0 && (
        <LateNotice {...markdown} notLoaded={notFormatted} onRetry={() => void preloadMarkdown()} />
      )}
      <Waiting />
      <ErrorBoundary of={status}>
        <Trouble />
      </ErrorBoundary>
      <ErrorBoundary of={agent}>
        <Outside />
      </ErrorBoundary>
      <ErrorBoundary of={status}>
        <Line />
      </ErrorBoundary>
      <SpokenAnswer />
      <Followups />
      <Queue />
    </>
  )
}

/**
 * Shows the model's suggestions under the answer that they belong to, until another message
 * follows. Needs an agent with `followups()`.
 */
function Followups(): ReactElement | null {
  const { followups } = useChat()
  const { agent, status } = useAgent()
  if (!followups || status !== 'idle' || followups.head !== agent.history.head) return null
  return <SuggestionList suggestions={followups.texts} />
}

/** The distance before the first message at which reading begins. */
const AHEAD = '600px'

interface OlderMessagesProps {
  /** The region that scrolls. */
  readonly region: RefObject<HTMLElement | null>
  /** Draws some of the messages before; undefined if all that are here are drawn. */
  readonly showEarlier: (() => void) | undefined
}

/**
 * Shows earlier messages when the user comes near the first one: those that are here, and then
 * older ones of a stored session. A read that fails is tried again when the user comes back. A
 * button is for those who do not scroll, as with a screen reader.
 */
function OlderMessages({ region, showEarlier }: OlderMessagesProps): ReactElement {
  const { agent } = useChat()
  const strings = useWords('chat', englishFrame)
  const { sessions } = agent
  const { hasOlder } = useSession(agent)
  const [round, setRound] = useState(0)
  const edge = useRef<HTMLDivElement>(null)
  const isReading = useRef(false)
  useEffect(() => {
    if ((!showEarlier && !hasOlder) || !edge.current) return undefined
    const read = async (): Promise<void> => {
      if (isReading.current) return
      isReading.current = true
      // Messages that a jump brought into view are drawn in the next frame, and have no size
      // before.
      await nextFrame()
      await nextFrame()
      if (showEarlier) showEarlier()
      // The new round checks again: the messages that were read may be on another branch, out of
      // sight.
      else
        await sessions.loadOlder().then(
          () => setRound(round + 1),
          () => undefined,
        )
      isReading.current = false
    }
    const observer = new IntersectionObserver(
      (entries) => void (entries.at(-1)?.isIntersecting && read()),
      { root: region.current, rootMargin: `${AHEAD} 0px 0px` },
    )
    observer.observe(edge.current)
    return () => observer.disconnect()
  }, [sessions, hasOlder, region, round, showEarlier])
  const showByHand = (): void => {
    showEarlier?.()
    region.current?.focus({ preventScroll: true })
  }
  return (
    <div ref={edge}>
      {showEarlier && (
        <button type="button" className="ambit-button ambit-earlier" onClick={showByHand}>
          {strings.showEarlier}
        </button>
      )}
    </div>
  )
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

/** The length from which an answer is cut at the end of a sentence, in UTF-16 units. */
const MOST_CHARS = 500
/** The time after which the text is taken away, in milliseconds: screen readers have it by then. */
const KEPT_MS = 2000

interface Answer {
  readonly id: string
  readonly text: string
}

/**
 * Speaks each answer once to screen readers, when its run has completed. What was there before, and
 * other conversations, are not spoken. Speaks nothing if the application wants that.
 */
function SpokenAnswer(): ReactElement {
  const { announce = true } = useMessageOptions()
  const { module, hasFailed } = useMarkdownState()
  const written = useRef<Answer>(undefined)
  const [finished, setFinished] = useState<Answer>()
  useAgentEvent('agent:request_completed', ({ message }) => {
    if (message) written.current = { id: message.id, text: message.content ?? '' }
  })
  useAgentEvent('agent:completed', ({ content }) => {
    if (announce && written.current?.text === content) setFinished(written.current)
  })
  const isShown = useMessages().ids.at(-1) === finished?.id
  const box = useRef<HTMLSpanElement>(null)
  const region = useRef<HTMLElement>(undefined)
  useLayoutEffect(() => {
    if (box.current) region.current ??= createRegion(box.current)
  }, [])
  useEffect(() => {
    // Without its parser Markdown is spoken as it is.
    if (!finished || !isShown || !region.current || !(module || hasFailed)) return undefined
    const { lang } = document.documentElement
    const sentences = module?.toSpeech(finished.text, lang || navigator.language).sentences
    region.current.textContent = cut(sentences ?? [finished.text])
    const timer = setTimeout(() => setFinished(undefined), KEPT_MS)
    return () => {
      clearTimeout(timer)
      if (region.current) region.current.textContent = ''
    }
  }, [finished, isShown, module, hasFailed])
  return <span ref={box} className="ambit-only-spoken" />
}

/**
 * Creates a live region where scripts of the page, which look for the words of an answer, do not
 * find them twice.
 */
function createRegion(box: HTMLElement): HTMLElement {
  const region = document.createElement('span')
  region.ariaLive = 'polite'
  box.attachShadow({ mode: 'closed' }).append(region)
  return region
}

function cut(sentences: readonly string[]): string {
  let text = ''
  for (const sentence of sentences) {
    const next = text === '' ? sentence : `${text} ${sentence}`
    if (next.length > MOST_CHARS) return `${text || sentence.slice(0, MOST_CHARS)} …`
    text = next
  }
  return text
}

interface MessagePagesProps {
  /** The pages that are drawn. */
  readonly pages: readonly MessagePage[]
  readonly isBusy: boolean
}

/**
 * Renders the messages in pages. A browser can skip whole pages out of view; skipping ten thousand
 * single messages would not be cheap. While `isBusy`, the agent works on the last message.
 */
function MessagePages({ pages, isBusy }: MessagePagesProps): ReactElement {
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

interface SamePlaceProps {
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
