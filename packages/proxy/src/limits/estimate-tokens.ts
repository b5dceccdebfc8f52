/** What an image or another file in base64 counts for, whatever its size. */
const fileTokens = 2000

/**
 * About how many tokens a request's JSON is, rather too many than too few: a token per three
 * characters. The provider's own count replaces it when the call is settled.
 */
export function estimateTokens(value: unknown): number {
  if (typeof value === 'string') {
    const isFile = value.length > 4096 && !/\s/.test(value.slice(0, 4096))
    return isFile ? fileTokens : Math.ceil(value.length / 3)
  }
  if (typeof value !== 'object' || value === null) return 1
  let tokens = 0
  for (const [key, child] of Object.entries(value)) {
    tokens += estimateTokens(child) + (Array.isArray(value) ? 0 : Math.ceil(key.length / 3))
  }
  return tokens
}
