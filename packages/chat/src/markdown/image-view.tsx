import { useContext, useState, type ReactNode } from 'react'
import { carriesMuch, isWithinOrigins, toSafeLink } from './link-policy.ts'
import { LinkView } from './link-view.tsx'
import { MarkdownOptionsContext } from './markdown-options.ts'

interface ImageViewProps {
  /** The address as written, with character references decoded. */
  readonly destination: string
  /** The name of the image, which is its alternative text once it is loaded. */
  readonly name: string
}

/**
 * Shows an image as a link and a button, because a request for the image sends its address to its
 * host. A press on the button loads the image. Only images from the application's allowed origins
 * load by themselves. An address that could carry text out shows a warning at the first press.
 */
export function ImageView({ destination, name }: ImageViewProps): ReactNode {
  const { strings, images = [] } = useContext(MarkdownOptionsContext)
  const [step, setStep] = useState<'asked' | 'shown'>()
  const link = toSafeLink(destination)
  if (link?.host === undefined) return name
  const { href, host } = link
  if (isWithinOrigins(href, images)) return <Picture href={href} name={name} />
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

/**
 * Loads an image without referrer, and not before it is drawn. Server rendering gives no hint to
 * load the image early.
 */
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
