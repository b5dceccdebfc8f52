import type { ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import { HeavyLink } from './heavy-link.tsx'
import { carriesMuch, hostToReveal, toSafeLink } from './link-policy.ts'

interface LinkViewProps {
  /** As written, character references decoded. */
  readonly destination: string
  /** What the reader takes the link for. */
  readonly label: string
  /** Show the host whatever the label says. */
  readonly isHostShown?: boolean
  readonly children: ReactNode
}

/** A link that passed the policy, or only its label. Says where it goes when the label misleads; one that carries much off the site asks first. */
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
