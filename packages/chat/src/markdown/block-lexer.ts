import type { Links, MarkedToken, Token } from 'marked'
import { ClosedLexer, type MathToken } from './closed-lexer.ts'
import { ClosedTokenizer } from './closed-tokenizer.ts'
import type { NoteRefToken, NoteToken } from './footnote.ts'

/** A token of CommonMark and GFM, or one of the syntax that models write beside. */
export type ShownToken = MarkedToken | MathToken | NoteRefToken | NoteToken

export interface LexedPiece {
  /** The blocks of the piece in order, without blank lines and link definitions. */
  readonly tokens: readonly ShownToken[]
  /** The labels that this piece was the first to define. */
  readonly defined: ReadonlySet<string>
  /** The labels in brackets without a known definition. */
  readonly unresolved: ReadonlySet<string>
  /** The labels of the footnotes that this piece refers to, in order. */
  readonly noteRefs: ReadonlySet<string>
  /** The labels of the footnotes in this piece. */
  readonly notes: ReadonlySet<string>
  /** True if a formula lacks its end. Later text may show that it is not one. */
  readonly hasOpenMath: boolean
}

/**
 * Parses one piece and adds its link definitions to `links`. The table holds at most 200
 * definitions; further ones stay text. HTML is text, so no unclosed tag can swallow the text that
 * follows. `isOpen` tells that more text may follow. Throws the errors of the parser: show the
 * piece as plain text then.
 */
export function lexPiece(text: string, links: Links, isOpen = false): LexedPiece {
  const tokenizer = new ClosedTokenizer()
  const lexer = new ClosedLexer(tokenizer, isOpen)
  lexer.tokens.links = links
  tokenizer.links = links
  const tokens = lexer.lex(text).filter(isShown)
  const { defined, unresolved } = tokenizer
  const { noteRefs, notes, hasOpenMath } = lexer
  return { tokens, defined, unresolved, noteRefs, notes, hasOpenMath }
}

const isShown = (token: Token): token is ShownToken =>
  token.type !== 'space' && token.type !== 'def'
