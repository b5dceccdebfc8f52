/** The tokens that an image or another file counts for, at any size. */
export const fileTokens = 2000

/**
 * Estimates the tokens of a text that no provider counted, by kinds of characters. A small letter
 * of English or a space is a quarter of a token, a digit is three quarters. Another sign or letter
 * of European scripts is a half. Any other character is one, such as a Chinese one.
 *
 * Returns a number that is not rounded, so that the estimates of pieces can be added.
 */
export function estimateTokens(text: string): number {
  let quarters = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) quarters += asciiQuarters[code] as number
    else quarters += code < 0x590 ? 2 : 4
  }
  return quarters / 4
}

/** The quarters of a token that each ASCII character counts for. */
const asciiQuarters: Uint8Array = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[a-z ]/.test(character)) return 1
  return /\d/.test(character) ? 3 : 2
})
