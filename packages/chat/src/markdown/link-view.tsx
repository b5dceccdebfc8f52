import type { ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import { HeavyLink } from './heavy-link.tsx'
import { carriesMuch, hostToReveal, toSafeLink } from './link-policy.ts'

interface LinkViewProps {
  /** The address as written, with character references decoded. */
  readonly destination: string
  /** The text that names the link for the reader. */
  readonly label: string
  /** True to show the host with any label. */
  readonly isHostShown?: boolean
  readonly children: ReactNode
}

/**
 * Renders a link that passed the policy, otherwise only its label. Shows the host if the label
 * misleads. A link that carries much text to another site asks first.
 */
export function LinkView({ destination, label, isHostShown, children }: LinkViewProps): ReactNode {
  const link = toSafeLink(destination)
  if (!link) return children
  const { href, host } = link
  const revealed = host !== undefined && (isHostShown ? host : hostToReveal(label, host))
  const content = (
    <>
      {children}
      {revealed !== false && revealed !== undefined && (
        <span data-host="" dir="ltr">{` (${revealed})`}</span>
      )}
    </>
  )
  if (host === undefined || !carriesMuch(href)) return <Anchor href={href}>{content}</Anchor>
  return (
    <HeavyLink key={href} href={href} host={host}>
      {content}
    </HeavyLink>
  )
}
