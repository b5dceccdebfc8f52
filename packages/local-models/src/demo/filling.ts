import { Reading, findMentions, type Clause } from './clause.ts'
import { toNumber } from './dates.ts'
import { candidatesFor, findThings } from './references.ts'
import type { Slot } from './slots.ts'
import { fillAfterColon, fillText, mainText } from './texts.ts'
import type { Thing } from './things.ts'
import { wantsTitle, type ToolCard } from './tool.ts'
import {
  fillAddresses,
  fillBooleans,
  fillChoices,
  fillDates,
  fillNamed,
  fillNumbers,
  isSpan,
  matchChoices,
  type Draft,
} from './values.ts'
import {
  articles,
  isSameNoun,
  isVerb,
  loadedWords,
  prepositions,
  splitList,
  stem,
  stemsOf,
  stopWords,
  tokenise,
  verbLikeness,
  type Word,
} from './words.ts'
import type { World } from './world.ts'

/** A value that the user has to give. */
export interface Missing {
  slot: Slot
  /** The things that the value may refer to, if it is a reference. */
  among: readonly Thing[]
}

export interface Filling {
  /** The input of each call; several if the step names several objects. */
  inputs: readonly Record<string, unknown>[]
  missing?: Missing
  /** The number of slots that got a value from the words. */
  filled: number
  /** The parts of the step that nothing used. */
  leftover: readonly string[]
  /** True if a text was only guessed: it is what nothing else used. */
  guessed: boolean
}

/**
 * Reads the arguments of a tool out of a step. `answers` are the user's replies to earlier
 * questions about the step.
 */
export function fillSlots(
  tool: ToolCard,
  clause: Clause,
  world: World,
  answers: readonly string[],
  asks = false,
): Filling {
  const reading = new Reading(clause)
  const values = new Map<Slot, unknown>()
  takeCommand(reading, tool)
  const main = mainText(tool.slots)
  const competes = main?.required === true
  const draft: Draft = { reading, tool, values, competes, world, asks }
  fillNamed(draft)
  fillAfterColon(draft)
  fillAddresses(draft)
  fillDates(draft)
  fillVerbChoice(draft, true)
  fillChoices(draft)
  fillBooleans(draft)
  const references = fillReferences(draft, world)
  fillNumbers(draft)
  fillVerbChoice(draft, false)
  const texts = fillText(draft)
  takeSelected(reading, tool, world)
  const leftover = leftoverOf(reading, tool)
  const guessed = draft.tookRest === true
  const filled = values.size + (references.spread ? 1 : 0) + (texts ? 1 : 0)

  const spread = references.spread ?? (texts && { slot: texts.slot, values: texts.texts })
  const pending = [...answers]
  for (const slot of tool.slots) {
    // Several things fit an optional value. Without it, the call would mean more than was said.
    const isUnsure = references.among.has(slot)
    if ((!slot.required && !isUnsure) || values.has(slot) || spread?.slot === slot) continue
    if (slot.fallback !== undefined) {
      values.set(slot, slot.fallback)
      continue
    }
    const among =
      references.among.get(slot) ?? (slot.kind === 'id' ? candidatesFor(slot, tool, world) : [])
    let value: unknown
    // After a reply that did not fit, the same question was asked again.
    while (value === undefined && pending.length > 0) {
      value = readAnswer(pending.shift() ?? '', slot, tool, world, among)
    }
    if (value === undefined)
      return { inputs: [], missing: { slot, among }, filled, leftover, guessed }
    values.set(slot, value)
  }
  const base = [...values].map(([slot, value]) => [slot.path, value] as const)
  if (!spread) return { inputs: [buildInput(base)], filled, leftover, guessed }
  return {
    inputs: spread.values.map((value) => buildInput([...base, [spread.slot.path, value] as const])),
    filled,
    leftover,
    guessed,
  }
}

/** Takes the verb that a step begins with. */
function takeCommand(reading: Reading, tool: ToolCard): void {
  const [first] = reading.words
  if (!first || first.quoted) return
  if (first.text !== '' && !isVerb(first.stem) && !names(tool, first.stem)) return
  reading.take(0, 1)
  if (verbLikeness(first.stem, 'reset') < 0.5) return
  // In "Clear the filter", the filter is not a value.
  const at = reading.words.findIndex(({ stem, quoted }) => !quoted && tool.verbs.includes(stem))
  if (at > 0) reading.takeWithCue(at, at + 1)
}

/** Takes the name of what is selected, for a tool that acts on the selection. */
function takeSelected(reading: Reading, { slots }: ToolCard, { selected }: World): void {
  if (slots.some(({ kind }) => kind === 'id')) return
  for (const { from, to, things } of reading.clause.mentions) {
    const isSelected = things.some(({ id }) => selected.some((thing) => thing.id === id))
    if (isSelected && reading.isFree(from)) reading.takeWithCue(from, to)
  }
}

