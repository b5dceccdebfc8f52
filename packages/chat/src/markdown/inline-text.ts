import type { MarkedToken, Token } from 'marked'
import { decodeEntities } from './entities.ts'
import { cleanText } from './text-intake.ts'

/**
 * Returns the text of a token as it is shown. A reference may stand for a character that hides
 * something.
 */
export const shownText = (written: string): string => cleanText(decodeEntities(written))

/**
 * Returns the text of `tokens` as a reader sees it, without formatting. Reads at most `depth`
 * levels.
 */
export function plainLabel(tokens: readonly Token[], depth = 40): string {
  return tokens.map((token) => labelOf(token as MarkedToken, depth)).join('')
}

function labelOf(token: MarkedToken, depth: number): string {
  if (token.type === 'escape' || token.type === 'codespan') return cleanText(token.text)
  if (token.type === 'br' || token.type === 'html') return ' '
  if ('tokens' in token && token.tokens && depth > 0) return plainLabel(token.tokens, depth - 1)
  return 'text' in token ? shownText(token.text) : ''
}
