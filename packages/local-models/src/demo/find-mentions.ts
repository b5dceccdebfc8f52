import type { Thing } from './collect-things.ts'
import type { Word } from './tokenise.ts'
import { wordsOf } from './tokenise.ts'
import { stopWords } from './vocabulary.ts'

/** A place where a sentence has the full title or the id of a thing. `to` is exclusive. */
export interface Mention {
  from: number
  to: number
  things: readonly Thing[]
}

/**
 * Finds full titles and ids, quoted or not, longest first, without overlaps. Takes one pass over
 * the sentence.
 */
export function findMentions(words: readonly Word[], things: readonly Thing[]): Mention[] {
  const names = new Map<string, Thing[]>()
  let longest = 1
  for (const thing of things) {
    for (const name of new Set([thing.title, thing.id])) {
      if (name === undefined) continue
      const parts = wordsOf(String(name))
      if (parts.length === 0 || parts.length > 20) continue
      longest = Math.max(longest, parts.length)
      const key = parts.join(' ')
      const same = names.get(key)
      if (!same) names.set(key, [thing])
      else if (!same.includes(thing)) same.push(thing)
    }
  }
  if (names.size === 0) return []

  const mentions: Mention[] = []
  const parts = words.map((word) => wordsOf(word.text))
  for (let from = 0; from < words.length; from += 1) {
    const found = longestFrom(words, parts, from, longest, names)
    if (!found) continue
    mentions.push(found)
    from = found.to - 1
  }
  return mentions
}

function longestFrom(
  words: readonly Word[],
  parts: readonly (readonly string[])[],
  from: number,
  longest: number,
  names: ReadonlyMap<string, readonly Thing[]>,
): Mention | undefined {
  let found: Mention | undefined
  let key = ''
  for (let to = from; to < words.length && to - from < longest; to += 1) {
    if (to > from && (words[to]?.quoted || words[to - 1]?.quoted)) break
    key += `${key ? ' ' : ''}${parts[to]?.join(' ') ?? ''}`
    const things = names.get(key)
    // One common word is not a name: a task called "Now" has to be quoted.
    if (!things || (to === from && !words[to]?.quoted && stopWords.has(key))) continue
    found = { from, to: to + 1, things }
  }
  return found
}
