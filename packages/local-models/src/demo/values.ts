import type { Reading } from './clause.ts'
import { findDates, findNumbers, formatDate, toNumber, type FoundNumber } from './dates.ts'
import type { Slot } from './slots.ts'
import type { ToolCard } from './tool.ts'
import { prepositions, splitList, stem, stemsOf, wordsOf, type Word } from './words.ts'
import type { World } from './world.ts'

/** The state of reading one step. */
export interface Draft {
  reading: Reading
  tool: ToolCard
  values: Map<Slot, unknown>
  /**
   * True if a text slot waits for the rest. Optional values then need a word that announces them.
   */
  competes: boolean
  world: World
  /** True if the step is a question, whose words are not text to fill in. */
  asks: boolean
  /** True once a text slot took words that nothing announced. */
  tookRest?: boolean
}

const openSlots = ({ tool, values }: Draft, ...kinds: string[]): Slot[] =>
  tool.slots.filter((slot) => kinds.includes(slot.kind) && !values.has(slot))

export function fillAddresses(draft: Draft): void {
  const { reading, values } = draft
  for (const slot of openSlots(draft, 'email', 'url')) {
    const pattern =
      slot.kind === 'email'
        ? /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/
        : /^(https?:\/\/|www\.)\S+$|^[\w-]+(\.[\w-]+)+(\/\S*)?$/i
    const found: string[] = []
    for (const [at, word] of reading.words.entries()) {
      if (!reading.isFree(at) || !pattern.test(word.text) || (found.length > 0 && !slot.list))
        continue
      found.push(word.text)
      reading.takeWithCue(at, at + 1, slot.words)
    }
    if (found.length > 0) values.set(slot, slot.list ? found : found[0])
  }
}

export function fillDates(draft: Draft): void {
  const { reading, values, world } = draft
  const slots = openSlots(draft, 'date', 'date-time', 'day', 'time')
  if (slots.length === 0) return
  // What is there already has a day, which "move it to 11am" does not give again.
  const isThere = draft.tool.slots.some(({ kind }) => kind === 'id')
  const found = findDates(reading, world.now).filter(
    ({ hasDay, isSpan }) => !isSpan && (hasDay || !isThere),
  )
  // In "from 2pm", the one date is not the end, whatever comes first in the schema.
  const late = (slot: Slot) =>
    slot.words.some((word) => /^(end|until|to|due|finish|stop)$/.test(word))
  for (const slot of found.length > 1
    ? slots.toSorted((a, b) => Number(late(a)) - Number(late(b)))
    : slots) {
    const cues =
      late(slot) || (slots.length === 1 && found.length > 1)
        ? /^(by|until|till|to|before)$/
        : /^(from|since|after|on|at|starting)$/
    const date = found.find(({ from }) => cues.test(reading.cueBefore(from))) ?? found[0]
    if (!date) return
    if (/^(time|date-time)$/.test(slot.kind) && !date.hasTime) continue
    values.set(
      slot,
      slot.list ? found.map((each) => formatDate(each, slot.kind)) : formatDate(date, slot.kind),
    )
    reading.takeWithCue(date.from, date.to, slot.words)
    found.splice(found.indexOf(date), 1)
  }
}

export function fillChoices(draft: Draft): void {
  const { reading, tool, values, competes } = draft
  const blocked = new Set<number>()
  const takesTitles = tool.slots.some(({ kind }) => kind === 'id' || kind === 'text')
  for (const { from, to } of takesTitles ? reading.clause.mentions : []) {
    if (to - from > 1) for (let at = from; at < to; at += 1) blocked.add(at)
  }
  if (competes) for (const [at, word] of reading.words.entries()) if (word.quoted) blocked.add(at)
  for (const slot of openSlots(draft, 'choice')) {
    const found = matchChoices(reading, slot.choices, blocked)
    const nouns = [...slot.words, ...shortNames(reading, slot), ...tool.nouns]
    const cued = found.filter((each) => isCued(each, nouns, reading))
    const pool = cued.length > 0 ? cued : slot.required || !competes ? found : []
    const chosen = slot.list ? pool : pool.slice(-1)
    for (const { from, to } of chosen) reading.takeWithCue(from, to, nouns)
    if (chosen.length > 0)
      values.set(slot, slot.list ? chosen.map(({ choice }) => choice) : chosen[0]?.choice)
  }
}

/** Returns the words of a step that shorten the name of a slot, as "prio" does "priority". */
const shortNames = ({ words }: Reading, slot: Slot): string[] =>
  words
    .filter(({ stem, quoted }) => !quoted && stem.length > 3)
    .filter((word) => slot.words.some((name) => name.startsWith(word.stem)))
    .map(({ stem }) => stem)

