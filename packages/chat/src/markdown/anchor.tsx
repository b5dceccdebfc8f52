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
  /** The path if the link leads to a page of the application itself. */
  readonly path?: string | undefined
  readonly children: ReactNode
}

/**
 * Renders the only element that leads to another page: without referrer, without opener. A plain
 * press on a link to the application's own page goes to `onNavigate`; any other press is the
 * browser's.
 */
export function Anchor({ href, mayFollow, path, children }: AnchorProps): ReactNode {
  const { onLinkClick, onNavigate } = useContext(MarkdownOptionsContext)
  const press = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (mayFollow?.(event) === false) return
    onLinkClick?.(event, href)
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (path === undefined || event.defaultPrevented || event.button !== 0 || !isPlain) return
    event.preventDefault()
    onNavigate?.(path)
  }
  return (
    <a
      href={href}
      target={path === undefined ? '_blank' : undefined}
      rel="noopener noreferrer nofollow"
      referrerPolicy="no-referrer"
      dir="auto"
      onClick={press}
      onAuxClick={(event) => void mayFollow?.(event)}
    >
      {children}
    </a>
  )
}
