import { useSessions } from '@ambit/react'
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react'
import { useChat } from '../chat-context.ts'

/** The distance before the first message at which reading begins. */
const AHEAD = '600px'

export interface OlderMessagesProps {
  /** The region that scrolls. */
  readonly region: RefObject<HTMLElement | null>
}

/**
 * Reads older messages of a stored session when the person comes near the first message. A read
 * that fails is tried again when the person comes back.
 */
export function OlderMessages({ region }: OlderMessagesProps): ReactElement {
  const { sessions } = useChat().agent
  const { hasOlder } = useSessions()
  const [round, setRound] = useState(0)
  const edge = useRef<HTMLDivElement>(null)
  const isReading = useRef(false)
  useEffect(() => {
    if (!hasOlder || !edge.current) return undefined
    const read = async (): Promise<void> => {
      if (isReading.current) return
      isReading.current = true
      // Messages that a jump brought into view are drawn in the next frame, and have no size
      // before.
      await nextFrame()
      await nextFrame()
      // The new round checks again: the messages that were read may be on another branch, out of
      // sight.
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
  }, [sessions, hasOlder, region, round])
  return <div ref={edge} />
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
