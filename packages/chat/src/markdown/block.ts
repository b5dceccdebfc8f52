import type { MarkedToken } from 'marked'

/** A top-level block that went through the parser. */
export interface TokenBlock {
  readonly key: number
  readonly kind: 'token'
  readonly token: MarkedToken
}
/** Fenced code, closed or still growing. */
export interface CodeBlock {
  readonly key: number
  readonly kind: 'code'
  readonly info: string
  readonly chunks: readonly string[]
}
/** Text that is shown as it was written. */
export interface PlainBlock {
  readonly key: number
  readonly kind: 'plain'
  readonly chunks: readonly string[]
}
/** Stands at the end of a text that was too long to show whole. */
export interface TruncatedBlock {
  readonly key: number
  readonly kind: 'truncated'
}

/**
 * What is rendered. A block's identity changes only when it looks different, its `key` never; keys
 * count from 0 in document order.
 */
export type Block = TokenBlock | CodeBlock | PlainBlock | TruncatedBlock
/** Neighbouring blocks that are compared at once when something else changed. */
export type Page = readonly Block[]

export type BlockContent =
  | Omit<TokenBlock, 'key'>
  | Omit<CodeBlock, 'key'>
  | Omit<PlainBlock, 'key'>
  | Omit<TruncatedBlock, 'key'>
