import { idsOf } from './collect-things.ts'
import type { Thing } from './collect-things.ts'
import type { FoundThings } from './found-things.ts'
import type { Reading } from './reading.ts'
import { articles, pronouns, stopWords } from './vocabulary.ts'
import type { World } from './world.ts'

/** "it", "them", "the selected one"; without any word, the selection or the only thing there is. */
export function findPointed(
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
  // Not said at all: then only what is surely of the kind.
  const isMeant = ({ noun }: Thing) => noun === '' || nouns.length === 0 || nouns.includes(noun)
  const only = candidates.length === 1 ? candidates : []
  return { ids: idsOf((selected.length > 0 ? selected : only).filter(isMeant).slice(0, 1)) }
}

/** "them" are the things of this conversation's last turn, not all it ever touched. */
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
