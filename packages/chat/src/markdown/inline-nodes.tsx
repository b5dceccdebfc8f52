import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode, useContext, useState } from 'react'
import { citedText } from '../citations/cited-text.tsx'
import type { ShownToken } from './block-lexer.ts'
import { decodeEntities, plainLabel, shownText } from './entities.ts'
import { FootnoteRef } from './footnotes.tsx'
import { LinkView } from './link-view.tsx'
import { MarkdownOptionsContext } from './markdown-options.ts'
import { MathView } from './math.tsx'
import { cleanText } from './text-intake.ts'
import { carriesMuch, isWithinOrigins, toSafeLink } from './link-policy.ts'

/** Shows the state of a task. Not a control: a press does nothing. */
function TaskBox({ isDone }: { readonly isDone: boolean }): ReactNode {
  const { strings } = useContext(MarkdownOptionsContext)
  const name = isDone ? strings.taskDone : strings.taskOpen
  return (
    <span role="img" aria-label={name} data-checked={isDone}>
      {isDone ? '☑' : '☐'}
    </span>
  )
}

const DEEPEST = 40
const LONGEST_NAME = 200

/**
 * Renders inline tokens. A link inside another link is only text. Tokens deeper than 40 levels are
 * shown as source. A function, not a component: React would check two more components for each text
 * when its block grows.
 */
export function inlineNodes(tokens: readonly Token[], depth: number, inLink = false): ReactNode {
  if (depth > DEEPEST) return cleanText(tokens.map(({ raw }) => raw).join(''))
  return tokens.map((token, index) => inlineNode(token as ShownToken, index, depth, inLink))
}

function inlineNode(token: ShownToken, key: number, depth: number, inLink: boolean): ReactNode {
  const inner = (tokens: readonly Token[]): ReactNode => inlineNodes(tokens, depth + 1, inLink)
  switch (token.type) {
    case 'text':
      if (token.tokens) return inner(token.tokens)
      return inLink ? shownText(token.text) : citedText(shownText(token.text), key)
    case 'escape':
      return cleanText(token.text)
    case 'strong':
      return <strong key={key}>{inner(token.tokens)}</strong>
    case 'em':
      return <em key={key}>{inner(token.tokens)}</em>
    case 'del':
      // Models write `~5 min`, so a single tilde does not strike text through.
      return token.raw.startsWith('~~') ? (
        <del key={key}>{inner(token.tokens)}</del>
      ) : (
        <Fragment key={key}>~{inner(token.tokens)}~</Fragment>
      )
    case 'codespan':
      return (
        <code key={key} dir="ltr">
          {cleanText(token.text)}
        </code>
      )
    case 'math':
      return <MathView key={key} math={token} />
    case 'noteRef':
      return <FootnoteRef key={key} label={token.label} raw={token.raw} />
    case 'html':
    case 'br':
      return <br key={key} />
    case 'checkbox':
      return (
        <Fragment key={key}>
          <TaskBox isDone={token.checked} />{' '}
        </Fragment>
      )
    case 'link':
      return inLink ? inner(token.tokens) : <Link key={key} token={token} depth={depth} />
    case 'image':
      return <Image key={key} token={token} inLink={inLink} />
    default:
      return 'raw' in token ? cleanText(token.raw) : null
  }
}

function Link({ token, depth }: { readonly token: Tokens.Link; readonly depth: number }) {
  return (
    <LinkView
      destination={token.autolink ? token.href : decodeEntities(token.href)}
      label={plainLabel(token.tokens)}
    >
      {inlineNodes(token.tokens, depth + 1, true)}
    </LinkView>
  )
}

function Image({ token, inLink }: { readonly token: Tokens.Image; readonly inLink: boolean }) {
  const { strings } = useContext(MarkdownOptionsContext)
  const alt = token.tokens ? plainLabel(token.tokens) : shownText(token.text)
  const name = strings.image(alt.slice(0, LONGEST_NAME))
  if (inLink) return name
  const destination = decodeEntities(token.href)
  // The user allowed this address only, so another address gets a new component.
  return <ImageView key={destination} destination={destination} name={name} />
}

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
function ImageView({ destination, name }: ImageViewProps): ReactNode {
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
