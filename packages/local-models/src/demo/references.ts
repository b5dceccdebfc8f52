import type { Mention, Reading } from './clause.ts'
import { findDates, formatDate, toNumber } from './dates.ts'
import type { Slot } from './slots.ts'
import { findPart, idsOf, isFiltered, plainName, visit, type Thing } from './things.ts'
import { looksUp, type ToolCard } from './tool.ts'
import { otherWordsFor } from './values.ts'
import { articles, isSameNoun, loadedWords, pronouns, stem, stemsOf, stopWords } from './words.ts'
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
  return (
    findByPronoun(reading, nouns, candidates, world) ??
    (slot.labels.size > 0 ? undefined : findLiteral(reading, slot, nouns)) ??
    findOrdinal(reading, nouns, listedLast(candidates, world)) ??
    findDescribed(
      reading,
      slot.required ? nouns : [...nouns, ...tool.vocabulary],
      candidates,
      world,
      tail,
    ) ??
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

/** The things that an id slot refers to. */
interface FoundThings {
  ids: readonly (string | number)[]
  /** The things that fit the words, if there are several and the user has to choose. */
  among?: readonly Thing[]
}

const everything = /^(all|every|each|everything|everyone|everybody)$/

/**
 * Finds things by a description: "the milk task", "Ada's order", "all done tasks". Takes only the
 * words that are true of what was found. A half of a name thus stays behind, and stops the call.
 */
function findDescribed(
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

/** The words that say that the selected things are meant. */
const isSelecting: RegExp = /^(selected|selection|highlighted)$/

const all = /^(all|every|each)$/

/** Finds things by a pronoun that stands in the step: "it", "them", "the selected one". */
function findByPronoun(
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
      (toSelection && (isMany(reading, at + 1, nouns) || all.test(reading.lower(at - 1))))
    const recent = plural ? lastBatch(of(world.recent), world) : of(world.recent).slice(0, 1)
    // What the last calls should have made is not there, and an older thing is not meant.
    const isMissed = world.missed && !toSelection && candidates.length > 0
    const isHere = toSelection || isAsked || (/^th(is|ese)$/.test(word) && selected.length > 0)
    const things = isHere || recent.length === 0 ? selected : recent
    const ids = idsOf(things)
    // Neither a part of what is meant, nor more of it than the page shows.
    const isPart = plural && things === recent && hasListed(world) && findPart(world, things)
    const isUnsure = isMissed || (!plural && ids.length > 1) || isPart
    // What stands right after the verb is what the verb is for, whatever else the step describes.
    const isObject = at === 1 && candidates.length > 1 && !next?.quoted
    if (!isUnsure && ids.length === 0 && !isAsked && !isObject) continue
    if (word === 'both' && ids.length !== 2) continue
    reading.takeWithCue(at, at + 1, [...nouns, 'on', 'one', 'selected'])
    if (toSelection && all.test(reading.lower(at - 1))) reading.take(at - 1, at)
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
function findImplied(
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
function hasListed({ conversation }: World): boolean {
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
