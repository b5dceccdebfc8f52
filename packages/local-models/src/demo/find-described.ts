import { idsOf } from './collect-things.ts'
import type { Thing } from './collect-things.ts'
import { toNumber } from './find-numbers.ts'
import type { Reading } from './reading.ts'
import { stemsOf } from './tokenise.ts'
import { articles, pronouns, stopWords } from './vocabulary.ts'
import type { World } from './world.ts'

/** The things that an id slot refers to. */
export interface FoundThings {
  ids: readonly (string | number)[]
  /** The things that fit the words, if there are several and the person has to choose. */
  among?: readonly Thing[]
}

const everything = /^(all|every|each|both|everything)$/

/** Finds things by a description: "the milk task", "Ada's order", "all done tasks". */
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
    // A number in a date is rarely the number in the sentence, as in "refund 20 euros".
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

/** Returns the words in a thing's short texts, and the names of its fields that are true. */
export function fieldStems(thing: Thing): string[] {
  return Object.entries(thing.record).flatMap(([key, value]) => {
    if (value === true) return stemsOf(key)
    return typeof value === 'string' && value.length <= 60 ? stemsOf(value) : []
  })
}

/**
 * Finds things by a pronoun: "it", "them", "the selected one". Without any word, takes the
 * selection or the only thing there is.
 */
export function findByPronoun(
  reading: Reading,
  nouns: readonly string[],
  candidates: readonly Thing[],
  world: World,
): FoundThings {
  const of = (things: readonly Thing[]) => {
    const same = things.filter((thing) => candidates.includes(thing) || nouns.includes(thing.noun))
    return same.length > 0 ? same : things
  }
  const selected = of(world.selected)
  for (const at of reading.words.keys()) {
    const word = reading.isFree(at) ? reading.lower(at) : ''
    const toSelection = /^(selected|current|highlighted)$/.test(word)
    const next = reading.words[at + 1]
    const points =
      pronouns.has(word) &&
      (!articles.has(word) || !next || stopWords.has(next.lower) || nouns.includes(next.stem))
    if (!points && !toSelection) continue
    const pool =
      toSelection || /^th(is|ese)$/.test(word)
        ? [...selected, ...of(world.recent)]
        : [...of(world.recent), ...selected]
    const plural = /^(them|these|those|both|ones)$/.test(word)
    const things = plural && !toSelection ? pool : pool.slice(0, 1)
    if (things.length === 0) continue
    reading.takeWithCue(at, at + 1, [...nouns, 'on', 'one'])
    return { ids: idsOf(plural ? lastBatch(things, world) : things) }
  }
  // The words name nothing, so only a thing of the right kind counts.
  const isMeant = ({ noun }: Thing) => noun === '' || nouns.length === 0 || nouns.includes(noun)
  const only = candidates.length === 1 ? candidates : []
  return { ids: idsOf((selected.length > 0 ? selected : only).filter(isMeant).slice(0, 1)) }
}

/**
 * Keeps the things of the last turn that had calls: "them" does not mean all things of the
 * conversation.
 */
function lastBatch(things: readonly Thing[], world: World): readonly Thing[] {
  const calls = world.conversation.turns.findLast((turn) => turn.calls.length > 0)?.calls ?? []
  const text = JSON.stringify(calls.map(({ input, value }) => [input, value]))
  const batch = things.filter(({ id, title }) => {
    return (
      text.includes(JSON.stringify(id)) ||
      (title !== undefined && text.includes(JSON.stringify(title)))
    )
  })
  return batch.length > 0 ? batch : things
}
