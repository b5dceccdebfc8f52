import { type ListedTool, isHidden } from './tool-list.ts'

/** The words, the name or the scope that a search is for. */
export interface Wanted {
  readonly query?: string | undefined
  readonly name?: string | undefined
  readonly scope?: string | undefined
}

/**
 * Returns the tools that a search finds, the best first. Tools that nobody may know of now are not
 * found. A word in the name of a tool counts more than one in its title, its scope or its
 * description.
 */
export function searchTools(tools: readonly ListedTool[], wanted: Wanted): ListedTool[] {
  const { query = '', name, scope } = wanted
  const visible = tools.filter((entry) => !isHidden(entry) && isIn(entry, scope))
  const exact = name || query.trim()
  const called = visible.filter((entry) => entry.tool.name === exact)
  if (called.length > 0) return called
  const words = [...new Set(toWords(`${query} ${name ?? ''}`))]
  if (words.length === 0) return scope === undefined ? [] : visible
  return visible
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
}

function isIn({ scope }: ListedTool, wanted: string | undefined): boolean {
  if (wanted === undefined) return true
  const part = wanted.toLowerCase()
  return scope.name.toLowerCase().includes(part) || scope.label.toLowerCase().includes(part)
}

function scoreOf({ tool, scope }: ListedTool, words: readonly string[]): number {
  const fields: readonly (readonly [text: string, weight: number])[] = [
    [tool.name, 10],
    [tool.title, 4],
    [`${scope.name} ${scope.label}`, 3],
    [tool.description, 1],
  ]
  let score = 0
  for (const [text, weight] of fields) {
    const own = toWords(text)
    for (const word of words) score += weight * likenessOf(word, own)
  }
  return score
}

/** Returns 1 for a word that is among others, less for one that only begins like one of them. */
function likenessOf(word: string, others: readonly string[]): number {
  if (others.includes(word)) return 1
  const isLike = (other: string): boolean =>
    (word.length > 2 && other.startsWith(word)) || (other.length > 2 && word.startsWith(other))
  return others.some(isLike) ? 0.5 : 0
}

/** Returns the words of a text in lower case: of `createNote` and `create_note`, two. */
const toWords = (text: string): string[] =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []
