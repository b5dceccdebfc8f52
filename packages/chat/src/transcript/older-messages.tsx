import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react'
import { useChat } from '../chat-context.ts'
import { englishFrame } from '../strings/frame-strings.ts'
import { useWords } from '../strings/use-words.ts'
import { useSession } from '../use-activity.ts'

/** The distance before the first message at which reading begins. */
const AHEAD = '600px'

export interface OlderMessagesProps {
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
export function OlderMessages({ region, showEarlier }: OlderMessagesProps): ReactElement {
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
