/** The text to complete: a command at the start of the message, or a mention anywhere in it. */
export interface Token {
  readonly kind: 'command' | 'mention'
  /** The text after the sign, in lower case. */
  readonly query: string
  /** The position of the sign. */
  readonly start: number
  /** The position after the text. */
  readonly end: number
}

/** The number of characters that can follow the sign of a token. */
const MOST_QUERY = 40

/** Finds the token that ends at the caret; undefined if there is none. */
export function findToken(text: string, caret: number): Token | undefined {
  // Only the end is read: a long text would be searched anew with each key.
  const before = text.slice(Math.max(0, caret - 2 * MOST_QUERY - 4), caret)
  const [, sign = '', query = ''] = AT_END.exec(before) ?? []
  if (sign === '') return undefined
  const start = caret - query.length - 1
  if (sign === '/' && text.slice(0, start).trim() !== '') return undefined
  return {
    kind: sign === '/' ? 'command' : 'mention',
    query: query.toLowerCase(),
    start,
    end: caret,
  }
}

const AT_END = /(?:^|\s)([/@])([^\s/@]{0,40})$/u
