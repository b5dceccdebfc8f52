import type { Thing } from './things.ts'
import type { ToolCard } from './tool.ts'
import {
  articles,
  closings,
  isVerb,
  loadedWords,
  openings,
  prepositions,
  pronouns,
  stopWords,
  tokenise,
  verbLikeness,
  wordsOf,
  type Word,
} from './words.ts'

/** One step of a request, without its connecting and polite words. */
export interface Clause {
  text: string
  words: readonly Word[]
  /** The full titles and ids in the step. Positions count from the first word of the step. */
  mentions: readonly Mention[]
  /** The offsets in the whole message. */
  start: number
  end: number
  hasDate: boolean
}

const dateWord =
  /^(today|tonight|tomorrow|yesterday|noon|midnight|((mon|tues|wednes|thurs|fri|satur|sun)day)|\d{4}-\d\d-\d\d.*|\d{1,2}(:\d\d)?(am|pm)|\d{1,2}:\d\d)$/

/**
 * Splits a message into steps: at the end of a sentence, at "then", and at a semicolon. Splits also
 * at "and" or a comma if the next word is a verb of some tool. Quotations and full titles of known
 * things are never split.
 */
export function splitClauses(
  message: string,
  tools: readonly ToolCard[],
  things: readonly Thing[],
  /**
   * The offset up to which the message is done. Nothing before it joins with later words, even if a
   * title known since then would join them.
   */
  done: number,
): Clause[] {
  const words = tokenise(message)
  const mentions = findMentions(words, things)
  const inside = new Set<number>()
  const named = new Set(mentions.map(({ from }) => from))
  for (const { from, to } of mentions) for (let at = from + 1; at < to; at += 1) inside.add(at)
  const verbs = verbIndex(tools)

  const clauses: Clause[] = []
  let from = 0
  for (let at = 1; at <= words.length; at += 1) {
    const isDone = (words[at - 1]?.start ?? 0) < done && (words[at]?.start ?? 0) >= done
    const isStep =
      isDone || (!inside.has(at) && startsStep(words, at, named, verbs, leads(words, from, verbs)))
    if (at < words.length && !isStep) continue
    const clause = trim(message, words, from, at, mentions)
    if (clause) clauses.push(clause)
    from = at
  }
  return clauses
}

/** Whether a step begins by opening something: "Open order 7 and refund it". */
function leads(words: readonly Word[], from: number, { exact }: VerbIndex): boolean {
  const verb = words[from]
  if (!verb || verb.quoted || verbLikeness(verb.stem, 'go') < 0.9) return false
  return [...exact].some((own) => verbLikeness(own, 'go') >= 0.9)
}

interface VerbIndex {
  exact: ReadonlySet<string>
  nouns: ReadonlySet<string>
  /** The verbs of tools that need no value, which can stand alone: "and save". */
  alone: readonly string[]
}

function verbIndex(tools: readonly ToolCard[]): VerbIndex {
  return {
    exact: new Set(tools.flatMap(({ verbs }) => verbs)),
    nouns: new Set(tools.flatMap(({ nouns }) => nouns)),
    alone: tools.flatMap(({ verbs, slots }) =>
      slots.some(({ required }) => required) ? [] : verbs,
    ),
  }
}

const connecting = new Set(['and', '&', 'plus', 'but', 'also', 'finally', 'then', 'afterwards'])
const asking = new Set(['how', 'which', 'what', 'tell', 'who', 'when', 'where'])

const everything = /^(all|every|each|everything|everyone|everybody|any|none)$/

