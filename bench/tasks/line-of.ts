/** Returns the 1-based line of a value in a text of JSON, or of the last part that is there. */
export function lineOf(text: string, path: readonly (string | number)[]): number {
  let found = 0
  let depth = 0
  /** The key or the index at each level that is open. */
  const keys: (string | number)[] = []
  let isKey = false
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === ',') {
      const last = keys[depth - 1]
      if (typeof last === 'number') keys[depth - 1] = last + 1
      else isKey = true
      continue
    }
    if (token === ':') continue
    if (token === '}' || token === ']') {
      keys.length = --depth
      isKey = false
      continue
    }
    if (isKey) {
      keys[depth - 1] = JSON.parse(token) as string
      isKey = false
    }
    if (depth <= path.length && keys.every((key, level) => key === path[level])) found = index
    if (token === '{' || token === '[') {
      keys[depth++] = token === '[' ? 0 : ''
      isKey = token === '{'
    }
  }
  return text.slice(0, found).split('\n').length
}
