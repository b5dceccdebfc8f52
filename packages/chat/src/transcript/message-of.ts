const MOST_CHARS = 1000

/**
 * Returns the message of an error, at most 1,000 characters of it; undefined if there is none.
 * Never throws, whatever the error is.
 */
export function messageOf(error: unknown): string | undefined {
  try {
    const isObject = typeof error === 'object' && error !== null
    const message: unknown = isObject ? Reflect.get(error, 'message') : error
    const text = typeof message === 'string' ? message.trim() : ''
    if (text === '') return undefined
    return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text
  } catch {
    return undefined
  }
}
