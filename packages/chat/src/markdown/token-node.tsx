import type { Token, Tokens } from 'marked'
import type { ReactNode } from 'react'
import type { ShownToken } from './block-lexer.ts'
import { CodeView } from './code-view.tsx'
import { FootnoteView } from './footnote-view.tsx'
import { inlineNodes } from './inline-nodes.tsx'
import { MathView } from './math-view.tsx'
import { isOpenCode } from './open-code.ts'
import { TableView } from './table-view.tsx'
import { toChunks } from './text-chunks.ts'
import { directionOf } from './text-direction.ts'
import { cleanText } from './text-intake.ts'

const DEEPEST = 40
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

/**
 * Renders a block token with its content; `key` identifies it among its neighbours. A token deeper
 * than 40 levels is shown as source.
 */
export function tokenNode(open: Token, depth: number, key = 0): ReactNode {
  const token = open as ShownToken
  if (depth > DEEPEST) return cleanText(token.raw)
  switch (token.type) {
    case 'paragraph':
      return (
        <p key={key} dir="auto">
          {inlineNodes(token.tokens, depth + 1)}
        </p>
      )
    case 'heading': {
      const Heading = HEADINGS[token.depth - 1] ?? 'h6'
      return (
        <Heading key={key} dir="auto">
          {inlineNodes(token.tokens, depth + 1)}
        </Heading>
      )
    }
    case 'list':
      return listNode(token, depth + 1, key)
    case 'blockquote':
      return (
        <blockquote key={key} dir={directionOf(token.tokens)}>
          {tokenNodes(token.tokens, depth + 1)}
        </blockquote>
      )
    case 'code':
      return (
        <CodeView
          key={key}
          info={token.lang ?? ''}
          chunks={toChunks(codeOf(token))}
          isComplete={!isOpenCode(token)}
        />
      )
    case 'math':
      return (
        <div key={key} data-math-block="" dir="ltr">
          <MathView math={{ ...token, raw: token.raw.trim() }} />
        </div>
      )
    case 'note':
      return <FootnoteView key={key} note={token} depth={depth + 1} />
    case 'table':
      return <TableView key={key} table={token} depth={depth + 1} />
    case 'hr':
      return <hr key={key} />
    case 'space':
    case 'def':
      return null
    default:
      return inlineNodes([token], depth + 1)
  }
}

const tokenNodes = (tokens: readonly Token[], depth: number): ReactNode =>
  tokens.map((token, index) => tokenNode(token, depth, index))

function listNode(list: Tokens.List, depth: number, key: number): ReactNode {
  const items = list.items.map((item, index) => (
    <li key={index} dir={directionOf(item.tokens)} data-task={item.task ? '' : undefined}>
      {tokenNodes(item.tokens, depth)}
    </li>
  ))
  if (!list.ordered) return <ul key={key}>{items}</ul>
  const start = Number(list.start)
  const digits = String(start + list.items.length - 1).length
  return (
    <ol
      key={key}
      start={start === 1 ? undefined : start}
      data-digits={digits > 1 ? Math.min(digits, 5) : undefined}
    >
      {items}
    </ol>
  )
}

/**
 * Returns the code of a block. An indented block ends with its last line, whatever blank lines
 * follow.
 */
const codeOf = (token: Tokens.Code): string =>
  token.codeBlockStyle === 'indented' ? token.text.replace(/(?<!\n)\n+$/, '') : token.text
