import type { Reading } from './clause.ts'
import { findDates, toNumber } from './dates.ts'
import { capitalised } from './reply.ts'
import type { Slot } from './slots.ts'
import { wantsTitle, type ToolCard } from './tool.ts'
import type { Draft } from './values.ts'
import {
  articles,
  isSameNoun,
  loadedWords,
  prepositions,
  pronouns,
  splitList,
  stem,
  stemsOf,
  stopWords,
  verbLikeness,
  type Word,
} from './words.ts'
import type { World } from './world.ts'

const titleLike =
  /^(titl|nam|text|query|content|q|subject|label|messag|task|item|search|track|song|question|input|valu|not|keyword)$/

/**
 * Returns the text slot that takes the rest of a step: a required one, with the likeliest name
 * first.
 */
export function mainText(slots: readonly Slot[]): Slot | undefined {
  const texts = slots.filter(({ kind }) => kind === 'text')
  const required = texts.filter((slot) => slot.required)
  const pool = required.length > 0 ? required : texts.filter(({ list }) => !list)
  return (
    pool.find(({ words }) => words.some((word) => titleLike.test(word))) ??
    required[0] ??
    (pool.length === 1 ? pool[0] : undefined)
  )
}

/**
 * Fills text slots from quotations and from words that announce them, and the main slot from the
 * rest. Returns several texts for one slot, to be used in one call each.
 */
export function fillText(draft: Draft): { slot: Slot; texts: string[] } | undefined {
  const { reading, tool, values } = draft
  const main = mainText(tool.slots)
  const open = tool.slots.filter((slot) => slot.kind === 'text' && !values.has(slot))
  for (const slot of open) {
    if (slot !== main || (!slot.required && !slot.list)) fillCued(slot, draft)
  }
  const order = main ? [main, ...open.filter((slot) => slot !== main)] : open
  const left = order.filter((slot) => open.includes(slot) && !values.has(slot))
  const quotes = [...reading.words.keys()].filter(
    (at) =>
      reading.words[at]?.quoted && reading.isFree(at) && reading.words[at]?.text.trim() !== '',
  )
  const single = left.length === 1 ? left[0] : undefined
  if (single && quotes.length > 1) {
    const texts = quotes.map((at) => reading.words[at]?.text ?? '')
    reading.take(0, reading.words.length)
    if (single.list) values.set(single, texts)
    else return { slot: single, texts }
    return undefined
  }
  for (const [index, at] of quotes.entries()) {
    const slot = left[index]
    if (!slot) break
    const text = reading.words[at]?.text ?? ''
    values.set(slot, slot.list ? [text] : text)
    reading.takeWithCue(at, at + 1, slot.words)
  }
  const waiting = left.filter((slot) => slot.required && !values.has(slot))
  const isMainOpen = main !== undefined && left.includes(main) && !values.has(main)
  const [other] = waiting.filter((slot) => slot !== main)
  const wanted = isMainOpen ? main : waiting.length === 1 ? other : undefined
  const rest = wanted && mayTakeRest(wanted, draft) ? restOf(draft, wanted) : ''
  if (!rest) return undefined
  draft.tookRest = true
  if (!isMainOpen) {
    if (other) values.set(other, other.list ? splitList(rest) : rest)
    return undefined
  }
  const texts = main.list || isPlural(draft) ? splitList(rest) : [rest]
  if (texts.length > 1 && !main.list) return { slot: main, texts }
  // The user said what to show, and did not write a title. So the title gets a capital letter.
  const isShown = tool.verbs.some((verb) => verbLikeness(verb, 'show') >= 0.9) && wantsTitle(main)
  values.set(main, main.list ? texts : isShown ? capitalised(rest) : rest)
  return undefined
}

/**
 * Whether a text slot may take the words that nothing else took. What only looks at something
 * takes them after a word for searching or for its object, or if they are a name. Else a sentence
 * that means another thing would become a search for itself.
 */
