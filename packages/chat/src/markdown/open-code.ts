import type { Token } from 'marked'
import { closesFence, parseFence } from './line-shape.ts'

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
export function markOpenCode(tokens: readonly Token[]): void {
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
