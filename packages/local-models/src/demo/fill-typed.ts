import { findDates, formatDate } from './find-dates.ts'
import { findNumbers } from './find-numbers.ts'
import type { FoundNumber } from './find-numbers.ts'
import { matchChoices } from './match-choice.ts'
import type { FoundChoice } from './match-choice.ts'
import type { Slot } from './read-slots.ts'
import type { Reading } from './reading.ts'
import { stem } from './tokenise.ts'
import type { ToolCard } from './tool-card.ts'
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

export const openSlots = ({ tool, values }: Draft, ...kinds: string[]): Slot[] =>
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