function mayTakeRest(slot: Slot, { reading, tool, asks, values }: Draft): boolean {
  const free = [...reading.words.keys()].filter((at) => at > 0 && reading.isFree(at))
  const isCapital = free.every((at) => {
    const word = reading.words[at]
    return (
      !word ||
      stopWords.has(word.lower) ||
      tool.nouns.includes(word.stem) ||
      /^[\p{Lu}\d]/u.test(word.text)
    )
  })
  if (asks) return isCapital
  if (!tool.reads) return slot.required
  if (!slot.required && values.size > 0) return false
  const [verb] = reading.words
  const searches =
    verb !== undefined && (searching.test(verb.lower) || tool.verbs.includes(verb.stem))
  const isNamed = reading.words.some(({ stem, quoted }) => !quoted && tool.nouns.includes(stem))
  return searches || isNamed || isCapital
}

/**
 * Whether a step asks for several: "Add tasks A, B and C" asks for three, "Add task A and B" for
 * one.
 */
function isPlural({ reading, tool }: Draft): boolean {
  return reading.words.some(
    ({ lower, stem, quoted }) =>
      !quoted && tool.nouns.includes(stem) && lower.endsWith('s') && !tool.words.includes(lower),
  )
}

const kinds = /^(task|card|item|entry|todo|issue|ticket|note|event|reminder|one)$/

const leading =
  /^(called|named|titled|entitled|only|are|is|be|which|saying|says|me|us|out|up|text|whose|please|because|that)$/

/** Returns the words that no other slot took, without those that only introduce them. */
function restOf(draft: Draft, slot: Slot): string {
  const { reading, tool } = draft
  const nouns = new Set([...tool.nouns, ...slot.words])
  const isNoun = (at: number) =>
    !reading.words[at]?.quoted &&
    [...nouns].some((noun) => isSameNoun(noun, reading.words[at]?.stem ?? ''))
  // "A task to renew the certificate" is not called "task to renew …".
  const isKind = (at: number) =>
    kinds.test(reading.lower(at)) && /^(to|called|named|titled|for|:|)$/.test(reading.lower(at + 1))
  const introduces = (at: number) => {
    if (isKind(at) && at + 1 < reading.words.length) return true
    const word = reading.lower(at)
    // The "New" of the New Year begins a name.
    if (at > 0 && isCapital(reading, at) && isCapital(reading, at + 1)) return isNoun(at)
    if (toNumber(word) !== undefined && isNoun(at + 1)) return true
    return articles.has(word) || prepositions.has(word) || leading.test(word) || isNoun(at)
  }
  const opens = (at: number, start: number) =>
    introduces(at) || (at > start && places.test(reading.lower(at)))
  const segments = freeSegments(reading)
  const trimmed = segments.flatMap(([start, end]) => {
    let from = start
    let to = end
    while (from < to && opens(from, start) && !isPronoun(reading, from, to)) {
      from += 1
      if (/^(because|saying|that)$/.test(reading.lower(from - 1))) {
        if (reading.lower(from) === 'of') from += 1
        break
      }
    }
    while (
      to > from &&
      (prepositions.has(reading.lower(to - 1)) ||
        /^(a|an|the|and|or|my|again|too)$/.test(reading.words[to - 1]?.text ?? ''))
    )
      to -= 1
    to = withoutPlace(reading, from, to, tool, isNoun)
    const isOnlyStop = to - from === 1 && stopWords.has(reading.lower(from))
    return from < to && !(isOnlyStop && segments.length > 1) ? [[start, from, to] as const] : []
  })
  const [only] = trimmed
  // Two parts with something else between them are two things, and not one text.
  if (!only || trimmed.length > 1) return ''
  const [start, first, to] = only
  const calledAt = [...reading.words.keys()].findLast(
    (at) =>
      at >= start && at < to - 1 && /^(called|named|titled|entitled)$/.test(reading.lower(at)),
  )
  const from = calledAt === undefined ? first : Math.max(first, calledAt + 1)
  const text = reading.source(from, to).trim()
  if (stopWords.has(text.toLowerCase()) && !pronouns.has(text.toLowerCase())) return ''
  const isPerson = slot.words.some((word) => personLike.test(word))
  if (isPerson && calledAt === undefined && /,|&|\s(and|or)\s/.test(text)) return ''
  if (tool.reads && !isName(slot, draft, from, to)) return ''
  for (let at = start; at < from; at += 1) {
    const word = reading.lower(at)
    const isSaid = at < first || at === calledAt
    if (isSaid && !loadedWords.has(word) && toNumber(word) === undefined) reading.take(at, at + 1)
  }
  reading.take(from, to)
  return text
}