function isCued({ from, to }: FoundChoice, nouns: readonly string[], reading: Reading): boolean {
  const beside = [reading.words[from - 1], reading.words[to]]
  const isNoun = beside.some((word) => word && !word.quoted && nouns.includes(word.stem))
  return isNoun || /^(to|in|into|as|on|with|under|at|from|by|for)$/.test(reading.cueBefore(from))
}

const timeUnits = new Map([
  ['second', 1],
  ['sec', 1],
  ['minut', 60],
  ['min', 60],
  ['hour', 3600],
  ['day', 86_400],
])
const money = /price|amount|total|cost|budget|sum|value|fee|salary|balance/
const share = /percent|volume|level|opacity|brightness|progress|ratio|rate|discount/

/** Returns the end of a range that the word before a number names, as in "between 1 and 2". */
function boundAt(at: number, reading: Reading): 'lower' | 'upper' | undefined {
  const before = reading.lower(at - 1)
  if (before === 'than') {
    const compared = reading.lower(at - 2)
    if (/^(more|greater|higher|larger|bigger)$/.test(compared)) return 'lower'
    return /^(less|fewer|smaller|cheaper)$/.test(compared) ? 'upper' : undefined
  }
  if (before === 'between') return 'lower'
  if (before === 'and' && reading.lower(at - 3) === 'between') return 'upper'
  return boundOf(before)
}

/** Returns the end of a range that a word names: "over 100" is a minimum. */
function boundOf(word: string): 'lower' | 'upper' | undefined {
  if (/^(over|above|least|exceeding|min|minimum)$/.test(word)) return 'lower'
  return /^(under|below|most|max|maximum)$/.test(word) ? 'upper' : undefined
}

export function fillNumbers(draft: Draft): void {
  const { reading, values, competes } = draft
  for (const slot of openSlots(draft, 'number')) {
    const found = findNumbers(reading)
    const fitting = found.find((each) => fits(each, slot, reading))
    const number =
      fitting ??
      (slot.required || !competes ? found.find((each) => isPlain(each, slot, reading)) : undefined)
    if (!number) continue
    const all = slot.list ? found : [number]
    const read = all.map((each) => {
      const hasUnit = timeUnits.has(stem(each.unit))
      const isCompared = /^(than|least|most)$/.test(reading.lower(each.at - 1))
      const from = each.at - (boundAt(each.at, reading) ? (isCompared ? 2 : 1) : 0)
      reading.takeWithCue(from, each.at + (hasUnit ? 2 : 1), [
        ...slot.words,
        'dollar',
        'euro',
        'percent',
      ])
      return inUnitOf(slot, each)
    })
    values.set(slot, slot.list ? read : read[0])
  }
}

function fits({ at, unit }: FoundNumber, slot: Slot, reading: Reading): boolean {
  const name = slot.words.join(' ')
  if (timeUnits.has(stem(unit)) && money.test(name)) return false
  const compared = boundAt(at, reading)
  const bound = slot.words.map(boundOf).find(Boolean)
  if (bound || compared) return bound === compared
  if (/[$€£]|^(dollar|euro|pound|usd|eur)s?$/.test(unit)) return money.test(name)
  if (/%|^percent$/.test(unit)) return share.test(name)
  if (timeUnits.has(stem(unit))) return /durat|minut|second|hour|length|time|timer|day/.test(name)
  return slot.words.includes(stem(unit))
}

/** Whether a number has no other meaning. */
function isPlain({ at, value, unit }: FoundNumber, slot: Slot, reading: Reading): boolean {
  if (/%|^percent$/.test(unit) && !share.test(slot.words.join(' '))) return false
  const isForeign = /[$£]|^(dollar|pound|usd|gbp)s?$/.test(unit)
  if (isForeign && /\beuros?\b|€/i.test(slot.description)) return false
  if (!slot.required && slot.words.some(boundOf)) return false
  if (slot.integer && !Number.isInteger(value)) return false
  return (
    !(timeUnits.has(stem(unit)) && /amount|price|count|total/.test(slot.words.join(' '))) &&
    !isOpenRange(at, reading) &&
    reading.isFree(at)
  )
}

/** Whether a number only limits something else: "older than 30" is not 30. */
const isOpenRange = (at: number, reading: Reading): boolean =>
  /^(than|over|under|above|below|last|least|most)$/.test(reading.lower(at - 1))

function inUnitOf(slot: Slot, { value, unit }: FoundNumber): number {
  const given = timeUnits.get(stem(unit))
  const text = `${slot.words.join(' ')} ${slot.description.toLowerCase()}`
  const wanted = /minut/.test(text)
    ? 60
    : /hour/.test(text)
      ? 3600
      : /second/.test(text)
        ? 1
        : undefined
  const scaled = given && wanted ? (value * given) / wanted : value
  return slot.integer ? Math.round(scaled) : scaled
}

