/** The most characters of one text, and of all, that are read for what is shown. */
const [mostOfText, mostOfAll] = [100_000, 400_000]

/** The most objects inside each other that are shortened. */
const mostDeep = 50

/**
 * Copies plain data without the ends of long texts and lists, each marked with `…`. So a large
 * value need not be searched for secrets as a whole. Values of classes stay as they are.
 */
export function shorten(value: unknown): unknown {
  let left = mostOfAll
  const copy = (inner: unknown, depth: number): unknown => {
    if (typeof inner === 'string') {
      const most = Math.max(0, Math.min(mostOfText, left))
      left -= Math.min(inner.length, most)
      return inner.length > most ? cutText(inner, most) : inner
    }
    if (depth > mostDeep || !isPlain(inner)) return inner
    const made: [name: string, value: unknown][] = []
    for (const name of Object.keys(inner)) {
      if (left <= 0) {
        made.push(['…', '…'])
        break
      }
      left -= 8
      made.push([name, copy((inner as Record<string, unknown>)[name], depth + 1)])
    }
    return Array.isArray(inner) ? made.map(([, item]) => item) : Object.fromEntries(made)
  }
  return copy(value, 0)
}

/** Cuts a text before a word, so that no part of a secret stays that is not known as one. */
function cutText(text: string, most: number): string {
  const space = text.lastIndexOf(' ', most)
  return `${text.slice(0, space > most - 8_192 ? space : Math.max(0, most - 8_192))}…`
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === 'function') return false
  const form: unknown = Object.getPrototypeOf(value)
  return form === null || form === Object.prototype || form === Array.prototype
}
