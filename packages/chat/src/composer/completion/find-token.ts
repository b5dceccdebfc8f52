/** The text to complete: a command at the start of the message, or a mention anywhere in it. */
export interface Token {
  readonly kind: 'command' | 'mention'
  /** The text after the sign, in lower case. */
  readonly query: string
  /** The position of the sign. */
  readonly start: number
}

/** Finds the token that ends at the caret; undefined if there is none. */
export function findToken(text: string, caret: number): Token | undefined {
  const before = text.slice(0, caret)
  const [, sign = '', query = ''] = /(?:^|\s)([/@])([^\s/@]{0,40})$/u.exec(before) ?? []
  if (sign === '') return undefined
  const start = caret - query.length - 1
  if (sign === '/' && before.slice(0, start).trim() !== '') return undefined
  return { kind: sign === '/' ? 'command' : 'mention', query: query.toLowerCase(), start }
}
