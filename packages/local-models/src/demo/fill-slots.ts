import { leftoverOf } from './account-words.ts'
import type { Thing } from './collect-things.ts'
import { fillNamed } from './fill-named.ts'
import { fillText, mainText } from './fill-text.ts'
import { fillAddresses, fillChoices, fillDates, fillNumbers } from './fill-typed.ts'
import type { Draft } from './fill-typed.ts'
import { fillBooleans } from './fill-booleans.ts'
import { candidatesFor, findThings } from './find-things.ts'
import { matchChoices } from './match-choice.ts'
import type { Slot } from './read-slots.ts'
import { fillAfterColon } from './text-cues.ts'
import { Reading } from './reading.ts'
import { readAnswer } from './read-answer.ts'
import type { Clause } from './split-clauses.ts'
import { stem } from './tokenise.ts'
import type { ToolCard } from './tool-card.ts'
import { isVerb, pronouns, verbLikeness } from './vocabulary.ts'
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
  resolvePronoun(draft, main, world)
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

/**
 * Replaces a text that is only a pronoun with the name of the thing, as in "Play it". A quoted
 * pronoun stays.
 */
function resolvePronoun({ reading, values }: Draft, main: Slot | undefined, world: World): void {
  const text = main && values.get(main)
  if (!main || typeof text !== 'string' || !pronouns.has(text.toLowerCase())) return
  if (reading.words.some((word) => word.quoted && word.text === text)) return
  const title = [...world.recent, ...world.selected].find(
    (thing) => thing.title !== undefined,
  )?.title
  if (title === undefined) values.delete(main)
  else values.set(main, title)
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
