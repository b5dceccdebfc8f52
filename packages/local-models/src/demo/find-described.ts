import { idsOf } from './collect-things.ts'
import type { Thing } from './collect-things.ts'
import { findDates, formatDate } from './find-dates.ts'
import { toNumber } from './find-numbers.ts'
import { otherWordsFor } from './match-choice.ts'
import { findPart, isFiltered } from './partial-lists.ts'
import { plainName } from './plain-name.ts'
import type { Reading } from './reading.ts'
import { stem, stemsOf } from './tokenise.ts'
import { isSameNoun, loadedWords, stopWords } from './vocabulary.ts'
import type { World } from './world.ts'

/** The things that an id slot refers to. */
export interface FoundThings {
  ids: readonly (string | number)[]
  /** The things that fit the words, if there are several and the user has to choose. */
  among?: readonly Thing[]
}

const everything = /^(all|every|each|everything|everyone|everybody)$/

/**
 * Finds things by a description: "the milk task", "Ada's order", "all done tasks". Takes only the
 * words that are true of what was found. A half of a name thus stays behind, and stops the call.
 */
export function findDescribed(
  reading: Reading,
  nouns: readonly string[],
  candidates: readonly Thing[],
  world: World,
  tail: number,
): FoundThings | undefined {
  const asked = new Map<string, number[]>()
  const isOwn = (at: number) => at > 0 && at < tail && reading.isFree(at)
  for (const [at, word] of reading.words.entries()) {
    if (!isOwn(at) || (stopWords.has(word.lower) && !word.quoted)) continue
    if (loadedWords.has(word.lower) || toNumber(word.lower) !== undefined) continue
    for (const key of word.quoted ? stemsOf(word.text) : [word.stem]) {
      if (!nouns.includes(key)) asked.set(key, [...(asked.get(key) ?? []), at])
    }
  }
  for (const date of findDates(reading, world.now)) {
    if (!isOwn(date.from) || date.hasTime) continue
    const span = Array.from({ length: date.to - date.from }, (_, index) => date.from + index)
    for (const [key, places] of asked) if (places.some((at) => span.includes(at))) asked.delete(key)
    asked.set(formatDate(date, 'date'), span)
  }
  const every = reading.words.findIndex(
    ({ lower }, at) =>
      isOwn(at) && (everything.test(lower) || (lower === 'both' && candidates.length === 2)),
  )
  const known = candidates.map((thing) => {
    const words = wordsOfThing(thing)
    const titled = stemsOf(plainName(thing))
    // In "move every high card to review", the review is where to, and not which.
    const isTrue = (key: string) =>
      words.has(key) &&
      (titled.includes(key) || (asked.get(key) ?? []).some((at) => reading.cueBefore(at) !== 'to'))
    return { thing, words, hits: [...asked.keys()].filter(isTrue).length }
  })
  const best = Math.max(0, ...known.map(({ hits }) => hits))
  if (best === 0 && every < 0) return undefined
  const fitting = known.filter(({ hits }) => hits === best)
  const things = preferTitles(fitting, [...asked.keys()], every >= 0).map(({ thing }) => thing)
  // "All" of a list of which only a part is here would be another "all" than the user means.
  if (every >= 0 && (findPart(world, things) ?? isFiltered(world, things, [...asked.keys()])))
    return undefined
  // "Everything" names no kind, so a page with one list has more to lose than its things.
  if (every >= 0 && best === 0 && reading.lower(every) === 'everything') return undefined
  if (every >= 0 && meansOthers(reading, every, nouns, candidates)) return undefined
  if (every >= 0) reading.take(every, every + 1)
  const fields = new Set(things.flatMap(({ record }) => Object.keys(record).flatMap(stemsOf)))
  for (const [key, places] of asked) {
    const isTrue = fitting.every(({ words }) => words.has(key))
    for (const at of places) if (isTrue || fields.has(key)) reading.takeWithCue(at, at + 1, nouns)
  }
  return things.length === 1 || every >= 0 ? { ids: idsOf(things) } : { ids: [], among: things }
}

/**
 * Whether "all" stands before the name of another kind: "all loans" are fewer than all books,
 * though `renew_loan` takes a book.
 */
function meansOthers(
  reading: Reading,
  every: number,
  nouns: readonly string[],
  candidates: readonly Thing[],
): boolean {
  const kind = reading.words.find(({ lower }, at) => at > every && !stopWords.has(lower))
  if (!kind || kind.quoted || !nouns.includes(kind.stem)) return false
  return candidates.every(({ noun }) => nouns.includes(noun) && !isSameNoun(noun, kind.stem))
}

/** Keeps the things whose titles have the words, where others have them in a field only. */
function preferTitles<T extends { thing: Thing }>(
  fitting: readonly T[],
  asked: readonly string[],
  isEvery: boolean,
): readonly T[] {
  if (isEvery) return fitting
  const titled = fitting.filter(({ thing }) =>
    stemsOf(thing.title ?? '').some((key) => asked.includes(key)),
  )
  return titled.length > 0 ? titled : fitting
}

/** Returns the words that are true of a thing, as stems, and its dates as `YYYY-MM-DD`. */
function wordsOfThing(thing: Thing): Set<string> {
  const words = new Set(stemsOf(thing.title ?? ''))
  for (const key of fieldStems(thing)) {
    // A number in a date is rarely the number in the sentence, as in "refund 20 euros".
    if (toNumber(key) === undefined) words.add(key)
  }
  for (const value of Object.values(thing.record)) {
    const date = typeof value === 'string' ? /^\d{4}-\d\d-\d\d/.exec(value)?.[0] : undefined
    if (date !== undefined) words.add(date)
    if (typeof value === 'string') for (const word of otherWordsFor(stem(value))) words.add(word)
  }
  return words
}

/** Returns the words in a thing's short texts, and the names of its fields that are true. */
export function fieldStems(thing: Thing): string[] {
  return Object.entries(thing.record).flatMap(([key, value]) => {
    if (value === true) return stemsOf(key)
    return typeof value === 'string' && value.length <= 60 ? stemsOf(value) : []
  })
}
