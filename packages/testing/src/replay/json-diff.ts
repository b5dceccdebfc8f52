/** One difference of two JSON values. */
export interface JsonDifference {
  /** The keys that lead to it. */
  readonly path: readonly string[]
  readonly words: string
}

/** Returns the differences of two JSON values in words, at most `most`. */
export function diffJson(was: unknown, is: unknown, most = 5): JsonDifference[] {
  const found: JsonDifference[] = []
  const visit = (a: unknown, b: unknown, path: readonly string[]): void => {
    if (found.length >= most || Object.is(a, b) || isSameKind(a, b)) return
    if (isBranch(a) && isBranch(b) && Array.isArray(a) === Array.isArray(b)) {
      const keys = new Set([...Object.keys(a), ...Object.keys(b)])
      for (const key of keys) visit(a[key], b[key], [...path, key])
    } else found.push({ path, words: wordsOf(a, b) })
  }
  visit(was, is, [])
  return found
}

const wordsOf = (a: unknown, b: unknown): string =>
  b === undefined
    ? `was ${short(a)}, is missing`
    : a === undefined
      ? `is new: ${short(b)}`
      : `was ${short(a)}, is ${short(b)}`

/** Returns a value as short JSON. */
export function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

type Branch = Readonly<Record<string, unknown>>

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null

/** Tells if two texts are equal but for their ids and times, which differ in each run. */
const isSameKind = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' && withoutIds(a) === withoutIds(b)

const withoutIds = (text: string): string =>
  text
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, 'id')
    .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]{0,15}(?:Z|[+-]\d\d:?\d\d)?/g, 'time')
