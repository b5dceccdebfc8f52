import { useContext, type ReactNode } from 'react'
import { hostToReveal, toSafeLink } from './link-policy.ts'
import { MarkdownOptionsContext } from './markdown-options.ts'

interface LinkViewProps {
  /** As written, character references decoded. */
  readonly destination: string
  /** What the reader takes the link for. */
  readonly label: string
  /** Show the host whatever the label says. */
  readonly isHostShown?: boolean
  readonly children: ReactNode
}

/** A link that passed the policy, or only its label. Says where it goes when the label misleads. */
export function LinkView({ destination, label, isHostShown, children }: LinkViewProps): ReactNode {
  const { onLinkClick } = useContext(MarkdownOptionsContext)
  const link = toSafeLink(destination)
  if (!link) return children
  const { href, host } = link
  const revealed = host !== undefined && (isHostShown ? host : hostToReveal(label, host))
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      referrerPolicy="no-referrer"
      dir="auto"
      onClick={onLinkClick && ((event) => onLinkClick(event, href))}
    >
      {children}
      {revealed !== false && revealed !== undefined && (
        <span data-host="" dir="ltr">{` (${revealed})`}</span>
      )}
    </a>
  )
}
