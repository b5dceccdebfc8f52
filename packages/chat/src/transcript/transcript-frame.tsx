import type { Agent } from '@ambit/core'
import { type MessagePage, useAgent, useMessages } from '@ambit/react'
import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useIsAsked } from '../approval/use-is-asked.ts'
import { useChat } from '../chat-context.ts'
import { Icon } from '../icon.tsx'
import { LateNotice } from '../late/late-notice.tsx'
import { type PartProps, renderPart } from '../part.ts'
import { isUnread } from '../sessions/has-storage.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { useSession } from '../use-activity.ts'

/** The state of `Chat.Transcript`. */
export type TranscriptState = { readonly busy: boolean; readonly empty: boolean }

/** The props of `Chat.Transcript`. */
export interface TranscriptProps extends PartProps<TranscriptState> {
  /**
   * The content while there is no message, and none is being read from a storage. Default: nothing.
   */
  readonly empty?: ReactNode
}

export interface TranscriptFrameProps extends TranscriptProps {
  /** Renders what stands below `empty`: the messages, and all that is about them. */
  readonly children: (
    pages: readonly MessagePage[],
    region: RefObject<HTMLDivElement | null>,
  ) => ReactNode
  /** Called when the user uses the transcript. */
  readonly onTouch?: (() => void) | undefined
}

/**
 * Renders the region of a transcript, which scrolls, and the button that leads to its end, or to a
 * card that waits for the user.
 */
export function TranscriptFrame(frame: TranscriptFrameProps): ReactElement {
  const { children, onTouch, ...props } = frame
  const { end } = useChat()
  const strings = useWords('chat', englishFrame)
  const { status, agent } = useAgent()
  const { isOpening } = useSession(agent)
  const { pages } = useMessages()
  const isAtEnd = useSyncExternalStore(end.subscribe, end.isAtEnd, end.isAtEnd)
  const region = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const busy = status !== 'idle'
  const empty = pages.length === 0
  // Before the first message, there is no end to keep in view.
  const hasEnd = useIsAsked(agent) || !empty
  useLayoutEffect(() => {
    if (!hasEnd || !region.current || !content.current) return undefined
    return end.watch(region.current, content.current)
  }, [end, hasEnd])

  const jumpByHand = (): void => {
    end.jump()
    region.current?.focus({ preventScroll: true })
  }
  return renderPart(
    'div',
    'transcript',
    props,
    { busy, empty },
    {
      onPointerDown: onTouch,
      onKeyDown: onTouch,
      children: (
        <>
          <div
            className="ambit-scroller"
            ref={region}
            role="region"
            aria-label={strings.conversation}
            tabIndex={0}
          >
            <div className="ambit-scrolled" ref={content}>
              {empty && !isOpening && emptyOf(agent, props.empty)}
              {children(pages, region)}
            </div>
          </div>
          <DecideButton region={region} />
          {!isAtEnd && (
            <button
              type="button"
              className="ambit-jump"
              aria-label={strings.jump}
              onClick={jumpByHand}
            >
              <Icon name="down" />
            </button>
          )}
        </>
      ),
    },
  )
}

/** The button that leads to a card which waits for the user, while none is in view. */
function DecideButton({
  region,
}: {
  readonly region: RefObject<HTMLDivElement | null>
}): ReactElement | null {
  const { agent } = useChat()
  const strings = useWords('chat', englishFrame)
  const card = useAwayCard(region, useIsAsked(agent))
  if (!card) return null
  const show = (): void => {
    card.scrollIntoView({ block: 'start' })
    card.focus({ preventScroll: true })
  }
  return (
    <button type="button" className="ambit-decide" onClick={show}>
      {strings.decide}
    </button>
  )
}

/** Returns `empty`, or a notice in its place if the stored conversation could not be read. */
function emptyOf(agent: Agent, empty: ReactNode): ReactNode {
  if (!isUnread(agent)) return empty
  // The getter begins anew, unless a try is in progress.
  const onRetry = (): void => void agent.sessions.opening?.catch(() => undefined)
  return <LateNotice hasFailed isLoading={false} onRetry={onRetry} />
}

/**
 * Returns the first card in a scrolled region that waits for the user, while none of the cards is
 * in view, not even in part.
 */
function useAwayCard(
  region: RefObject<HTMLElement | null>,
  isAsked: boolean,
): HTMLElement | undefined {
  const [away, setAway] = useState<HTMLElement>()
  useEffect(() => {
    const scroller = region.current
    if (!isAsked || !scroller) return undefined
    const inView = new Set<Element>()
    let cards: readonly HTMLElement[] = []
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target)
          else inView.delete(target)
        }
        setAway(cards.some((card) => inView.has(card)) ? undefined : cards[0])
      },
      { root: scroller },
    )
    const look = (): void => {
      const found = [...scroller.querySelectorAll<HTMLElement>('.ambit-approval, .ambit-question')]
      if (found.length === cards.length && found.every((card, at) => card === cards[at])) return
      cards = found
      observer.disconnect()
      inView.clear()
      for (const card of cards) observer.observe(card)
      if (cards.length === 0) setAway(undefined)
    }
    const changes = new MutationObserver(look)
    changes.observe(scroller, { childList: true, subtree: true })
    look()
    return () => {
      changes.disconnect()
      observer.disconnect()
      setAway(undefined)
    }
  }, [region, isAsked])
  return away
}
