import type { Links } from 'marked'
import type { BlockContent } from './block.ts'
import { lexPiece, type ShownToken } from './block-lexer.ts'
import { isTooComplex } from './complexity-guard.ts'
import type { Piece, TextPiece } from './line-splitter.ts'
import { limitNesting } from './nesting-guard.ts'
import { markOpenCode } from './open-code.ts'
import { toChunks } from './text-chunks.ts'

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
