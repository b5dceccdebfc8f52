import type { Token, Tokens } from 'marked'
import { decodeEntities } from './entities.ts'

/** A letter or mark with a direction. The scripts from right to left come first. */
const STRONG =
  /([\u200F\u061C\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}\p{sc=Samr}\p{sc=Mand}\p{sc=Rohg}])|[\u200E\p{L}]/u
const DEEPEST = 40

/**
 * Returns the direction of the first letter in a block, or `undefined` if it has none. As the
 * browser does for `dir="auto"`, but also across paragraphs that have a direction of their own.
 * Code, formulas and addresses do not count.
 */
export function directionOf(tokens: readonly Token[], depth = 0): 'ltr' | 'rtl' | undefined {
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
