import type { MarkedToken, Token, Tokens } from 'marked'
import type { ReactNode } from 'react'
import { CodeView } from './code-view.tsx'
import { InlineView } from './inline-view.tsx'
import { TableView } from './table-view.tsx'
import { toChunks } from './text-chunks.ts'
import { cleanText } from './text-intake.ts'

const DEEPEST = 40
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

interface TokenViewProps {
  readonly token: Token
  readonly depth: number
}

/** A block token and what is in it. Deeper than 40 levels its source is shown instead. */
export function TokenView({ token: open, depth }: TokenViewProps): ReactNode {
  const token = open as MarkedToken
  if (depth > DEEPEST) return cleanText(token.raw)
  switch (token.type) {
    case 'paragraph':
      return (
        <p dir="auto">
          <InlineView tokens={token.tokens} depth={depth + 1} />
        </p>
      )
    case 'heading': {
      const Heading = HEADINGS[token.depth - 1] ?? 'h6'
      return (
        <Heading dir="auto">
          <InlineView tokens={token.tokens} depth={depth + 1} />
        </Heading>
      )
    }
    case 'list':
      return <ListView list={token} depth={depth + 1} />
    case 'blockquote':
      return (
        <blockquote dir="auto">
          <TokensView tokens={token.tokens} depth={depth + 1} />
        </blockquote>
      )
    case 'code':
      return <CodeView info={token.lang ?? ''} chunks={toChunks(codeOf(token))} />
    case 'table':
      return <TableView table={token} depth={depth + 1} />
    case 'hr':
      return <hr />
    case 'space':
    case 'def':
      return null
    default:
      return <InlineView tokens={[token]} depth={depth + 1} />
  }
}

function TokensView({
  tokens,
  depth,
}: {
  readonly tokens: readonly Token[]
  readonly depth: number
}) {
  return tokens.map((token, index) => <TokenView key={index} token={token} depth={depth} />)
}

function ListView({ list, depth }: { readonly list: Tokens.List; readonly depth: number }) {
  const items = list.items.map((item, index) => (
    <li key={index} dir="auto" data-task={item.task ? '' : undefined}>
      <TokensView tokens={item.tokens} depth={depth} />
    </li>
  ))
  if (!list.ordered) return <ul>{items}</ul>
  const start = Number(list.start)
  return <ol start={start === 1 ? undefined : start}>{items}</ol>
}

/** An indented block ends with its last line, whatever blank lines follow. */
const codeOf = (token: Tokens.Code): string =>
  token.codeBlockStyle === 'indented' ? token.text.replace(/\n+$/, '') : token.text
