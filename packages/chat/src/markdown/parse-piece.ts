import type { Token, Links } from 'marked'
import { type ShownToken, lexPiece } from './block-lexer.ts'
import { isTooComplex, limitNesting } from './complexity-guard.ts'
import { closesFence, parseFence, type Piece, type TextPiece, toChunks } from './line-splitter.ts'

/** A top-level block that went through the parser. */
interface TokenBlock {
  readonly key: number
  readonly kind: 'token'
  readonly token: ShownToken
}
/** A block of fenced code, closed or still growing. */
export interface CodeBlock {
  readonly key: number
  readonly kind: 'code'
  readonly info: string
  readonly chunks: readonly string[]
  /** False while more code may follow. */
  readonly isComplete: boolean
}
/** A text that is shown as it was written. */
interface PlainBlock {
  readonly key: number
  readonly kind: 'plain'
  readonly chunks: readonly string[]
}
/** A notice at the end of a text that was too long to show whole. */
interface TruncatedBlock {
  readonly key: number
  readonly kind: 'truncated'
}

/**
 * A block to render. A block becomes another object only when it looks different. The `key` of a
 * block never changes; keys count from 0 in document order.
 */
export type Block = TokenBlock | CodeBlock | PlainBlock | TruncatedBlock
/** A group of neighbouring blocks, compared as a whole when something else has changed. */
export type Page = readonly Block[]

export type BlockContent =
  | Omit<TokenBlock, 'key'>
  | Omit<CodeBlock, 'key'>
  | Omit<PlainBlock, 'key'>
  | Omit<TruncatedBlock, 'key'>

/** The code blocks that still grow. */
const open = new WeakSet<Token>()

/** Whether more code may follow. Only code at the end of a growing text grows. */
export const isOpenCode = (token: Token): boolean => open.has(token)

/** Whether a block ends in code that still grows. */
export function endsInOpenCode(token: Token): boolean {
  const leaf = lastLeaf([token])
  return leaf !== undefined && open.has(leaf)
}

/** Remembers the fenced code at the end of a growing text, in whatever list or quote it is. */
function markOpenCode(tokens: readonly Token[]): void {
  const last = lastLeaf(tokens)
  if (last && codeStateOf(last) === 'open') open.add(last)
}

/** Returns the last block of the text, inside of all lists and quotes. */
export function lastLeaf(tokens: readonly Token[]): Token | undefined {
  const last = tokens.findLast(({ type }) => type !== 'space')
  if (last?.type === 'blockquote') return lastLeaf(last.tokens ?? [])
  if (last?.type !== 'list') return last
  const items = last['items'] as readonly { readonly tokens: readonly Token[] }[]
  return lastLeaf(items.at(-1)?.tokens ?? [])
}

/**
 * Tells how far a fenced code block is: only its first line is there, it still grows, or it is
 * closed. Returns `undefined` for other tokens.
 */
export function codeStateOf(token: Token): 'opener' | 'open' | 'closed' | undefined {
  if (token.type !== 'code' || token['codeBlockStyle'] === 'indented') return undefined
  const lines = token.raw.trimEnd().split('\n')
  const fence = parseFence(lines[0] ?? '')
  if (!fence) return undefined
  if (lines.length > 1 && closesFence(lines.at(-1) ?? '', fence)) return 'closed'
  return token.raw.includes('\n') ? 'open' : 'opener'
}

export interface ParsedPiece {
  readonly blocks: readonly BlockContent[]
  readonly defined: ReadonlySet<string>
  readonly unresolved: ReadonlySet<string>
  readonly noteRefs: ReadonlySet<string>
  readonly notes: ReadonlySet<string>
  readonly hasOpenMath: boolean
}

/** The end of an ordered list that continues in the next piece, after a cut for length. */
export interface ListEnd {
  readonly next: number
  readonly delimiter: string
}

const NONE: ReadonlySet<string> = new Set()
const NO_LABELS = {
  defined: NONE,
  unresolved: NONE,
  noteRefs: NONE,
  notes: NONE,
  hasOpenMath: false,
}

/**
 * Parses a piece within bounds and adds its definitions to `links`. Fenced code needs no parser. A
 * piece that is too complex, or that makes the parser throw, becomes plain text. `isOpen` tells
 * that the piece still grows. Never throws.
 */
export function parsePiece(
  piece: Piece,
  links: Links,
  listEnd: ListEnd | undefined,
  isOpen = false,
): ParsedPiece {
  if (piece.kind === 'code') {
    const { info, chunks } = piece
    return { blocks: [{ kind: 'code', info, chunks, isComplete: !isOpen }], ...NO_LABELS }
  }
  const text = limitNesting(piece.text)
  if (isTooComplex(text)) return asPlain(piece)
  try {
    const { tokens, ...labels } = lexPiece(text, links, isOpen)
    const first = tokens[0]
    if (piece.continues && listEnd && first) continueList(first, listEnd)
    if (isOpen) markOpenCode(tokens)
    return { blocks: tokens.map((token) => ({ kind: 'token', token })), ...labels }
  } catch {
    return asPlain(piece)
  }
}

/** Returns the point from which an ordered list at the end of `blocks` would continue. */
export function listEndOf(blocks: readonly BlockContent[]): ListEnd | undefined {
  const last = blocks.at(-1)
  if (last?.kind !== 'token' || last.token.type !== 'list' || !last.token.ordered) return undefined
  const { start, items } = last.token
  return { next: Number(start) + items.length, delimiter: delimiterOf(last.token) }
}

function continueList(token: ShownToken, end: ListEnd): void {
  if (token.type === 'list' && token.ordered && delimiterOf(token) === end.delimiter) {
    token.start = end.next
  }
}

const delimiterOf = (list: ShownToken): string => /^ *\d+([.)])/.exec(list.raw)?.[1] ?? ''

function asPlain(piece: TextPiece): ParsedPiece {
  const text = piece.text.replace(/(?<!\n)\n+$/, '')
  return { blocks: [{ kind: 'plain', chunks: toChunks(text) }], ...NO_LABELS }
}
