import { idsOf, visit } from './collect-things.ts'
import type { Thing } from './collect-things.ts'
import { fieldStems, findDescribed, type FoundThings } from './find-described.ts'
import { findByPronoun, findImplied, isSelecting } from './find-pronouns.ts'
import type { Mention } from './find-mentions.ts'
import { toNumber } from './find-numbers.ts'
import type { Slot } from './read-slots.ts'
import type { Reading } from './reading.ts'
import { looksUp } from './tool-card.ts'
import type { ToolCard } from './tool-card.ts'
import { articles, stopWords } from './vocabulary.ts'
import type { World } from './world.ts'

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]

/**
 * Resolves a reference to ids. A reference is a full title or id, an ordinal, words of a title or
 * of another field, "all …", "it", or the selection. Takes the words that it understood from
 * `reading`. Only a full name fills an optional slot.
 */
export function findThings(
  reading: Reading,
  slot: Slot,
  tool: ToolCard,
  world: World,
  /** The place where free text begins, in which no reference is searched. */
  tail: number,
): FoundThings {
  const nouns = [slot.noun, ...tool.nouns].filter(Boolean)
  const candidates = candidatesFor(slot, tool, world)
  const named = findNamed(reading, slot, tool, nouns, candidates)
  if (named.ids.length > 0 || named.among) return named
  const isSelected = reading.words.some(({ lower, quoted }) => !quoted && isSelecting.test(lower))
  return (
    (isSelected ? findByPronoun(reading, nouns, candidates, world) : undefined) ??
    (slot.labels.size > 0 ? undefined : findLiteral(reading, slot, nouns)) ??
    findOrdinal(reading, nouns, listedLast(candidates, world)) ??
    findDescribed(
      reading,
      slot.required ? nouns : [...nouns, ...tool.vocabulary],
      candidates,
      world,
      tail,
    ) ??
    findByPronoun(reading, nouns, candidates, world) ??
    (slot.required ? findImplied(slot.list, nouns, candidates, world) : { ids: [] })
  )
}

/** Returns the things in the order of the list that was looked up last, if there is one. */
function listedLast(candidates: readonly Thing[], { conversation }: World): readonly Thing[] {
  const calls = conversation.turns.slice(-2).flatMap(({ calls }) => calls)
  for (const { tool, value, error } of calls.toReversed()) {
    // A change tells what it changed, which is not a list that the user looks at.
    if (error !== undefined || !looksUp(tool)) continue
    const found: Thing[] = []
    visit(value, '', found)
    const ids = found.map(({ id }) => id)
    const listed = candidates.filter(({ id }) => ids.includes(id))
    if (listed.length > 0 && found.length > 1) return listed
    if (listed.length > 0 && Object.values(Object(value) as object).some(Array.isArray))
      return listed
  }
  return candidates
}

/** The most things that a number counts. A larger number is a number of something else. */
const maxCounted = 50

/**
 * Returns the things of the kind that the slot asks for. If there are none, returns things of an
 * unknown kind, and all things if the slot names no kind.
 */
export function candidatesFor(slot: Slot, tool: ToolCard, { things }: World): Thing[] {
  if (slot.labels.size > 0) {
    const known = new Map(things.toReversed().map((thing) => [String(thing.id), thing]))
    return [...slot.labels.keys()].flatMap((id) => known.get(id) ?? [])
  }
  const known = things.filter(({ id }) => id !== undefined)
  for (const wanted of [slot.noun, ...tool.nouns].filter(Boolean)) {
    const same = known.filter(({ noun }) => noun === wanted)
    if (same.length > 0) return same
  }
  return slot.noun === '' ? known : known.filter(({ noun }) => noun === '')
}

function findNamed(
  reading: Reading,
  slot: Slot,
  tool: ToolCard,
  nouns: readonly string[],
  candidates: readonly Thing[],
): FoundThings {
  const found: Thing[] = []
  let end = -1
  for (const mention of reading.clause.mentions) {
    if (!reading.isFree(mention.from) || (mention.from === 0 && !reading.words[0]?.quoted)) continue
    const things = mention.things

      .filter((thing) => candidates.some(({ id }) => id === thing.id))
      .filter((thing, index, all) => all.findIndex(({ id }) => id === thing.id) === index)
    if (isAmount(reading, mention, slot, tool)) continue
    const [thing] = things
    // "from A to B" fills two slots; "A, B and C" fills one of them three times.
    if (!thing || (end >= 0 && !slot.list && !continues(reading, end, mention.from))) continue
    if (things.length > 1) {
      reading.takeWithCue(mention.from, mention.to, nouns)
      return { ids: [], among: things }
    }
    const near = [reading.words[mention.from - 1], reading.words[mention.to]]
    const beside = near.some((word) => word && slot.noun !== '' && word.stem === slot.noun)
    if (!slot.required && end < 0 && !beside && !reading.cueBefore(mention.from)) continue
    found.push(thing)
    end = mention.to
    reading.takeWithCue(mention.from, mention.to, nouns)
  }
  return { ids: idsOf(found) }
}

