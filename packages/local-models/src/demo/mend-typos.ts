import type { Clause } from './clause.ts'
import { toNumber } from './dates.ts'
import type { ToolCard } from './tool.ts'
import { isVerb, loadedWords, stem, stopWords, verbs, wordsOf, type Word } from './words.ts'
import type { World } from './world.ts'

const small = new Map([
  ['teh', 'the'],
  ['hte', 'the'],
  ['adn', 'and'],
  ['nad', 'and'],
  ['taht', 'that'],
  ['fo', 'of'],
])

/**
 * Mends words that are one letter away from a word of the tools: "ordres", "custmers". Leaves known
 * words, quotations, names, numbers and ids as they are, and what the user wrote for a text.
 * Returns undefined if nothing was mended.
 */
export function mendTypos(
  clause: Clause,
  tools: readonly ToolCard[],
  world: World,
): Clause | undefined {
  const targets = new Set(verbs)
  const known = new Set<string>()
  for (const { words, description, slots } of tools) {
    for (const word of words) targets.add(word)
    for (const word of wordsOf(description.slice(0, 1000))) known.add(word)
    for (const { path, choices } of slots) {
      for (const word of [...path, ...choices.slice(0, 50).map(String)].flatMap(wordsOf))
        targets.add(word)
    }
  }
  for (const { noun } of world.things.slice(0, 1000)) if (noun) targets.add(noun)
  const titles = new Set(
    world.things
      .slice(0, 1000)
      .flatMap(({ title, record }) => [
        ...wordsOf(title ?? ''),
        ...Object.values(record).flatMap((value) =>
          typeof value === 'string' && value.length < 60 ? wordsOf(value) : [],
        ),
      ]),
  )
  const stems = new Set([...targets].map(stem))
  const isKnown = (word: string) =>
    known.has(word) ||
    titles.has(word) ||
    targets.has(word) ||
    stopWords.has(word) ||
    loadedWords.has(word) ||
    toNumber(word) !== undefined ||
    isVerb(stem(word)) ||
    stems.has(stem(word))
  let isMended = false
  const words = clause.words.map((word, at): Word => {
    const better = word.quoted || at > 200 ? undefined : mend(word, targets, isKnown)
    if (better === undefined) return word
    isMended = true
    return { ...word, lower: better, stem: stem(better) }
  })
  return isMended ? { ...clause, words } : undefined
}

function mend(
  { text, lower }: Word,
  targets: ReadonlySet<string>,
  isKnown: (word: string) => boolean,
): string | undefined {
  const short = small.get(lower)
  if (short !== undefined) return short
  if (lower.length < 4 || lower.length > 20 || !/^\p{Ll}+$/u.test(text) || isKnown(lower))
    return undefined
  const near = [...targets].filter((target) => target.length >= 4 && isOneAway(lower, target))
  // Two letters that swapped are the likeliest error.
  const swapped = near.filter((target) => lettersOf(target) === lettersOf(lower))
  const likely = swapped.length > 0 ? swapped : near
  return new Set(likely.map(stem)).size === 1 ? likely[0] : undefined
}

/** Whether two words differ by one letter too many, too few or wrong, or by two that swapped. */
function isOneAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const [a, b] = [one.slice(at), other.slice(at)]
  if (a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1)) return true
  return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
}

const lettersOf = (word: string): string => word.split('').toSorted().join('')
