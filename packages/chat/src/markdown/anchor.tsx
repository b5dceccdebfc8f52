import { useContext, type MouseEvent, type ReactNode } from 'react'
import { MarkdownOptionsContext } from './markdown-options.ts'

interface AnchorProps {
  /** The address, which has passed the link policy. */
  readonly href: string
  /**
   * Decides at each press if the link is followed. A function that returns false must have
   * prevented the event. Default: always true.
   */
  readonly mayFollow?: (event: MouseEvent) => boolean
  readonly children: ReactNode
}

/** Renders the only element that leads to another page: without referrer, without opener. */
export function Anchor({ href, mayFollow, children }: AnchorProps): ReactNode {
  const { onLinkClick } = useContext(MarkdownOptionsContext)
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      referrerPolicy="no-referrer"
      dir="auto"
      onClick={(event) => {
        if (mayFollow?.(event) !== false) onLinkClick?.(event, href)
      }}
      onAuxClick={(event) => void mayFollow?.(event)}
    >
      {children}
    </a>
  )
}