/**
 * Whether a number that is also an id is rather a value, as the 5 in "Set the views of row 12 to
 * 5".
 */
function isAmount(
  reading: Reading,
  { from, to }: Mention,
  { labels }: Slot,
  { vocabulary, slots }: ToolCard,
): boolean {
  const word = reading.words[from]
  if (to - from > 1 || !word || word.quoted || toNumber(word.lower) === undefined) return false
  const before = reading.words[from - 1]
  const isNamed = before !== undefined && (vocabulary.has(before.stem) || labels.size === 0)
  if (reading.lower(from - 1) === 'to') return slots.some(({ kind }) => kind === 'number')
  const rivals = reading.words.filter(({ lower }) => toNumber(lower) !== undefined).length
  return (
    rivals > 1 &&
    !isNamed &&
    !/^(of|number|no|id|row)$/.test(reading.cueBefore(from) || reading.lower(from - 1))
  )
}

function continues(reading: Reading, end: number, start: number): boolean {
  const between = reading.words.slice(end, start)
  const isListed = between.length > 0 || (reading.words[start]?.gap.includes(',') ?? false)
  return (
    isListed &&
    between.every(({ lower }) => lower === 'and' || lower === '&' || articles.has(lower))
  )
}

/** Finds an id that the page has not shown: "order 1042", "#7". */
function findLiteral(
  reading: Reading,
  slot: Slot,
  nouns: readonly string[],
): FoundThings | undefined {
  const ids: (string | number)[] = []
  for (const [at, word] of reading.words.entries()) {
    if (at === 0 || !reading.isFree(at) || word.quoted || nouns.includes(word.stem)) continue
    if (!/\d/.test(word.text)) continue
    const after = nouns.includes(reading.words[at - 1]?.stem ?? '')
    const marked = word.text.startsWith('#') || /^[a-z]+[-_]?\d+$/i.test(word.text)
    const follows = ids.length > 0 && (word.gap.includes(',') || reading.lower(at - 1) === 'and')
    if (!after && !marked && !follows && !/^(id|number|no|nr)$/.test(reading.lower(at - 1)))
      continue
    const text = word.text.replace(/^#/, '')
    const value = slot.numeric ? Number(text) : text
    if (slot.numeric && !Number.isFinite(value)) continue
    ids.push(value)
    reading.takeWithCue(at, at + 1, [...nouns, 'id', 'number'])
  }
  return ids.length > 0 ? { ids } : undefined
}

function findOrdinal(
  reading: Reading,
  nouns: readonly string[],
  candidates: readonly Thing[],
): FoundThings | undefined {
  for (const at of reading.words.keys()) {
    const word = reading.isFree(at) ? reading.lower(at) : ''
    const digits = /^(\d+)(st|nd|rd|th)$/.exec(word)?.[1]
    const index = digits ? Number(digits) - 1 : ordinals.indexOf(word)
    if (index < 0 && word !== 'last') continue
    const free = reading.words.filter(
      // In "20 euros of the second one", the amount describes nothing.
      (each, place) =>
        reading.isFree(place) && !stopWords.has(each.lower) && toNumber(each.lower) === undefined,
    )
    const rest = new Set(free.map(({ stem }) => stem))
    const described = candidates.filter((thing) => fieldStems(thing).some((key) => rest.has(key)))
    const pool = described.length > 0 ? described : candidates
    const several = /^(first|last)$/.test(word) ? toNumber(reading.lower(at + 1)) : undefined
    const count = several !== undefined && several > 1 && several <= maxCounted ? several : 1
    const from = word === 'last' ? -count : index
    const things = pool.slice(from, from + count || undefined)
    // With fewer than were counted, another list is meant than the one that is shown.
    if (things.length < count) continue
    reading.takeWithCue(at, at + (count > 1 ? 2 : 1), [...nouns, 'on', 'one', 'item'])
    return { ids: idsOf(things) }
  }
  return undefined
}
