import { idsOf } from './collect-things.ts'
import type { Thing } from './collect-things.ts'
import { toNumber } from './find-numbers.ts'
import type { FoundThings } from './found-things.ts'
import type { Reading } from './reading.ts'
import { stemsOf } from './tokenise.ts'
import { stopWords } from './vocabulary.ts'

const everything = /^(all|every|each|both|everything)$/

/** "the milk task", "Ada's order", "all done tasks". */
export function findDescribed(
  reading: Reading,
  nouns: readonly string[],
  candidates: readonly Thing[],
  tail: number,
): FoundThings | undefined {
  const asked = new Map<string, number[]>()
  for (const [at, word] of reading.words.entries()) {
    if (at === 0 || at >= tail || !reading.isFree(at)) continue
    for (const key of word.quoted ? stemsOf(word.text) : [word.stem]) {
      if (stopWords.has(word.lower) || nouns.includes(key)) continue
      asked.set(key, [...(asked.get(key) ?? []), at])
    }
  }
  const known = candidates.map((thing) => ({
    thing,
    title: new Set(stemsOf(thing.title ?? '')),
    // A number is rarely the one in a date: "refund 20 euros".
    fields: new Set(fieldStems(thing).filter((key) => toNumber(key) === undefined)),
  }))
  const every = reading.words.findIndex(
    (word, at) => reading.isFree(at) && everything.test(word.lower),
  )
  const frequency = new Map<string, number>()
  for (const { title, fields } of known) {
    for (const key of asked.keys()) {
      if (title.has(key) || fields.has(key)) frequency.set(key, (frequency.get(key) ?? 0) + 1)
    }
  }
  const scored = known.map(({ thing, title, fields }) => {
    let score = 0
    for (const key of asked.keys()) {
      const weight = title.has(key) ? 1 : fields.has(key) ? 0.6 : 0
      score += weight / (frequency.get(key) ?? 1)
    }
    return { thing, score }
  })
  const best = Math.max(0, ...scored.map(({ score }) => score))
  if (best === 0 && every < 0) return undefined
  const things = scored.filter(({ score }) => score > best - 1e-9).map(({ thing }) => thing)
  if (every >= 0) reading.take(every, every + 1)
  for (const key of frequency.keys()) {
    for (const at of asked.get(key) ?? []) reading.takeWithCue(at, at + 1, nouns)
  }
  return things.length === 1 || every >= 0 ? { ids: idsOf(things) } : { ids: [], among: things }
}

/** The words in a thing's short texts, and the names of what is true of it. */
export function fieldStems(thing: Thing): string[] {
  return Object.entries(thing.record).flatMap(([key, value]) => {
    if (value === true) return stemsOf(key)
    return typeof value === 'string' && value.length <= 60 ? stemsOf(value) : []
  })
}