const names = (tool: ToolCard, key: string) => tool.nouns.includes(key) || tool.verbs.includes(key)

interface References {
  spread?: { slot: Slot; values: readonly unknown[] }
  among: Map<Slot, readonly Thing[]>
}

function fillReferences({ reading, tool, values }: Draft, world: World): References {
  const references: References = { among: new Map() }
  const hasText = tool.slots.some(
    (slot) => slot.kind === 'text' && slot.required && !values.has(slot),
  )
  const tail = hasText
    ? reading.words.findIndex(
        ({ lower }, at) => at > 1 && /^(to|as|saying|that|because|with)$/.test(lower),
      )
    : -1
  for (const slot of tool.slots) {
    if (slot.kind === 'choice' && slot.required && !values.has(slot)) {
      // The choices are ids, and the user names one by the title of its object.
      const { ids } = findThings(
        reading,
        { ...slot, required: false },
        tool,
        world,
        reading.words.length,
      )
      const id = ids.find((each) => slot.choices.includes(each))
      if (id !== undefined) values.set(slot, slot.list ? [id] : id)
    }
    if (slot.kind !== 'id' || values.has(slot)) continue
    const found = findThings(reading, slot, tool, world, tail < 0 ? reading.words.length : tail)
    if (found.among) references.among.set(slot, found.among)
    if (found.ids.length === 0) continue
    const ids = found.ids.map((id) => asIdOf(slot, id))
    if (slot.list) values.set(slot, ids)
    else if (ids.length > 1 && !references.spread) references.spread = { slot, values: ids }
    else values.set(slot, ids[0])
  }
  return references
}

function asIdOf(slot: Slot, id: string | number): string | number {
  if (!slot.numeric) return String(id)
  return Number.isFinite(Number(id)) ? Number(id) : id
}

/**
 * Fills a choice from the verb, as in "Finish it". `isExact` takes only a choice that is the same
 * word, as in "Ship all open orders".
 */
function fillVerbChoice({ reading, tool, values }: Draft, isExact: boolean): void {
  const [verb] = reading.words
  if (!verb || verb.quoted) return
  for (const slot of tool.slots) {
    if (slot.kind !== 'choice' || !slot.required || values.has(slot)) continue
    if (isExact) {
      const same = slot.choices.find((choice) => stem(String(choice)) === verb.stem)
      if (same !== undefined && !names(tool, verb.stem)) values.set(slot, slot.list ? [same] : same)
      continue
    }
    const alone = new Reading({ ...reading.clause, words: [verb], mentions: [] })
    const choice = matchChoices(alone, slot.choices, new Set())[0]?.choice
    if (choice !== undefined) values.set(slot, slot.list ? [choice] : choice)
  }
}

/** Puts values at their paths. Names such as `__proto__` become plain own properties. */
function buildInput(
  values: readonly (readonly [path: readonly string[], value: unknown])[],
): Record<string, unknown> {
  const groups = new Map<string, (readonly [readonly string[], unknown])[]>()
  const entries = new Map<string, unknown>()
  for (const [[name, ...rest], value] of values) {
    if (name === undefined) continue
    if (rest.length === 0) entries.set(name, value)
    else groups.set(name, [...(groups.get(name) ?? []), [rest, value]])
  }
  for (const [name, inner] of groups) entries.set(name, buildInput(inner))
  return Object.fromEntries(entries)
}

/**
 * Returns the parts of a step that a filled tool made no use of, as they were written. A word is
 * used if a slot took it, or if it speaks of the tool itself. Words that say how many or which are
 * used only by a slot, so that no call does more than was asked.
 */
function leftoverOf(reading: Reading, tool: ToolCard): string[] {
  const left = [...reading.words.keys()].filter((at) => !isUsed(at, reading, tool))
  const parts: string[] = []
  for (let index = 0; index < left.length; index += 1) {
    let from = left[index] ?? 0
    let to = from + 1
    // The small words between two parts belong to them.
    for (;;) {
      const next = left[index + 1] ?? Infinity
      const isNear = next === to || (next === to + 1 && reading.isFree(to))
      if (!isNear) break
      to = next + 1
      index += 1
    }
    while (from > 1 && introduces(reading.lower(from - 1)) && reading.isFree(from - 1)) from -= 1
    parts.push(reading.source(from, to))
  }
  return parts
}

const introduces = (word: string) => prepositions.has(word) || articles.has(word)

