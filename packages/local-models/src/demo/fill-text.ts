import { capitalised } from './format-figure.ts'
import type { Draft } from './fill-typed.ts'
import { toNumber } from './find-numbers.ts'
import type { Slot } from './read-slots.ts'
import { splitList } from './split-list.ts'
import type { Reading } from './reading.ts'
import { wantsTitle } from './rank-tools.ts'
import { fillCued, isName, personLike, searching } from './text-cues.ts'
import { stem } from './tokenise.ts'
import type { ToolCard } from './tool-card.ts'
import {
  articles,
  isSameNoun,
  loadedWords,
  prepositions,
  pronouns,
  stopWords,
  verbLikeness,
} from './vocabulary.ts'

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
  // The step may have two texts to fill, as in "Set B2 to 45".
  const between = other && waiting.length === 2 ? /\s(?:to|as|into)\s/.exec(rest) : null
  if (between && other) {
    const first = rest.slice(0, between.index).trim()
    const second = rest.slice(between.index + between[0].length).trim()
    if (first && second) {
      values.set(other, other.list ? splitList(first) : first)
      values.set(main, main.list ? splitList(second) : second)
      return undefined
    }
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
  if (hasNumbered(reading, from, to)) return ''
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

/** Whether words name an object: "A comment to C-1" is about the card C-1, and not a new name. */
const hasNumbered = (reading: Reading, from: number, to: number): boolean =>
  reading.clause.mentions.some(
    (mention) => mention.from > from && mention.to <= to && /\d/.test(reading.lower(mention.from)),
  )

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
