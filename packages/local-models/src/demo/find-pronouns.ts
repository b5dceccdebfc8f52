import { idsOf, visit } from './collect-things.ts'
import type { Thing } from './collect-things.ts'
import type { FoundThings } from './find-described.ts'
import { findPart } from './partial-lists.ts'
import type { Reading } from './reading.ts'
import { articles, pronouns, stopWords } from './vocabulary.ts'
import type { World } from './world.ts'

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
  for (const at of reading.words.keys()) {
    const word = reading.isFree(at) ? reading.lower(at) : ''
    const toSelection = /^(selected|current|highlighted)$/.test(word)
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
    const pool =
      toSelection || /^th(is|ese)$/.test(word)
        ? [...selected, ...of(world.recent)]
        : [...of(world.recent), ...selected]
    const plural = /^(them|these|those|both|ones)$/.test(word)
    // What the last calls should have made is not there, and an older thing is not meant.
    if (world.missed && !toSelection && candidates.length > 0) {
      reading.takeWithCue(at, at + 1, [...nouns, 'on', 'one'])
      return { ids: [], among: candidates }
    }
    const things = plural && !toSelection ? pool : pool.slice(0, 1)
    const ids = idsOf(plural ? lastBatch(things, world) : things)
    if (ids.length === 0 || (word === 'both' && ids.length !== 2)) continue
    reading.takeWithCue(at, at + 1, [...nouns, 'on', 'one'])
    return { ids }
  }
  return undefined
}

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
  const pool = selected.length > 0 ? selected : only
  return { ids: idsOf(pool.filter((thing) => isOfAnyKind(thing, nouns)).slice(0, 1)) }
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