const fillers =
  /^(page|screen|section|tab|view|list|item|thing|stuff|entry|one|ones|please|thank|too|again|new|there|back|currently|really|something|simply|maybe|kind|hey|ok|s)$/

function isUsed(at: number, reading: Reading, tool: ToolCard): boolean {
  const word = reading.words[at]
  if (!word || word.text === '') return true
  if (at === 0 && !word.quoted && isVerb(word.stem)) return isMeant(word.stem, reading, tool)
  if (!reading.isFree(at)) return true
  if (word.quoted) return word.text.trim() === ''
  if (isSpan(reading.words, at)) return false
  if (loadedWords.has(word.lower)) return isImplied(word.lower, tool)
  if (stopWords.has(word.lower) || fillers.test(word.lower)) return true
  if (toNumber(word.lower) !== undefined) return false
  return tool.vocabulary.has(word.stem) || tool.nouns.some((noun) => isSameNoun(noun, word.stem))
}

/** Whether the verb of a step can mean what the tool does. */
function isMeant(verb: string, reading: Reading, tool: ToolCard): boolean {
  // "Clear the filter" is a filter without values.
  const isReset = verbLikeness(verb, 'reset') >= 0.5
  const isOwn = ({ stem: key }: Word) => tool.verbs.includes(key)
  const isAlone = reading.words.every(
    (word, at) => at === 0 || reading.isFree(at) || isOwn(word) || stopWords.has(word.lower),
  )
  if (isReset && isAlone && reading.words.some(isOwn)) return true
  if (tool.vocabulary.has(verb) || tool.nouns.some((noun) => isSameNoun(noun, verb))) return true
  // What only looks at things can show the cancelled ones, but cannot cancel one.
  if (!tool.reads && [...tool.states].some((state) => verbLikeness(state, verb) >= 0.5)) return true
  if (tool.slots.some(wantsTitle) && verbLikeness(stem('add'), verb) > 0) return true
  const isNamed = tool.slots.some(
    ({ kind, required, words }) =>
      kind === 'text' && required && reading.words.some(({ stem: key }) => words.includes(key)),
  )
  // "Change the title of it" is a rename.
  if (isNamed && verbLikeness(verb, stem('change')) >= 0.5) return true
  const [does = ''] = stemsOf(tool.description)
  return [...tool.verbs, does].some((own) => verbLikeness(own, verb) > 0)
}

/** Whether a tool says by itself how many it means: "all" for a tool that shows all again. */
function isImplied(word: string, tool: ToolCard): boolean {
  if (!/^(all|everything|every|only|any)$/.test(word)) return false
  if (tool.reads) return true
  const takesIds = tool.slots.some(({ kind }) => kind === 'id')
  return (
    !takesIds &&
    word !== 'only' &&
    tool.words.some((own) => /^(all|every|everything)$|s$/i.test(own))
  )
}

/**
 * Reads the reply to the question for one slot. Returns undefined if the reply does not answer the
 * question.
 */
function readAnswer(
  answer: string,
  slot: Slot,
  tool: ToolCard,
  world: World,
  among: readonly Thing[],
): unknown {
  // A reply has no verb, and the first word of a step is one.
  const text = `use ${answer}`
  const words = tokenise(text)
  const things = among.length > 0 ? among : world.things
  const mentions = findMentions(words, things).filter(({ from }) => from > 0)
  const reading = new Reading({ text, words, mentions, start: 0, end: text.length, hasDate: false })
  reading.take(0, 1)
  const values = new Map<Slot, unknown>()
  const alone: ToolCard = { ...tool, slots: [slot] }
  const draft: Draft = {
    reading,
    tool: alone,
    values,
    competes: false,
    world,
    asks: false,
  }
  if (slot.kind === 'text') {
    const [first] = words.slice(1)
    const whole =
      words.length === 2 && first?.quoted ? first.text : answer.trim().replace(/[.!]$/, '')
    return slot.list ? splitList(whole) : whole
  }
  if (slot.kind === 'id') {
    const { ids } = findThings(
      reading,
      slot,
      alone,
      { ...world, things, recent: [], missed: false, selected: [] },
      words.length,
    )
    const literal =
      words.length === 2 && /\d/.test(answer) ? words[1]?.text.replace(/^#/, '') : undefined
    const id = ids[0] ?? (among.length > 0 ? undefined : literal)
    if (id === undefined) return undefined
    const value = slot.numeric ? Number(id) : String(id)
    return slot.list ? (ids.length > 0 ? [...ids] : [value]) : value
  }
  fillAddresses(draft)
  fillDates(draft)
  fillChoices(draft)
  fillNumbers(draft)
  fillBooleans(draft)
  return values.get(slot)
}
