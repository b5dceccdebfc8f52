import type { Links, MarkedToken } from 'marked'
import type { BlockContent } from './block.ts'
import { lexPiece } from './block-lexer.ts'
import { isTooComplex } from './complexity-guard.ts'
import type { Piece, TextPiece } from './line-splitter.ts'
import { limitNesting } from './nesting-guard.ts'
import { toChunks } from './text-chunks.ts'

export interface ParsedPiece {
  readonly blocks: readonly BlockContent[]
  readonly defined: ReadonlySet<string>
  readonly unresolved: ReadonlySet<string>
}

/** The end of an ordered list that continues in the next piece, after a cut for length. */
export interface ListEnd {
  readonly next: number
  readonly delimiter: string
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Parses a piece within bounds and adds its definitions to `links`. Fenced code needs no parser. A
 * piece that is too complex, or that makes the parser throw, becomes plain text. Never throws.
 */
export function parsePiece(piece: Piece, links: Links, listEnd: ListEnd | undefined): ParsedPiece {
  if (piece.kind === 'code') {
    const code: BlockContent = { kind: 'code', info: piece.info, chunks: piece.chunks }
    return { blocks: [code], defined: NONE, unresolved: NONE }
  }
  const text = limitNesting(piece.text)
  if (isTooComplex(text)) return asPlain(piece)
  try {
    const { tokens, defined, unresolved } = lexPiece(text, links)
    const first = tokens[0]
    if (piece.continues && listEnd && first) continueList(first, listEnd)
    return { blocks: tokens.map((token) => ({ kind: 'token', token })), defined, unresolved }
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

function continueList(token: MarkedToken, end: ListEnd): void {
  if (token.type === 'list' && token.ordered && delimiterOf(token) === end.delimiter) {
    token.start = end.next
  }
}

const delimiterOf = (list: MarkedToken): string => /^ *\d+([.)])/.exec(list.raw)?.[1] ?? ''

function asPlain(piece: TextPiece): ParsedPiece {
  const text = piece.text.replace(/(?<!\n)\n+$/, '')
  return { blocks: [{ kind: 'plain', chunks: toChunks(text) }], defined: NONE, unresolved: NONE }
}
