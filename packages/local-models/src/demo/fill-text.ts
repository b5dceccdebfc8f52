import { capitalised } from './answer-question.ts'
import type { Draft } from './fill-typed.ts'
import { toNumber } from './find-numbers.ts'
import type { Slot } from './read-slots.ts'
import { splitList } from './split-list.ts'
import type { Reading } from './reading.ts'
import { wantsTitle } from './rank-tools.ts'
import { articles, prepositions, pronouns, stopWords, verbLikeness } from './vocabulary.ts'

const cuesByName: readonly (readonly [name: RegExp, cues: RegExp])[] = [
  [/^(plac|location|room|venu|wher|addres|city|town|country)$/, /^(in|at)$/],
  [
    /^(recipient|person|assigne|customer|owner|attende|guest|user|who|participant|contact)$/,
    /^(to|for|with|from)$/,
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
  const rest = isMainOpen
    ? restOf(draft, main)
    : waiting.length === 1 && other
      ? restOf(draft, other)
      : ''
  if (!rest) return undefined
  if (!isMainOpen) {
    if (other) values.set(other, other.list ? splitList(rest) : rest)
    return undefined
  }
  if (!main.required && values.size > 0) return undefined
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
  // The person said what to show, and did not write a title. So the title gets a capital letter.
  const isShown = tool.verbs.some((verb) => verbLikeness(verb, 'show') >= 0.9) && wantsTitle(main)
  values.set(main, main.list ? texts : isShown ? capitalised(rest) : rest)
  return undefined
}

/**
 * Tells if a step asks for several: "Add tasks A, B and C" asks for three, "Add task A and B" for
 * one.
 */
function isPlural({ reading, tool }: Draft): boolean {
  return reading.words.some(
    ({ lower, stem, quoted }) =>
      !quoted && tool.nouns.includes(stem) && lower.endsWith('s') && !tool.words.includes(lower),
  )
}

function fillCued(slot: Slot, { reading, values }: Draft): void {
  const cues = cuesByName.find(([name]) => slot.words.some((word) => name.test(word)))?.[1]
  if (!cues) return
  for (let at = 1; at < reading.words.length - 1; at += 1) {
    if (!reading.isFree(at) || !cues.test(reading.lower(at))) continue
    const isReason = reading.lower(at) === 'because' || reading.lower(at) === 'saying'
    let to = at + 1
    while (
      reading.isFree(to) &&
      (isReason || to === at + 1 || !prepositions.has(reading.lower(to)))
    )
      to += 1
    const from = articles.has(reading.lower(at + 1)) && !isReason ? at + 2 : at + 1
    const text = reading.source(from, to)
    if (!text) continue
    reading.take(at, to)
    values.set(slot, slot.list ? splitList(text) : text)
    return
  }
}

const leading =
  /^(called|named|titled|entitled|only|are|is|be|which|saying|says|me|us|out|up|text|whose|please)$/

/** Returns the words that no other slot took, without those that only introduce them. */
function restOf({ reading, tool }: Draft, slot: Slot): string {
  const nouns = new Set([...tool.nouns, ...slot.words])
  const isNoun = (at: number) =>
    nouns.has(reading.words[at]?.stem ?? '') && !reading.words[at]?.quoted
  const introduces = (at: number) => {
    const word = reading.lower(at)
    if (reading.words[at]?.text === 'A' && !reading.isFree(at + 1)) return false
    if (toNumber(word) !== undefined && isNoun(at + 1)) return true
    return articles.has(word) || prepositions.has(word) || leading.test(word) || isNoun(at)
  }
  const opens = (at: number, start: number) =>
    introduces(at) || (at > start && places.test(reading.lower(at)))
  const segments: [from: number, to: number][] = []
  for (let at = 0; at < reading.words.length; at += 1) {
    if (!reading.isFree(at)) continue
    const last = segments.at(-1)
    if (last?.[1] === at) last[1] = at + 1
    else segments.push([at, at + 1])
  }
  const parts = segments.flatMap(([start, end], index) => {
    let from = start
    let to = end
    while (from < to && opens(from, start) && !isPronoun(reading, from, to)) from += 1
    while (
      to > from &&
      (prepositions.has(reading.lower(to - 1)) ||
        /^(a|an|the|and|or|my)$/.test(reading.words[to - 1]?.text ?? ''))
    )
      to -= 1
    to = withoutPlace(reading, from, to, isNoun)
    const isLast = index === segments.length - 1
    const text = reading.source(from, to)
    return text && !(segments.length > 1 && isLast && stopWords.has(text.toLowerCase()))
      ? [text]
      : []
  })
  const text = parts.join(' ').trim()
  return stopWords.has(text.toLowerCase()) && !pronouns.has(text.toLowerCase()) ? '' : text
}

const isPronoun = (reading: Reading, at: number, to: number) =>
  to - at === 1 && pronouns.has(reading.lower(at))

const places = /^(list|board|page|calendar|queue|app|cart|basket|backlog)$/

/** Leaves out a place at the end: "buy milk to my list" is listed as "buy milk". */
function withoutPlace(
  reading: Reading,
  from: number,
  to: number,
  isNoun: (at: number) => boolean,
): number {
  let start = to
  while (start > from && (isNoun(start - 1) || places.test(reading.lower(start - 1)))) start -= 1
  if (start === to) return to
  while (start > from && articles.has(reading.lower(start - 1))) start -= 1
  return start > from && /^(to|on|in|into|onto)$/.test(reading.lower(start - 1)) ? start - 1 : to
}
