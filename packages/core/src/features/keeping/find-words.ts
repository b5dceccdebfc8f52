import { fold } from '@ambit/protocol'

/** A part of a text, by the offsets of its start and its end. */
export type TextRange = readonly [start: number, end: number]

/**
 * Finds the words of a query in a text, in order and without overlaps. Upper and lower case are the
 * same, and letters with and without accents. A word is also found inside another word, so texts
 * without spaces need no dictionary.
 */
export function findWords(text: string, query: string): readonly TextRange[] {
  const { folded, units } = foldInPlace(text)
  const found: TextRange[] = []
  for (const word of wordsOf(query)) {
    let at = folded.indexOf(word)
    for (; at >= 0; at = folded.indexOf(word, at + word.length)) {
      const start = units[at]?.[0] ?? 0
      found.push([start, units[at + word.length - 1]?.[1] ?? start])
    }
  }
  const joined: TextRange[] = []
  for (const [start, end] of found.sort(([a], [b]) => a - b)) {
    const before = joined.at(-1)
    if (before && start <= before[1])
      joined[joined.length - 1] = [before[0], Math.max(end, before[1])]
    else joined.push([start, end])
  }
  return joined
}

/** Returns the words of a query, folded, the longest first. Words are separated by white space. */
export const wordsOf = (query: string): string[] =>
  [...new Set(fold(query).split(/\s+/))].filter(Boolean).sort((a, b) => b.length - a.length)

/** Folds a text. `units` has the place in the text of each unit of the folded text. */
function foldInPlace(text: string): { folded: string; units: TextRange[] } {
  let folded = ''
  const units: TextRange[] = []
  for (const { 0: letter, index } of text.matchAll(/.[\u0300-\u036f]*/gsu)) {
    folded += fold(letter)
    while (units.length < folded.length) units.push([index, index + letter.length])
  }
  return { folded, units }
}
