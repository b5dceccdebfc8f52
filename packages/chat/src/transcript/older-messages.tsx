import { useSessions } from '@ambit/react'
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react'
import { useChat } from '../chat-context.ts'

/** Reading begins so long before the first message comes into view. */
const AHEAD = '600px'

export interface OlderMessagesProps {
  /** What scrolls. */
  readonly region: RefObject<HTMLElement | null>
}

/**
 * Stands before the messages of a stored conversation, and reads those before them as the person comes near. Reading that fails is tried again when
 * they come back.
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
      // What came into view with a jump is not drawn before the next frame, and has no size to keep.
      await nextFrame()
      await nextFrame()
      // Looks again: what came may be out of sight, as another branch is.
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
