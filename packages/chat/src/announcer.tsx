import { useLayoutEffect, useRef, type ReactElement, type RefObject } from 'react'

/** A function that speaks a short confirmation, such as “Copied”, to screen readers. */
export type Announce = (text: string) => void

export interface AnnouncerProps {
  /** A ref that receives the speaking function when `Announcer` mounts. */
  readonly announce: RefObject<Announce>
  /** Called with an element of the chat, which has the styles until the result is called. */
  readonly keepStyles: ((place: Element) => () => void) | undefined
}

/**
 * Renders the live region that speaks confirmations of the user's own actions. The region is
 * invisible, and separate from the status line.
 */
export function Announcer({ announce, keepStyles }: AnnouncerProps): ReactElement {
  const region = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    announce.current = (text) => {
      // A new node each time: the same text twice is spoken twice.
      region.current?.replaceChildren(text)
    }
  }, [announce])
  useLayoutEffect(() => (region.current ? keepStyles?.(region.current) : undefined), [keepStyles])
  return <span ref={region} className="ambit-only-spoken" aria-live="polite" />
}
