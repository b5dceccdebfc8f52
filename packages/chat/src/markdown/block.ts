import type { ShownToken } from './block-lexer.ts'

/** A top-level block that went through the parser. */
export interface TokenBlock {
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
export interface PlainBlock {
  readonly key: number
  readonly kind: 'plain'
  readonly chunks: readonly string[]
}
/** A notice at the end of a text that was too long to show whole. */
export interface TruncatedBlock {
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