function startsStep(
  words: readonly Word[],
  at: number,
  named: ReadonlySet<number>,
  verbs: VerbIndex,
  isLed: boolean,
): boolean {
  const word = words[at]
  const before = words[at - 1]
  if (!word || !before) return false
  // "All but …" leaves something out, and is not a second step.
  const isExcept = word.lower === 'but' || before.lower === 'but'
  if (isExcept && words.slice(0, at).some(({ lower }) => everything.test(lower))) return false
  if (/[;\n]/.test(word.gap)) return true
  // A title may end in a question mark: lower case after the mark continues the same sentence.
  if (/[!?]/.test(word.gap) && (/^[^\p{Ll}]/u.test(word.text) || verbs.exact.has(word.stem)))
    return true
  if (/\.\s/.test(word.gap) && (before.quoted || before.text.length > 2)) return true
  if (word.quoted) return false
  // The connecting word itself already began the step.
  if (connecting.has(before.lower) && !before.quoted) return false
  if (word.lower === 'then' || word.lower === 'afterwards') return true
  const next = firstNot(words, at, connecting)
  if (next === at && !word.gap.includes(',')) return false
  const verb = words[next]
  if (!verb || verb.quoted) return false
  // The tools of the page that the step opens are not known yet.
  if (isLed && next > at && isVerb(verb.stem) && next + 1 < words.length) return true
  if (next > at && words.slice(at, next).some(({ lower }) => lower === 'then')) return true
  if (asking.has(verb.lower)) return true
  if (verbs.exact.has(verb.stem)) return true
  const likeness = Math.max(0, ...[...verbs.exact].map((own) => verbLikeness(own, verb.stem)))
  if (likeness >= 0.9 && next + 1 < words.length) return true
  if (next + 1 === words.length && verbs.alone.some((own) => verbLikeness(own, verb.stem) >= 0.9))
    return true
  if (likeness >= 0.9) return false
  return likeness > 0 && hasObject(words, next + 1, named, verbs)
}

function firstNot(words: readonly Word[], from: number, skipped: ReadonlySet<string>): number {
  let at = from
  while (words[at] && skipped.has(words[at]?.lower ?? '')) at += 1
  return at
}

/**
 * Whether a tool could mean the words after a verb. The verb is then a command, and not part of a
 * list.
 */
function hasObject(
  words: readonly Word[],
  from: number,
  named: ReadonlySet<number>,
  verbs: VerbIndex,
): boolean {
  for (let at = from; at < Math.min(words.length, from + 6); at += 1) {
    const word = words[at]
    if (!word || connecting.has(word.lower)) return false
    if (word.quoted || verbs.nouns.has(word.stem)) return true
    if (at === from && pronouns.has(word.lower)) return true
    if (named.has(at)) return true
  }
  return false
}

function trim(
  message: string,
  all: readonly Word[],
  first: number,
  last: number,
  mentions: readonly Mention[],
): Clause | undefined {
  let from = first
  let to = last
  const has = (at: number, phrase: string) =>
    phrase.split(' ').every((part, index) => {
      const word = all[at + index]
      return (
        word !== undefined &&
        at + index < to &&
        !word.quoted &&
        word.lower.replace('’', "'") === part
      )
    })
  // A title or id at the edge stays whole, even a task called "Now".
  for (;;) {
    const phrase = openings.find((candidate) => has(from, candidate))
    if (!phrase) break
    from += phrase.split(' ').length
  }
  for (;;) {
    const phrase = closings.find((candidate) => {
      const length = candidate.split(' ').length
      return to - length >= from && has(to - length, candidate)
    })
    if (!phrase) break
    to -= phrase.split(' ').length
  }
  const start = all[from]
  const end = all[to - 1]
  if (!start || !end || from >= to) return undefined
  const words = all.slice(from, to)
  return {
    text: message.slice(start.start, end.end),
    words,
    mentions: mentions
      .filter((mention) => mention.from >= from && mention.to <= to)
      .map((mention) => ({ ...mention, from: mention.from - from, to: mention.to - from })),
    start: start.start,
    end: end.end,
    hasDate: words.some((word) => !word.quoted && dateWord.test(word.lower)),
  }
}

/** A place where a sentence has the full title or the id of a thing. `to` is exclusive. */
export interface Mention {
  from: number
  to: number
  things: readonly Thing[]
}

/**
 * Finds full titles and ids, quoted or not, longest first, without overlaps. Takes one pass over
 * the sentence.
 */
