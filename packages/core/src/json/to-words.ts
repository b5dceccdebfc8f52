/**
 * Returns a value as text for people: text as it is, a number or a boolean in words, an error by
 * its message. Returns undefined for any other value, which has no text. Never throws.
 */
export function toWords(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') {
    return String(value)
  }
  try {
    const { message } = Object(value) as { readonly message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}

/** Returns a name in words: `create_note` → `Create note`. */
export function inWords(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
