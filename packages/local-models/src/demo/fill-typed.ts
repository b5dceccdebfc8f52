import { findDates, formatDate } from './find-dates.ts'
import { findNumbers } from './find-numbers.ts'
import type { FoundNumber } from './find-numbers.ts'
import { matchChoices } from './match-choice.ts'
import type { FoundChoice } from './match-choice.ts'
import type { Slot } from './read-slots.ts'
import type { Reading } from './reading.ts'
import { stem, type Word } from './tokenise.ts'
import type { ToolCard } from './tool-card.ts'

/** The state of reading one step. */
export interface Draft {
  reading: Reading
  tool: ToolCard
  values: Map<Slot, unknown>
  /**
   * True if a text slot waits for the rest. Optional values then need a word that announces them.
   */
  competes: boolean
  now: Date
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
  const { reading, values, now } = draft
  const slots = openSlots(draft, 'date', 'date-time', 'day', 'time')
  if (slots.length === 0) return
  const found = findDates(reading, now)
  // In "from 2pm", the one date is not the end, whatever comes first in the schema.
  const late = (slot: Slot) =>
    slot.words.some((word) => /^(end|until|to|due|finish|stop)$/.test(word))
  for (const slot of found.length > 1
    ? slots.toSorted((a, b) => Number(late(a)) - Number(late(b)))
    : slots) {
    const cues = late(slot) ? /^(by|until|till|to|before)$/ : /^(from|since|after|on|at|starting)$/
    const date = found.find(({ from }) => cues.test(reading.cueBefore(from))) ?? found[0]
    if (!date) return
    if (slot.kind === 'time' && !date.hasTime) continue
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
  for (const { from, to } of reading.clause.mentions) {
    if (to - from > 1) for (let at = from; at < to; at += 1) blocked.add(at)
  }
  if (competes) for (const [at, word] of reading.words.entries()) if (word.quoted) blocked.add(at)
  for (const slot of openSlots(draft, 'choice')) {
    const found = matchChoices(reading, slot.choices, blocked)
    const cued = found.filter((each) => isCued(each, slot, draft))
    const pool = cued.length > 0 ? cued : slot.required || !competes ? found : []
    const chosen = slot.list ? pool : pool.slice(-1)
    for (const { from, to } of chosen) reading.takeWithCue(from, to, [...slot.words, ...tool.nouns])
    if (chosen.length > 0)
      values.set(slot, slot.list ? chosen.map(({ choice }) => choice) : chosen[0]?.choice)
  }
}

function isCued({ from, to }: FoundChoice, slot: Slot, { reading, tool }: Draft): boolean {
  const beside = [reading.words[from - 1], reading.words[to]]
  const isNoun = beside.some(
    (word) =>
      word && !word.quoted && (slot.words.includes(word.stem) || tool.nouns.includes(word.stem)),
  )
  return isNoun || /^(to|in|into|as|on|with|under|at|from|by)$/.test(reading.cueBefore(from))
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
  if (before === 'between') return 'lower'
  if (before === 'and' && reading.lower(at - 3) === 'between') return 'upper'
  return boundOf(before)
}

/** Returns the end of a range that a word names: "over 100" is a minimum. */
function boundOf(word: string): 'lower' | 'upper' | undefined {
  if (/^(over|above|than|least|exceeding|min|minimum)$/.test(word)) return 'lower'
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
      const from = boundAt(each.at, reading) ? each.at - 1 : each.at
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
  const compared = boundAt(at, reading)
  const bound = slot.words.map(boundOf).find(Boolean)
  if (bound || compared) return bound === compared
  if (/[$€£]|^(dollar|euro|pound|usd|eur)s?$/.test(unit)) return money.test(name)
  if (/%|^percent$/.test(unit)) return share.test(name)
  if (timeUnits.has(stem(unit))) return /durat|minut|second|hour|length|time|timer|day/.test(name)
  return slot.words.includes(stem(unit))
}

/** Tells if a number has no other meaning. */
function isPlain({ at, value, unit }: FoundNumber, slot: Slot, reading: Reading): boolean {
  if (!slot.required && slot.words.some(boundOf)) return false
  if (slot.integer && !Number.isInteger(value)) return false
  return (
    !(timeUnits.has(stem(unit)) && /amount|price|count/.test(slot.words.join(' '))) &&
    reading.isFree(at)
  )
}

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
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

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
