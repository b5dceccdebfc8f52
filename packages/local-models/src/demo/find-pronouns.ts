import { idsOf, visit } from './collect-things.ts'
import type { Thing } from './collect-things.ts'
import type { FoundThings } from './find-described.ts'
import { findPart } from './partial-lists.ts'
import type { Reading } from './reading.ts'
import { looksUp } from './tool-card.ts'
import { articles, pronouns, stopWords } from './vocabulary.ts'
import type { World } from './world.ts'

/** The words that say that the selected things are meant. */
export const isSelecting: RegExp = /^(selected|selection|highlighted)$/

const everything = /^(all|every|each)$/

/** Finds things by a pronoun that stands in the step: "it", "them", "the selected one". */
export function findByPronoun(
  reading: Reading,
  nouns: readonly string[],
  candidates: readonly Thing[],
  world: World,
): FoundThings | undefined {
  // A thing of another kind cannot be meant, even if it is all that was mentioned.
  const of = (things: readonly Thing[]) => {
    const same = things.filter((thing) => candidates.includes(thing) || nouns.includes(thing.noun))
    return same.length > 0 ? same : things.filter((thing) => isOfAnyKind(thing, nouns))
  }
  const selected = of(world.selected)
  const isAsked = reading.words.some(({ lower }) => isSelecting.test(lower))
  for (const at of reading.words.keys()) {
    const word = reading.isFree(at) ? reading.lower(at) : ''
    const toSelection = /^(selected|selection|current|highlighted)$/.test(word)
    const next = reading.words[at + 1]
    const points =
      pronouns.has(word) &&
      (!articles.has(word) || !next || stopWords.has(next.lower) || nouns.includes(next.stem))
    // In "the second one", the number points, and in "the other one" nothing is known yet.
    if (
      /^ones?$/.test(word) &&
      !/^(the|that|this|those|these|selected)$/.test(reading.lower(at - 1))
    )
      continue
    if (!points && !toSelection) continue
    const plural =
      /^(them|these|those|both|ones|selection)$/.test(word) ||
      (toSelection && (isMany(reading, at + 1, nouns) || everything.test(reading.lower(at - 1))))
    const recent = plural ? lastBatch(of(world.recent), world) : of(world.recent).slice(0, 1)
    // What the last calls should have made is not there, and an older thing is not meant.
    const isMissed = world.missed && !toSelection && candidates.length > 0
    const isHere = toSelection || isAsked || (/^th(is|ese)$/.test(word) && selected.length > 0)
    const things = isHere || recent.length === 0 ? selected : recent
    const ids = idsOf(things)
    // Neither a part of what is meant, nor more of it than the page shows.
    const isPart = plural && things === recent && listedLast(world) && findPart(world, things)
    const isUnsure = isMissed || (!plural && ids.length > 1) || isPart
    if (!isUnsure && ids.length === 0 && !isAsked) continue
    if (word === 'both' && ids.length !== 2) continue
    reading.takeWithCue(at, at + 1, [...nouns, 'on', 'one', 'selected'])
    if (toSelection && everything.test(reading.lower(at - 1))) reading.take(at - 1, at)
    if (!isUnsure && ids.length > 0) return { ids }
    return { ids: [], among: isMissed || ids.length === 0 ? candidates : things }
  }
  return undefined
}

/** Whether "selected" stands before several: "the selected orders", "the selected ones". */
const isMany = ({ words }: Reading, at: number, nouns: readonly string[]): boolean =>
  words[at] !== undefined &&
  (words[at].lower === 'ones' || (words[at].lower.endsWith('s') && nouns.includes(words[at].stem)))

/**
 * Returns the things of a step whose words name none: the selected one, or the only one there is.
 * For a list, these are the things that the same request has just found.
 */
export function findImplied(
  isList: boolean,
  nouns: readonly string[],
  candidates: readonly Thing[],
  world: World,
): FoundThings {
  const selected = world.selected.filter(
    (thing) => candidates.includes(thing) || nouns.includes(thing.noun),
  )
  const only = candidates.length === 1 ? candidates : []
  const found = isList && selected.length === 0 ? foundNow(candidates, world) : []
  if (found.length > 0) return { ids: idsOf(found) }
  // The words name nothing, so only a thing of the right kind counts.
  const pool = (selected.length > 0 ? selected : only).filter((thing) => isOfAnyKind(thing, nouns))
  const ids = idsOf(pool)
  return ids.length > 1 && !isList ? { ids: [], among: pool } : { ids }
}

/** Whether a thing may be of one of these kinds: its own kind may be unknown. */
const isOfAnyKind = ({ noun }: Thing, nouns: readonly string[]): boolean =>
  noun === '' || nouns.length === 0 || nouns.includes(noun)

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

/** Whether the last call only listed things, so that there may be more than it shows. */
function listedLast({ conversation }: World): boolean {
  const last = conversation.turns.flatMap(({ calls }) => calls).at(-1)
  return last !== undefined && looksUp(last.tool)
}

/** Returns the things that the calls of the last message found, if they found all there are. */
function foundNow(candidates: readonly Thing[], world: World): readonly Thing[] {
  const last = world.conversation.turns.at(-1)?.calls.at(-1)
  if (!last || last.error !== undefined) return []
  const found: Thing[] = []
  visit(last.value, '', found)
  if (findPart(world, found)) return []
  const ids = idsOf(found)
  return candidates.filter(({ id }) => id !== undefined && ids.includes(id))
}
