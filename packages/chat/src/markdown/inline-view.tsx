import type { MarkedToken, Token, Tokens } from 'marked'
import { useContext, type ReactNode } from 'react'
import { decodeEntities } from './entities.ts'
import { ImageView } from './image-view.tsx'
import { plainLabel, shownText } from './inline-text.ts'
import { LinkView } from './link-view.tsx'
import { MarkdownOptionsContext } from './markdown-options.ts'
import { TaskBox } from './task-box.tsx'
import { cleanText } from './text-intake.ts'

const DEEPEST = 40
const LONGEST_NAME = 200

interface InlineViewProps {
  readonly tokens: readonly Token[]
  readonly depth: number
  /** Inside of a link there is no other link. */
  readonly inLink?: boolean
}

/** Inline tokens. Deeper than 40 levels their source is shown instead. */
export function InlineView({ tokens, depth, inLink = false }: InlineViewProps): ReactNode {
  if (depth > DEEPEST) return cleanText(tokens.map(({ raw }) => raw).join(''))
  return tokens.map((token, index) => (
    <InlineToken key={index} token={token as MarkedToken} depth={depth} inLink={inLink} />
  ))
}

interface InlineTokenProps {
  readonly token: MarkedToken
  readonly depth: number
  readonly inLink: boolean
}

function InlineToken({ token, depth, inLink }: InlineTokenProps): ReactNode {
  const inner = (tokens: readonly Token[]): ReactNode => (
    <InlineView tokens={tokens} depth={depth + 1} inLink={inLink} />
  )
  switch (token.type) {
    case 'text':
      return token.tokens ? inner(token.tokens) : shownText(token.text)
    case 'escape':
      return cleanText(token.text)
    case 'strong':
      return <strong>{inner(token.tokens)}</strong>
    case 'em':
      return <em>{inner(token.tokens)}</em>
    case 'del':
      // Models write `~5 min`: one tilde strikes nothing through.
      return token.raw.startsWith('~~') ? (
        <del>{inner(token.tokens)}</del>
      ) : (
        <>~{inner(token.tokens)}~</>
      )
    case 'codespan':
      return <code dir="ltr">{cleanText(token.text)}</code>
    case 'br':
      return <br />
    case 'checkbox':
      return (
        <>
          <TaskBox isDone={token.checked} />{' '}
        </>
      )
    case 'link':
      return inLink ? inner(token.tokens) : <Link token={token} depth={depth} />
    case 'image':
      return <Image token={token} inLink={inLink} />
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
      <InlineView tokens={token.tokens} depth={depth + 1} inLink />
    </LinkView>
  )
}

function Image({ token, inLink }: { readonly token: Tokens.Image; readonly inLink: boolean }) {
  const { strings } = useContext(MarkdownOptionsContext)
  const alt = token.tokens ? plainLabel(token.tokens) : shownText(token.text)
  const name = strings.image(alt.slice(0, LONGEST_NAME))
  if (inLink) return name
  const destination = decodeEntities(token.href)
  // What the person allowed is this address, not whatever may stand in its place later.
  return <ImageView key={destination} destination={destination} name={name} />
}
