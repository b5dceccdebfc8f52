import { useContext, useState, type MouseEvent, type ReactNode, useSyncExternalStore } from 'react'
import { Anchor } from './anchor.tsx'
import { carriesMuch, hostToReveal, toSafeLink, toOwnLink } from './link-policy.ts'
import { MarkdownOptionsContext, type LinkSource } from './markdown-options.ts'
import { OwnView } from './own-view.tsx'

interface HeavyLinkProps {
  readonly href: string
  readonly host: string
  readonly children: ReactNode
}

/**
 * Renders a link whose address could carry text out. The first press shows how much and to which
 * host, the second follows the link.
 */
function HeavyLink({ href, host, children }: HeavyLinkProps): ReactNode {
  const { strings } = useContext(MarkdownOptionsContext)
  const [isAsked, setAsked] = useState(false)
  const ask = (event: MouseEvent): boolean => {
    if (isAsked) return true
    event.preventDefault()
    setAsked(true)
    return false
  }
  return (
    <>
      <Anchor href={href} mayFollow={ask}>
        {children}
      </Anchor>
      <span role="status" data-host="">
        {isAsked && ` ${strings.heavyLink(host, href.length)}`}
      </span>
    </>
  )
}

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
  const { onNavigate } = useContext(MarkdownOptionsContext)
  const origin = useSyncExternalStore(never, ownOrigin, noOrigin)
  const own = onNavigate && toOwnLink(destination, origin)
  const link = own ?? toSafeLink(destination)
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
  if (host === undefined || !carriesMuch(href)) {
    return (
      <Link href={href} path={own?.path} text={label}>
        {content}
      </Link>
    )
  }
  return (
    <HeavyLink key={href} href={href} host={host}>
      {content}
    </HeavyLink>
  )
}

function Link(link: LinkSource): ReactNode {
  const { renderLink } = useContext(MarkdownOptionsContext)
  const { href, path, children } = link
  const anchor = (
    <Anchor href={href} path={path}>
      {children}
    </Anchor>
  )
  if (!renderLink) return anchor
  return <OwnView name="renderLink" source={link} of={href} render={renderLink} instead={anchor} />
}

// The server does not know the page's origin.
const never = (): (() => void) => () => undefined
const ownOrigin = (): string | undefined => globalThis.location?.origin
const noOrigin = (): undefined => undefined