const yes = /^(on|yes|true|enable|enabled|y)$/
const no =
  /^(off|no|false|not|disable|disabled|without|un|hide|stop|n|never|isn't|don't|unmark|uncheck)$/

/** Fills switches from their names, and from words such as "on", "without" and "subscribe". */
export function fillBooleans(draft: Draft): void {
  const { reading, tool, values } = draft
  const [verb] = reading.words
  const named = new Set(reading.clause.mentions.flatMap(({ from, to }) => range(from, to)))
  const find = (test: (word: Word) => boolean) =>
    reading.words.findIndex(
      (word, at) => at > 0 && !word.quoted && reading.isFree(at) && !named.has(at) && test(word),
    )
  for (const slot of openSlots(draft, 'boolean')) {
    const own = slot.words.filter((word) => !generic.test(word))
    const names = (word: Word) =>
      own.includes(word.stem) || own.includes(word.stem.replace(/^un/, ''))
    const at = find(names)
    const said = find(({ lower }) => yes.test(lower) || no.test(lower))
    const isSwitch = slot.required || own.every((word) => tool.nouns.includes(word))
    const byVerb = verb && (yes.test(verb.lower) || no.test(verb.lower) || names(verb))
    if (at < 0 ? !isSwitch || (said < 0 && !byVerb) : draft.competes && !announced(at, draft))
      continue
    const near = [verb?.lower ?? '', reading.lower(said)]
    if (at >= 0) near.push(reading.lower(at - 1), reading.lower(at + 1), reading.lower(at - 2))
    const found = reading.words[at]?.stem
    const isOpposite = found !== undefined && !own.includes(found)
    const isNot = isOpposite || near.some((word) => no.test(word))
    values.set(slot, !isNot)
    if (said >= 0) reading.take(said, said + 1)
    if (at >= 0) reading.takeWithCue(at, at + 1)
    const wish = [at - 1, at - 2, at - 3].find((each) => wishing.test(reading.lower(each)))
    if (at >= 0 && wish !== undefined && wish > 0) reading.take(wish, wish + 1)
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

const wishing = /^(subscribe|subscribed|want|enable|include|accept|join)$/

/** The names of switches that do not say what they switch. */
const generic = /^(is|has|enabl|on|valu|stat|activ|should)$/

function announced(at: number, { reading, tool }: Draft): boolean {
  const before = reading.lower(at - 1)
  return (
    /^(as|is|be|it|with|mark|make|set|and|not|a|an|without|to)$/.test(before) ||
    tool.nouns.includes(reading.words[at + 1]?.stem ?? '') ||
    (at === reading.words.length - 1 && /,/.test(reading.words[at]?.gap ?? ''))
  )
}

const linking = /^(to|is|as|of|be|should|equals|at|=)$/

/**
 * Fills slots that the step calls by name: "quantity 3", "email: ann@example.org", "with the title
 * Standup". A number or a text directly follows its name. Values of other kinds are found by their
 * form and need no name.
 */
export function fillNamed({ reading, tool, values }: Draft): void {
  const nameAt = new Map<Slot, [from: number, to: number]>()
  for (const slot of tool.slots) {
    const place = findName(reading, slot)
    if (place) nameAt.set(slot, place)
  }
  const starts = new Set([...nameAt.values()].map(([from]) => from))
  for (const slot of tool.slots) {
    const place = nameAt.get(slot)
    if (!place || (slot.kind !== 'text' && slot.kind !== 'number')) continue
    let from = place[1]
    const isLink = (at: number) => reading.isFree(at) && linking.test(reading.lower(at))
    while (isLink(from)) from += 1
    const word = reading.words[from]
    if (!word || !reading.isFree(from) || starts.has(from)) continue
    if (slot.kind === 'number') {
      const value = toNumber(word.lower)
      if (value === undefined || word.quoted) continue
      // In "the views of 12 to 5", the 12 says whose.
      const isWhose = reading.lower(from - 1) === 'of' && reading.lower(from + 1) === 'to'
      if (isWhose && toNumber(reading.lower(from + 2)) !== undefined) continue
      values.set(slot, slot.list ? [value] : value)
      reading.takeWithCue(place[0], from + 1)
      continue
    }
    // In "Add a note to order 7", the name of the slot is the object of the verb. The value comes
    // later.
    if (prepositions.has(reading.lower(place[1])) && tool.nouns.includes(slot.words.at(-1) ?? ''))
      continue
    const to = endOfText(reading, from, starts)
    const text = reading.source(from, to)
    values.set(slot, slot.list ? splitList(text) : text)
    reading.takeWithCue(place[0], to)
  }
}

function findName(reading: Reading, { words }: Slot): [from: number, to: number] | undefined {
  if (words.length === 0) return undefined
  for (let at = 0; at + words.length < reading.words.length; at += 1) {
    const here = words.every((key, index) => {
      const word = reading.words[at + index]
      return word && !word.quoted && reading.isFree(at + index) && word.stem === key
    })
    if (here) return [at, at + words.length]
  }
  return undefined
}

function endOfText(reading: Reading, from: number, starts: ReadonlySet<number>): number {
  if (reading.words[from]?.quoted) return from + 1
  let to = from + 1
  while (to < reading.words.length && reading.isFree(to)) {
    const word = reading.words[to]
    if (!word || word.quoted || starts.has(to) || word.gap.includes(',')) break
    if (/^(and|with)$/.test(word.lower) && startsWithin(starts, to + 1)) break
    to += 1
  }
  return to
}

const startsWithin = (starts: ReadonlySet<number>, at: number) =>
  starts.has(at) || starts.has(at + 1)

interface FoundChoice {
  from: number
  to: number
  choice: string | number | boolean
}

const synonyms = [
  'done complete finish close resolve',
  'todo open pending backlog',
  'doing progress start active wip ongoing',
  'high urgent important critical top',
  'low minor unimportant',
  'medium normal middle',
  'all everything every any everyone',
  'none nothing off never no',
  'one single once track song',
  'on enable yes true',
  'asc ascending upwards',
  'desc descending downwards',
].map((line) => line.split(' ').map(stem))

/** Returns the other words for a state, as stems: "in progress" for `doing`. */
export const otherWordsFor = (state: string): readonly string[] =>
  synonyms.slice(0, 6).find((group) => group.includes(state)) ?? []

const squash = (words: readonly string[]) => words.map(stem).join('')

/**
 * Finds the choices that a step names, in the order of the sentence. Case, spaces and underscores
 * do not matter ("in progress", `IN_PROGRESS`). Synonyms count only if the step names no choice
 * itself.
 */
export function matchChoices(
  reading: Reading,
  choices: readonly (string | number | boolean)[],
  blocked: ReadonlySet<number>,
): FoundChoice[] {
  const keys = new Map<string, string | number | boolean>()
  for (const choice of choices) {
    const key = squash(wordsOf(String(choice)))
    if (key && !keys.has(key)) keys.set(key, choice)
  }
  const exact = scan(reading, keys, blocked)
  if (exact.length > 0) return exact

  const owners = new Map<string, number>()
  for (const choice of keys.values()) {
    for (const part of stemsOf(String(choice))) owners.set(part, (owners.get(part) ?? 0) + 1)
  }
  const loose = new Map<string, string | number | boolean>()
  for (const [key, choice] of keys) {
    const parts = stemsOf(String(choice))
    for (const group of synonyms) {
      if (group.includes(key) || parts.some((part) => group.includes(part))) {
        for (const other of group) if (!loose.has(other)) loose.set(other, choice)
      }
    }
    // "the review column" names `needs_review` by a part that no other choice has.
    for (const part of parts) {
      if (part.length > 3 && owners.get(part) === 1) loose.set(part, choice)
    }
  }
  return scan(reading, loose, blocked)
}

function scan(
  reading: Reading,
  keys: ReadonlyMap<string, string | number | boolean>,
  blocked: ReadonlySet<number>,
): FoundChoice[] {
  const found: FoundChoice[] = []
  for (let from = 0; from < reading.words.length; from += 1) {
    let key = ''
    let best: FoundChoice | undefined
    for (let to = from; to < Math.min(reading.words.length, from + 5); to += 1) {
      if (!reading.isFree(to) || blocked.has(to)) break
      key += squash(wordsOf(writtenAt(reading, to)))
      const choice = keys.get(key)
      if (choice !== undefined && !isSpan(reading.words, from)) best = { from, to: to + 1, choice }
    }
    if (!best) continue
    found.push(best)
    from = best.to - 1
  }
  return found
}

/** Whether a word says when: "this month" does not group by month. */
export const isSpan = (words: Reading['words'], at: number): boolean =>
  /^(day|week|month|quarter|year)$/.test(words[at]?.lower ?? '') &&
  /^(this|last|next)$/.test(words[at - 1]?.lower ?? '')

/** Returns a word as it was written, so that "inProgress" can be split, or as it was mended. */
function writtenAt(reading: Reading, at: number): string {
  const { text = '', lower = '' } = reading.words[at] ?? {}
  return (text.toLowerCase() === lower ? text : lower).replace(/['’]s$/, '')
}