const isCapital = ({ words }: Reading, at: number) => /^\p{Lu}/u.test(words[at]?.text ?? '')

/** Returns the parts of a step that no slot took. */
function freeSegments(reading: Reading): readonly (readonly [from: number, to: number])[] {
  const segments: [from: number, to: number][] = []
  for (let at = 0; at < reading.words.length; at += 1) {
    if (!reading.isFree(at)) continue
    const last = segments.at(-1)
    if (last?.[1] === at) last[1] = at + 1
    else segments.push([at, at + 1])
  }
  return segments
}

const isPronoun = (reading: Reading, at: number, to: number) =>
  to - at === 1 && pronouns.has(reading.lower(at))

const places = /^(list|board|page|calendar|queue|app|cart|basket|backlog)$/

/** Leaves out a place at the end: "buy milk to my list" is listed as "buy milk". */
function withoutPlace(
  reading: Reading,
  from: number,
  to: number,
  tool: ToolCard,
  isNoun: (at: number) => boolean,
): number {
  let start = to
  const isPlace = (at: number) =>
    isNoun(at) ||
    places.test(reading.lower(at)) ||
    (/^(to|on|in|into|onto)$/.test(reading.cueBefore(at)) &&
      tool.mentions.has(stem(reading.lower(at))))
  while (start > from && isPlace(start - 1)) start -= 1
  if (start === to) return to
  while (start > from && articles.has(reading.lower(start - 1))) start -= 1
  return start > from && /^(to|on|in|into|onto)$/.test(reading.lower(start - 1)) ? start - 1 : to
}

const cuesByName: readonly (readonly [name: RegExp, cues: RegExp])[] = [
  [/^(plac|location|room|venu|wher|addres|city|town|country)$/, /^(in|at)$/],
  [
    /^(recipient|person|assigne|customer|owner|attende|guest|user|who|participant|contact|patient|client)$/,
    /^(to|for|with|from|of|by)$/,
  ],
  [/^(reason|caus|why|justification)$/, /^(because|since|reason)$/],
  [/^(not|messag|coment|body|content|detail|description|remark)$/, /^(saying|that|about)$/],
  [/^(query|q|search|keyword|term|text)$/, /^(about|for|matching|containing|with|named|called)$/],
  [/^(languag|lang|locale)$/, /^(to|into|in)$/],
  [/^(topic|subject)$/, /^(about|on)$/],
  [/^(category|list|project|folder|playlist|group|section)$/, /^(to|in|into|under)$/],
  [/^(artist|author|by)$/, /^(by|from)$/],
  [/^(destination|target|to)$/, /^to$/],
  [/^(origin|sourc|from)$/, /^from$/],
]

/** Fills a text slot from the words after one that announces it, as "because" does a reason. */
function fillCued(slot: Slot, draft: Draft): void {
  const { reading, tool, values } = draft
  const cues = cuesByName.find(([name]) => slot.words.some((word) => name.test(word)))?.[1]
  if (!cues) return
  for (let at = 1; at < reading.words.length - 1; at += 1) {
    if (!reading.isFree(at)) continue
    const isAfter = cues.test('because') && isStatement(reading, at)
    if (!isAfter && !cues.test(reading.lower(at))) continue
    const isReason = isAfter || /^(because|saying)$/.test(reading.lower(at))
    let to = at + 1
    while (
      reading.isFree(to) &&
      (isReason ||
        to === at + 1 ||
        !(prepositions.has(reading.lower(to)) || (tool.reads && ends.test(reading.lower(to)))))
    )
      to += 1
    const first = isAfter ? at : at + 1
    const from = articles.has(reading.lower(first)) && !isReason ? first + 1 : first
    if (!isReason && !isName(slot, draft, from, to)) continue
    const text = reading.source(from, to)
    if (!text) continue
    reading.take(at, to)
    values.set(slot, slot.list ? splitList(text) : text)
    return
  }
}

/** The words that end a name in what only looks at things. */
const ends = /^(that|which|who|whose|are|is|and|or|but)$/

/** Whether a sentence follows a comma, as in "Cancel it, the path is flooded". */
const isStatement = ({ words }: Reading, at: number): boolean =>
  words[at]?.gap.includes(',') === true &&
  /^(the|it|he|she|they|we|i|my|our|his|her|their)$/.test(words[at]?.lower ?? '') &&
  words.slice(at + 1).some(({ lower }) => /^(is|was|are|were|has|had|have|got)$/.test(lower))

