import { useContext, useState, type MouseEvent, type ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import { MarkdownOptionsContext } from './markdown-options.ts'

interface HeavyLinkProps {
  readonly href: string
  readonly host: string
  readonly children: ReactNode
}

/**
 * Renders a link whose address could carry text out. The first press shows how much and to which
 * host, the second follows the link.
 */
export function HeavyLink({ href, host, children }: HeavyLinkProps): ReactNode {
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
