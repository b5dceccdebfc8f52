import { useContext, useState, type ReactNode } from 'react'
import { carriesMuch, isWithinOrigins, toSafeLink } from './link-policy.ts'
import { LinkView } from './link-view.tsx'
import { MarkdownOptionsContext } from './markdown-options.ts'

interface ImageViewProps {
  /** As written, character references decoded. */
  readonly destination: string
  /** What it is called; its text once it is loaded. */
  readonly name: string
}

/**
 * An image is a link to it and a button, because asking for it hands its address to its host: it is loaded when the person presses that, and
 * by itself only from where the application said. One whose address could carry text out says so at the first press.
 */
export function ImageView({ destination, name }: ImageViewProps): ReactNode {
  const { strings, allowedImageOrigins = [] } = useContext(MarkdownOptionsContext)
  const [step, setStep] = useState<'asked' | 'shown'>()
  const link = toSafeLink(destination)
  if (link?.host === undefined) return name
  const { href, host } = link
  if (isWithinOrigins(href, allowedImageOrigins)) return <Picture href={href} name={name} />
  const press = (): void => {
    if (step === 'shown') setStep(undefined)
    else setStep(step === undefined && carriesMuch(href) ? 'asked' : 'shown')
  }
  return (
    <>
      <LinkView destination={destination} label={name} isHostShown>
        {name}
      </LinkView>{' '}
      <button type="button" onClick={press}>
        {step === 'shown' ? strings.hideImage : strings.loadImage}
      </button>
      <span role="status" data-host="">
        {step === 'asked' && ` ${strings.heavyLink(host, href.length)}`}
      </span>
      {step === 'shown' && <Picture href={href} name={name} />}
    </>
  )
}

/** Asked for without referrer, and not before it is drawn: a server that renders this gives no hint to load it ahead. */
function Picture({ href, name }: { readonly href: string; readonly name: string }): ReactNode {
  const { strings } = useContext(MarkdownOptionsContext)
  const [isFailed, setFailed] = useState(false)
  if (isFailed) return <span role="status">{`${name}. ${strings.imageFailed}`}</span>
  return (
    <img
      src={href}
      alt={name}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
    />
  )
}
