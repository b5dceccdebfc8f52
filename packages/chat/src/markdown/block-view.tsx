import type { Token, Tokens } from 'marked'
import { type ComponentType, memo, type ReactNode, useContext, useEffect, useState } from 'react'
import type { ShownToken } from './block-lexer.ts'
import { type Block, isOpenCode } from './parse-piece.ts'
import { decodeEntities } from './entities.ts'
import { FootnotesContext, goTo, type NoteToken } from './footnotes.tsx'
import { inlineNodes } from './inline-nodes.tsx'
import { toChunks } from './line-splitter.ts'
import { type CodeSource, MarkdownOptionsContext } from './markdown-options.ts'
import { MathView } from './math.tsx'
import { cleanText } from './text-intake.ts'
import { OwnView } from './own-view.tsx'

/** A letter or mark with a direction. The scripts from right to left come first. */
const STRONG =
  /([\u200F\u061C\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Samr}\p{sc=Mand}\p{sc=Rohg}])|[\u200E\p{L}]/u
const DEEPEST = 40

/**
 * Returns the direction of the first letter in a block, or `undefined` if it has none. As the
 * browser does for `dir="auto"`, but also across paragraphs that have a direction of their own.
 * Code, formulas and addresses do not count.
 */
function directionOf(tokens: readonly Token[], depth = 0): 'ltr' | 'rtl' | undefined {
  if (depth > DEEPEST) return undefined
  for (const token of tokens) {
    const direction = directionOfToken(token, depth)
    if (direction !== undefined) return direction
  }
  return undefined
}

function directionOfToken(token: Token, depth: number): 'ltr' | 'rtl' | undefined {
  if (token.type === 'code' || token.type === 'codespan' || token.type === 'math') return undefined
  const inner = (token.type === 'list' ? token['items'] : (token as Tokens.Generic).tokens) as
    | Token[]
    | undefined
  if (inner && inner.length > 0) return directionOf(inner, depth + 1)
  const match = 'text' in token ? STRONG.exec(decodeEntities(String(token.text))) : null
  return match ? (match[1] === undefined ? 'ltr' : 'rtl') : undefined
}

interface FootnoteViewProps {
  readonly note: NoteToken
  readonly depth: number
}

/** Shows a footnote where it was written, with a way back to its first mark. */
function FootnoteView({ note, depth }: FootnoteViewProps): ReactNode {
  const { strings } = useContext(MarkdownOptionsContext)
  const number = useContext(FootnotesContext).numbers.get(note.label)
  const name = String(number ?? cleanText(note.label))
  return (
    <div role="note" aria-label={strings.footnote(name)} tabIndex={-1} data-note={number ?? ''}>
      <span data-note-number="">{name}</span>
      <div>
        {note.paragraphs.map((tokens, index) => (
          <p key={index} dir="auto">
            {inlineNodes(tokens, depth + 1)}
          </p>
        ))}
      </div>
      {number !== undefined && (
        <button
          type="button"
          aria-label={strings.footnoteBack}
          onClick={(event) => goTo(event, `[data-note-ref="${number}"]`)}
        >
          ↩
        </button>
      )}
    </div>
  )
}

interface TableViewProps {
  readonly table: Tokens.Table
  readonly depth: number
}

/** Shows a table in a region that scrolls by itself and can be reached by keyboard. */
function TableView({ table, depth }: TableViewProps): ReactNode {
  const { strings } = useContext(MarkdownOptionsContext)
  return (
    // A region that scrolls must take the focus, or the keyboard cannot scroll it.
    <div role="region" aria-label={strings.table} tabIndex={0} data-table="">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index} scope="col" {...attributesOf(cell)}>
                {inlineNodes(cell.tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        {table.rows.length > 0 && (
          <tbody>
            {table.rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, index) => (
                  <td key={index} {...attributesOf(cell)}>
                    {inlineNodes(cell.tokens, depth)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  )
}

/** Returns the attributes of a cell. The text of a short one, such as a date, is not broken. */
const attributesOf = ({ align, text }: Tokens.TableCell): Record<string, string | undefined> => ({
  dir: 'auto',
  'data-align': align ?? undefined,
  'data-short': text.length <= 16 ? '' : undefined,
})

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

/**
 * Renders a block token with its content; `key` identifies it among its neighbours. A token deeper
 * than 40 levels is shown as source.
 */
function tokenNode(open: Token, depth: number, key = 0): ReactNode {
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

interface BlockViewProps {
  readonly block: Block
}

/** Renders one top-level block, and again only when the block is another object. */
export const BlockView: ComponentType<BlockViewProps> = memo(function BlockView({
  block,
}: BlockViewProps): ReactNode {
  switch (block.kind) {
    case 'token':
      return tokenNode(block.token, 0)
    case 'code':
      return <CodeView info={block.info} chunks={block.chunks} isComplete={block.isComplete} />
    case 'plain':
      return (
        <p data-plain="" dir="auto">
          {block.chunks}
        </p>
      )
    case 'truncated':
      return <TruncatedView />
  }
})

function TruncatedView() {
  const { strings } = useContext(MarkdownOptionsContext)
  return <p data-truncated="">{strings.truncated}</p>
}

const SHOWN_MS = 2000

/**
 * Renders a button that copies exactly the code shown. For two seconds, the button shows that it
 * copied the code or that the browser refused.
 */
function CopyCode({ read }: { readonly read: () => CodeSource }): ReactNode {
  const { strings } = useContext(MarkdownOptionsContext)
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()
  useEffect(() => {
    if (!outcome) return undefined
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(read().text)
      setOutcome('copied')
    } catch {
      setOutcome('copyFailed')
    }
  }
  return (
    <>
      <button type="button" data-outcome={outcome} onClick={() => void copy()}>
        {strings[outcome ?? 'copy']}
      </button>
      <span role="status" data-only-spoken="">
        {outcome && strings[outcome]}
      </span>
    </>
  )
}

interface CodeViewProps {
  /** The info string of the fence, as written. */
  readonly info: string
  readonly chunks: readonly string[]
  /** False while more code may follow. */
  readonly isComplete: boolean
}

/**
 * Shows a code block: its language, its actions, and the code in a region that scrolls by itself.
 * The application may render the code.
 */
function CodeView({ info, chunks, isComplete }: CodeViewProps): ReactNode {
  const { strings, renderCode, renderCodeActions } = useContext(MarkdownOptionsContext)
  const language = toLanguage(info)
  const readCode = () => ({ text: chunks.join(''), language })
  const plain = (
    <pre role="group" aria-label={strings.code(language)} tabIndex={0} data-lang={language}>
      <code>{chunks}</code>
    </pre>
  )
  const source = renderCode && { ...readCode(), isComplete }
  return (
    <div data-code="" dir="ltr">
      <div data-code-head="">
        <span data-lang="">{language}</span>
        {renderCodeActions ? renderCodeActions(readCode()) : <CopyCode read={readCode} />}
      </div>
      {renderCode && source ? (
        <OwnView
          name="renderCode"
          of={source.text}
          source={source}
          render={renderCode}
          instead={plain}
        />
      ) : (
        plain
      )}
    </div>
  )
}

/**
 * Returns the first word of the info string if it looks like the name of a language, otherwise
 * `''`.
 */
function toLanguage(info: string): string {
  const word = decodeEntities(info.slice(0, 200)).trim().split(/\s/, 1)[0] ?? ''
  return /^[\w+#.-]{1,32}$/.test(word) ? word : ''
}
