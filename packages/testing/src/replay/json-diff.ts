/** One difference of two JSON values. */
export interface JsonDifference {
  /** The keys that lead to it. */
  readonly path: readonly string[]
  readonly words: string
}

/** The options of a comparison. */
export interface DiffOptions {
  /** Tells which values without members are equal. Default: the same value. */
  readonly is?: (was: unknown, is: unknown) => boolean
  /** Tells which paths are left out. Default: none. */
  readonly isIgnored?: (path: readonly string[]) => boolean
  /** The most differences that are returned. Default 5. */
  readonly most?: number
}

/** Returns the differences of two JSON values in words. */
export function diffJson(was: unknown, is: unknown, options: DiffOptions = {}): JsonDifference[] {
  const { is: isSame = Object.is, isIgnored, most = 5 } = options
  const found: JsonDifference[] = []
  const visit = (a: unknown, b: unknown, path: readonly string[]): void => {
    if (found.length >= most || isSame(a, b) || isIgnored?.(path)) return
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

export function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}

type Branch = Readonly<Record<string, unknown>>

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null
