import { useContext, type MouseEvent, type ReactNode } from 'react'
import { MarkdownOptionsContext } from './markdown-options.ts'

interface AnchorProps {
  /** One that passed the link policy. */
  readonly href: string
  /** Asked with each press; one that returns false has prevented it. Default: always true. */
  readonly mayFollow?: (event: MouseEvent) => boolean
  readonly children: ReactNode
}

/** The one element that leads out: without referrer, without opener. */
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