const written = /^(body|messag|not|coment|reply|content|answer)$/

/** Fills a long text from all that stands after a colon, as in "reply to it: Thanks, see you". */
export function fillAfterColon({ reading, tool, values }: Draft): void {
  const slot = tool.slots.find(
    ({ kind, words }) => kind === 'text' && words.some((word) => written.test(word)),
  )
  const at = reading.words.findIndex((word, index) => index > 0 && /:\s*$/.test(word.gap))
  if (!slot || tool.reads || at < 0 || values.has(slot) || !reading.isFree(at)) return
  const { quoted } = reading.words[at] ?? {}
  const to = quoted ? at + 1 : reading.words.length
  values.set(slot, reading.source(at, to))
  reading.take(at, to)
}

/**
 * Whether words can be a name or a search text: no date, and nothing that counts or compares. What
 * only looks at things takes words that the page shows, or that the user wrote as a name. Else a
 * sentence that means another thing would become a search for itself.
 */
function isName(slot: Slot, draft: Draft, from: number, to: number): boolean {
  const { reading, tool, world } = draft
  const words = reading.words.slice(from, to)
  if (words.length === 1 && words[0]?.quoted) return true
  const isPerson = slot.words.some((word) => personLike.test(word))
  if (tool.reads && isShown(words, slot, isPerson, world)) return true
  const isCapital = ({ text }: Word) => /^[\p{Lu}\d]/u.test(text)
  if (words.some((word) => loadedWords.has(word.lower) && !isCapital(word))) return false
  if (findDates(reading, world.now).some((date) => date.from >= from && date.from < to))
    return false
  if (!tool.reads) return true
  if (words.some(({ lower }) => calendar.test(lower))) return false
  if (countries().has(words.map(({ lower }) => lower).join(' '))) return !isPerson
  if (words.every(isCapital)) return !isPerson || asker.test(reading.cueBefore(from) || 'of')
  const [verb] = reading.words
  const searches =
    verb !== undefined &&
    (searching.test(verb.lower) || (slot.required && tool.verbs.includes(verb.stem)))
  return (
    searches && !isPerson && !words.some(({ lower }) => prepositions.has(lower) || form.test(lower))
  )
}

const personLike: RegExp =
  /^(nam|person|employe|attende|customer|client|patient|guest|member|user|owner|assigne|author|artist|recipient|who)$/

const asker = /^(of|from|by|for)$/

const searching: RegExp = /^(search|find|look|lookup|filter)$/

const calendar =
  /^((jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|mon|tues|wednes|thurs|fri|satur|sun)(uary|ruary|ch|il|e|y|ust|t|tember|ober|ember|day|days)?|may|q[1-4]|spring|summer|autumn|winter)$/

/** The words that join others to a sentence, and stand in no name. */
const form = /^(that|which|who|whose|are|is|was|were|has|have|[a-z]{3,}(ing|ed))$/

/** Whether the page shows words as a part of a title, or of a text that the slot speaks of. */
function isShown(
  words: readonly Word[],
  { words: names, description }: Slot,
  isPerson: boolean,
  { things }: World,
): boolean {
  const asked = words.filter(({ lower }) => !articles.has(lower)).map(({ stem }) => stem)
  const fields = [...names, ...stemsOf(isPerson ? '' : description)]
  const isIn = (text: unknown) => {
    if (typeof text !== 'string' || text.length > 60) return false
    const own = stemsOf(text)
    return asked.every((key) => own.includes(key))
  }
  return (
    asked.length > 0 &&
    things.some(
      ({ noun, title, record }) =>
        ((!isPerson || names.includes(noun)) && isIn(title)) ||
        Object.entries(record).some(
          ([key, value]) => stemsOf(key).some((word) => fields.includes(word)) && isIn(value),
        ),
    )
  )
}

let countryNames: ReadonlySet<string> | undefined

/** Returns the names of the countries, which are no names of people. */
function countries(): ReadonlySet<string> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  countryNames ??= new Set(
    letters
      .flatMap((one) => letters.map((other) => names.of(one + other)?.toLowerCase()))
      .filter((name) => name !== undefined),
  )
  return countryNames
}