export function findMentions(words: readonly Word[], things: readonly Thing[]): Mention[] {
  const names = new Map<string, Thing[]>()
  let longest = 1
  for (const thing of things) {
    for (const name of new Set([thing.title, thing.id])) {
      if (name === undefined) continue
      const parts = wordsOf(String(name))
      if (parts.length === 0 || parts.length > 20) continue
      longest = Math.max(longest, parts.length)
      const key = parts.join(' ')
      const same = names.get(key)
      if (!same) names.set(key, [thing])
      else if (!same.includes(thing)) same.push(thing)
    }
  }
  if (names.size === 0) return []

  const mentions: Mention[] = []
  const parts = words.map((word) => wordsOf(word.text))
  for (let from = 0; from < words.length; from += 1) {
    const found = longestFrom(words, parts, from, longest, names)
    if (!found) continue
    mentions.push(found)
    from = found.to - 1
  }
  return mentions
}

function longestFrom(
  words: readonly Word[],
  parts: readonly (readonly string[])[],
  from: number,
  longest: number,
  names: ReadonlyMap<string, readonly Thing[]>,
): Mention | undefined {
  let found: Mention | undefined
  let key = ''
  for (let to = from; to < words.length && to - from < longest; to += 1) {
    if (to > from && (words[to]?.quoted || words[to - 1]?.quoted)) break
    key += `${key ? ' ' : ''}${parts[to]?.join(' ') ?? ''}`
    const things = names.get(key)
    // One common word is not a name: a task called "Now" has to be quoted.
    if (!things || (to === from && !words[to]?.quoted && stopWords.has(key))) continue
    found = { from, to: to + 1, things }
  }
  return found
}

/**
 * The words of a step, and which of them a slot has taken. Words that no typed slot takes are left
 * for free text.
 */
export class Reading {
  readonly clause: Clause
  readonly words: readonly Word[]
  private readonly used: boolean[]

  constructor(clause: Clause) {
    this.clause = clause
    this.words = clause.words
    this.used = clause.words.map(() => false)
  }

  isFree(at: number): boolean {
    return at >= 0 && at < this.words.length && this.used[at] === false
  }

  /** Returns the lower-case word at a place; empty outside the step and for quotations. */
  lower(at: number): string {
    const word = this.words[at]
    return word && !word.quoted ? word.lower : ''
  }

  take(from: number, to: number): void {
    this.used.fill(true, Math.max(0, from), to)
  }

  /**
   * Takes a value, together with the preposition, the article and the nouns that only introduce the
   * value.
   */
  takeWithCue(from: number, to: number, nouns: readonly string[] = []): void {
    let start = from
    const isNoun = (at: number) => this.isFree(at) && nouns.includes(this.words[at]?.stem ?? '')
    while (isNoun(start - 1)) start -= 1
    const before = this.lower(start - 1)
    // "All" asks for more than the one value.
    if (this.isFree(start - 1) && articles.has(before) && !loadedWords.has(before)) start -= 1
    // In "turn on the light", "on" belongs to the verb.
    const isOfVerb = start === 2 && this.lower(1) === 'on'
    if (this.isFree(start - 1) && this.isPreposition(start - 1) && !isOfVerb) {
      start -= 1
      while (isNoun(start - 1)) start -= 1
    }
    let end = to
    while (isNoun(end)) end += 1
    this.take(start, end)
  }

  isPreposition(at: number): boolean {
    return prepositions.has(this.lower(at))
  }

  /**
   * Returns the preposition before a place, with or without an article in between; empty if there
   * is none.
   */
  cueBefore(at: number): string {
    const before = this.lower(at - 1)
    const cue = articles.has(before) ? this.lower(at - 2) : before
    return prepositions.has(cue) ? cue : ''
  }

  /** Returns the words from one place to another, as they were written. */
  source(from: number, to: number): string {
    const first = this.words[from]
    const last = this.words[to - 1]
    if (!first || !last) return ''
    if (to - from === 1) return first.text
    const offset = this.clause.start
    // Closing punctuation belongs to the sentence, not to the value.
    const end = last.quoted ? last.end : last.start + last.text.length
    return this.clause.text.slice(first.start - offset, end - offset)
  }
}
