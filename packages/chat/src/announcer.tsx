import { useLayoutEffect, useRef, type ReactElement, type RefObject } from 'react'

/** Speaks a short confirmation, such as that something was copied. */
export type Announce = (text: string) => void

export interface AnnouncerProps {
  /** Holds what speaks, once this stands in the page. */
  readonly announce: RefObject<Announce>
}

/** What is heard and not seen, beside the status line: confirmations of what the person did. */
export function Announcer({ announce }: AnnouncerProps): ReactElement {
  const region = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    announce.current = (text) => {
      if (region.current) region.current.textContent = text
    }
  }, [announce])
  return <span ref={region} className="ambit-only-spoken" aria-live="polite" />
}
