import { useContext, useState, type MouseEvent, type ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import { MarkdownOptionsContext } from './markdown-options.ts'

interface HeavyLinkProps {
  readonly href: string
  readonly host: string
  readonly children: ReactNode
}

/** A link whose address could carry text out: pressed once it says how much and to whom, pressed again it is followed. */
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
