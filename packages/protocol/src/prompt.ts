import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider'

/** The last messages of requests that the next request repeats. */
const stableMessages = new WeakSet<LanguageModelV4Message>()

/** Notes that the next request repeats these messages of a prompt. */
export function noteStable(messages: readonly LanguageModelV4Message[]): void {
  const last = messages.at(-1)
  if (last) stableMessages.add(last)
}

/**
 * Returns the number of messages of a request that the next request repeats. The messages behind
 * them hold what the page shows now. Returns 0 if Ambit did not build the request, or if a hook has
 * copied its messages.
 */
export const stableEnd = ({ prompt }: Pick<LanguageModelV4CallOptions, 'prompt'>): number =>
  prompt.findLastIndex((message) => stableMessages.has(message)) + 1

/**
 * Tells if a provider caches a prompt only up to marks, in Anthropic's form. Anthropic does, and so
 * do its models at Google Vertex and Amazon Bedrock.
 */
export const takesCacheMarks = (provider: string): boolean =>
  provider.split('.').includes('anthropic')

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
