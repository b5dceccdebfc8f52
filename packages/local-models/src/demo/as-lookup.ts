import { isSpan } from './match-choice.ts'
import type { Clause } from './split-clauses.ts'
import { loadedWords, stopWords } from './vocabulary.ts'

/** Whether a word of a question says nothing of what is looked up. */
const isAside = (word: string) =>
  (stopWords.has(word) && !loadedWords.has(word)) ||
  /^(drop|dropped|fall|fell|fallen|rise|rose|grow|grew|happen|happened|change|changed)$/.test(word)

/** Returns a question without its question words. The rest has to fit the tool by itself. */
export function asLookup(clause: Clause): Clause {
  const [first] = clause.words
  if (!first) return clause
  const kept = [...clause.words.keys()].filter(
    (at) =>
      clause.mentions.some(({ from, to }) => at >= from && at < to) ||
      (at > 0 && (!isAside(clause.words[at]?.lower ?? '') || isSpan(clause.words, at + 1))),
  )
  const words = kept.flatMap((at) => clause.words[at] ?? [])
  const mentions = clause.mentions.map((mention) => {
    const from = kept.indexOf(mention.from) + 1
    return { ...mention, from, to: from + mention.to - mention.from }
  })
  return { ...clause, words: [{ ...first, text: '', lower: '', stem: '' }, ...words], mentions }
}
