import { toNumber } from './find-numbers.ts'
import { isSpan } from './match-choice.ts'
import { wantsTitle } from './rank-tools.ts'
import type { Reading } from './reading.ts'
import { stem, stemsOf } from './tokenise.ts'
import type { Word } from './tokenise.ts'
import type { ToolCard } from './tool-card.ts'
import {
  articles,
  isSameNoun,
  isVerb,
  loadedWords,
  prepositions,
  stopWords,
  verbLikeness,
} from './vocabulary.ts'

/**
 * Returns the parts of a step that a filled tool made no use of, as they were written. A word is
 * used if a slot took it, or if it speaks of the tool itself. Words that say how many or which are
 * used only by a slot, so that no call does more than was asked.
 */
export function leftoverOf(reading: Reading, tool: ToolCard): string[] {
  const left = [...reading.words.keys()].filter((at) => !isUsed(at, reading, tool))
  const parts: string[] = []
  for (let index = 0; index < left.length; index += 1) {
    let from = left[index] ?? 0
    let to = from + 1
    // The small words between two parts belong to them.
    for (;;) {
      const next = left[index + 1] ?? Infinity
      const isNear = next === to || (next === to + 1 && reading.isFree(to))
      if (!isNear) break
      to = next + 1
      index += 1
    }
    while (from > 1 && introduces(reading.lower(from - 1)) && reading.isFree(from - 1)) from -= 1
    parts.push(reading.source(from, to))
  }
  return parts
}

const introduces = (word: string) => prepositions.has(word) || articles.has(word)

const fillers =
  /^(page|screen|section|tab|view|list|item|thing|stuff|entry|one|ones|please|thank|too|again|new|there|back|currently|really|something|simply|maybe|kind|hey|ok|s)$/

function isUsed(at: number, reading: Reading, tool: ToolCard): boolean {
  const word = reading.words[at]
  if (!word || word.text === '') return true
  if (at === 0 && !word.quoted && isVerb(word.stem)) return isMeant(word.stem, reading, tool)
  if (!reading.isFree(at)) return true
  if (word.quoted) return word.text.trim() === ''
  if (isSpan(reading.words, at)) return false
  if (loadedWords.has(word.lower)) return isImplied(word.lower, tool)
  if (stopWords.has(word.lower) || fillers.test(word.lower)) return true
  if (toNumber(word.lower) !== undefined) return false
  return tool.vocabulary.has(word.stem) || tool.nouns.some((noun) => isSameNoun(noun, word.stem))
}

/** Whether the verb of a step can mean what the tool does. */
function isMeant(verb: string, reading: Reading, tool: ToolCard): boolean {
  // "Clear the filter" is a filter without values.
  const isReset = verbLikeness(verb, 'reset') >= 0.5
  const isOwn = ({ stem: key }: Word) => tool.verbs.includes(key)
  const isAlone = reading.words.every(
    (word, at) => at === 0 || reading.isFree(at) || isOwn(word) || stopWords.has(word.lower),
  )
  if (isReset && isAlone && reading.words.some(isOwn)) return true
  if (tool.vocabulary.has(verb) || tool.nouns.some((noun) => isSameNoun(noun, verb))) return true
  // What only looks at things can show the cancelled ones, but cannot cancel one.
  if (!tool.reads && [...tool.states].some((state) => verbLikeness(state, verb) >= 0.5)) return true
  if (tool.slots.some(wantsTitle) && verbLikeness(stem('add'), verb) > 0) return true
  const isNamed = tool.slots.some(
    ({ kind, required, words }) =>
      kind === 'text' && required && reading.words.some(({ stem: key }) => words.includes(key)),
  )
  // "Change the title of it" is a rename.
  if (isNamed && verbLikeness(verb, stem('change')) >= 0.5) return true
  const [does = ''] = stemsOf(tool.description)
  return [...tool.verbs, does].some((own) => verbLikeness(own, verb) > 0)
}

/** Whether a tool says by itself how many it means: "all" for a tool that shows all again. */
function isImplied(word: string, tool: ToolCard): boolean {
  if (!/^(all|everything|every|only|any)$/.test(word)) return false
  if (tool.reads) return true
  const takesIds = tool.slots.some(({ kind }) => kind === 'id')
  return (
    !takesIds &&
    word !== 'only' &&
    tool.words.some((own) => /^(all|every|everything)$|s$/i.test(own))
  )
}
