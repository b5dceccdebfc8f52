import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { Clause } from './clause.ts'
import { toNumber } from './dates.ts'
import { isNavigating } from './pages.ts'
import { readSlots, type Slot } from './slots.ts'
import { isSameNoun, isVerb, stem, stemsOf, stopWords, verbLikeness, wordsOf } from './words.ts'

/** The data of a tool for ranking and filling. */
export interface ToolCard {
  name: string
  description: string
  /** The reason why the tool cannot be used now; absent if it can. */
  unavailable?: string
  /** The lower-case words of the tool's name. */
  words: readonly string[]
  /** The stems of the words in the name that can be verbs; the first word if none can. */
  verbs: readonly string[]
  /** The stems of the other words in the name. */
  nouns: readonly string[]
  /** The other places of a stem, with the weight of the best one. */
  mentions: ReadonlyMap<string, number>
  /** The stems of the states that the tool can set: its choices and switches. */
  states: ReadonlySet<string>
  slots: readonly Slot[]
  /** The stems of all words that speak of the tool itself, and of no value. */
  vocabulary: ReadonlySet<string>
  /** True if the tool only shows, finds or opens something, as its name says. */
  reads: boolean
}

const inDescription = 1
const inParameter = 1.4
const inChoice = 1.5

/** Creates the card of a tool. `instances` are the names of what a call can be for, by id. */
export function toolCard(
  tool: LanguageModelV4FunctionTool,
  instances?: ReadonlyMap<string, string>,
): ToolCard {
  const slots = readSlots(tool.inputSchema, instances)
  const mentions = new Map<string, number>()
  const mention = (text: string, weight: number) => {
    for (const word of wordsOf(text.slice(0, 1000))) {
      if (stopWords.has(word)) continue
      const key = stem(word)
      mentions.set(key, Math.max(weight, mentions.get(key) ?? 0))
    }
  }
  mention(tool.description ?? '', inDescription)
  for (const slot of slots) {
    mention(slot.path.join(' '), inParameter)
    mention(slot.description, inDescription)
    for (const choice of slot.choices.slice(0, 200)) mention(String(choice), inChoice)
  }
  const states = slots.flatMap((slot) => {
    if (slot.kind === 'boolean') return [...slot.words]
    return slot.choices.slice(0, 200).map((choice) => stem(String(choice)))
  })
  const parts = nameParts(tool.name)
  const own = [tool.description?.slice(0, 1000) ?? '']
  for (const slot of slots) own.push(slot.path.join(' '), slot.description.slice(0, 300))
  return {
    ...parts,
    states: new Set(states),
    vocabulary: new Set([...parts.nouns, ...parts.verbs, ...own.flatMap(stemsOf)]),
    reads: readsOnly(parts.verbs),
    description: tool.description ?? '',
    mentions,
    slots,
  }
}

/** Creates the card of a tool of which only the name and the reason are known. */
export function unavailableCard(name: string, reason: string): ToolCard {
  const parts = nameParts(name)
  return {
    ...parts,
    description: '',
    unavailable: reason,
    mentions: new Map(),
    states: new Set(),
    slots: [],
    vocabulary: new Set([...parts.nouns, ...parts.verbs, ...stemsOf(reason)]),
    reads: readsOnly(parts.verbs),
  }
}

function nameParts(name: string): Pick<ToolCard, 'name' | 'words' | 'verbs' | 'nouns'> {
  const words = wordsOf(name)
  const stems = words.map(stem)
  const first = stems[0] ?? ''
  const verbs = isVerb(first) ? [first] : stems.filter(isVerb)
  if (verbs.length === 0) verbs.push(first)
  return { name, words, verbs, nouns: stems.filter((key) => !verbs.includes(key)) }
}

/** Whether a tool looks something up and so shows a list, as its name says. */
export const looksUp = (name: string): boolean =>
  nameParts(name).verbs.some((verb) => verbLikeness(verb, 'show') >= 0.9)

/** Whether the first verb of a name only looks at something, whatever the tool may do besides. */
const readsOnly = ([verb = '']: readonly string[]): boolean =>
  ['show', 'go', 'select'].some((own) => verbLikeness(own, verb) >= 0.9)

interface Ranked {
  tool: ToolCard
  score: number
}

/** The least score of a tool that fits. A lower score is chance. */
const enough = 3

/** Returns the tools that fit a step, best first; empty if none fits. */
export function rankTools(clause: Clause, tools: readonly ToolCard[]): Ranked[] {
  const evidence = evidenceOf(clause, tools)
  const ranked = tools.map((tool) => ({ tool, score: score(clause, tool, evidence) }))
  return ranked.filter((entry) => entry.score >= enough).toSorted((a, b) => b.score - a.score)
}

interface Evidence {
  verb: string
  /**
   * The words of the step besides its verb, as stems. Each has a weight: how rare it is among the
   * tools.
   */
  rest: ReadonlyMap<string, number>
  /** The kinds of the things that the step names. */
  nouns: ReadonlySet<string>
  quoted: boolean
}

function evidenceOf(clause: Clause, tools: readonly ToolCard[]): Evidence {
  const [first, ...others] = clause.words
  const rest = new Map<string, number>()
  for (const word of others) {
    if (word.quoted || stopWords.has(word.lower)) continue
    // A tool's name may have the parts of "set-up" or "to-do" as separate words.
    rest.set(word.stem, 0)
  }
  for (const key of rest.keys()) {
    const known = tools.filter((tool) => tool.nouns.includes(key) || tool.mentions.has(key)).length
    rest.set(key, 1 / (1 + Math.log2(Math.max(1, known)) / 2))
  }
  const nouns = new Set(clause.mentions.flatMap(({ things }) => things.map(({ noun }) => noun)))
  return {
    verb: first?.quoted ? '' : (first?.stem ?? ''),
    rest,
    nouns,
    quoted: clause.words.some(({ quoted }) => quoted),
  }
}

function score(clause: Clause, tool: ToolCard, { verb, rest, nouns, quoted }: Evidence): number {
  // "Add a chart" fits a tool that shows a new chart.
  const makes = tool.slots.some(wantsTitle) ? 0.6 * verbLikeness(stem('add'), verb) : 0
  const likeness = Math.max(makes, ...tool.verbs.map((own) => verbLikeness(own, verb)))
  if (likeness === 0 && changesWhatIsThere(verb) && onlyAdds(tool)) return 0
  const named = tool.nouns.some((noun) => isSameNoun(noun, verb))
  let total = likeness * 5 + (named ? 3 : 0)
  if (likeness === 0 && !named) {
    // "Finish it" is a move, if a tool can set the state "done". A tool that only shows such
    // states, or opens a page, is not meant.
    const sets = !isNavigating(tool) && !tool.verbs.some((own) => verbLikeness(own, 'show') >= 0.9)
    if (sets && tool.states.has(verb)) total += 3
    else if (tool.mentions.has(verb)) total += 1.5
    else if (isVerb(verb)) {
      const isState = [...tool.states].some((state) => verbLikeness(state, verb) > 0.5)
      total += sets && isState ? 2.5 : -2
    }
  }

  let fromText = 0
  for (const [key, rarity] of rest) {
    if (tool.nouns.includes(key)) total += 3 * rarity
    else if (tool.verbs.includes(key)) total += rarity
    else if (tool.nouns.some((noun) => isSameNoun(noun, key))) total += 2 * rarity
    else fromText += rarity * (tool.mentions.get(key) ?? 0)
  }
  total += Math.min(2.5, fromText)
  // For example "Clear the filter".
  if (likeness === 0 && verbLikeness(verb, 'reset') >= 0.5)
    total += tool.verbs.some((own) => rest.has(own)) ? 5 : 0

  for (const noun of tool.nouns) if (nouns.has(noun)) total += 1
  if (tool.nouns.length > 0 && !tool.nouns.some((noun) => rest.has(noun) || noun === verb)) {
    // "Show what is low" is not a title for something new.
    const isVague = verbLikeness(verb, 'show') >= 0.9 && !quoted
    total -= isVague && tool.slots.some(wantsTitle) ? 4 : 0.3
  }
  if (total <= 0 && !fills(tool)) return 0

  const wants = (...kinds: string[]) => tool.slots.some((slot) => kinds.includes(slot.kind))
  if (clause.mentions.length > 0 && wants('id')) total += 1.2
  if (quoted && wants('text', 'id')) total += 0.8
  if (clause.hasDate && wants('date', 'date-time', 'day', 'time')) total += 0.8
  if (clause.words.some(({ text }) => text.includes('@')) && wants('email')) total += 0.8
  if (tool.slots.some((slot) => slot.kind === 'number' && isCounted(slot, clause))) total += 0.8
  // For example "My street is Via Roma 12" and "email: me@example.org".
  if (fills(tool) && tool.slots.some((slot) => isNamedIn(slot, clause))) total += 3
  return total
}

/** Whether a verb means something that is there already: "mark the note" adds no note. */
const changesWhatIsThere = (verb: string): boolean =>
  verb !== 'set' &&
  ['change', 'delete', 'cancel', 'complete'].some((own) => verbLikeness(stem(own), verb) >= 0.9)

const onlyAdds = ({ verbs }: ToolCard): boolean =>
  verbs.every((own) => verbLikeness(own, stem('add')) > 0)

/** Whether a slot is the title of what the tool makes. */
export const wantsTitle = ({ kind, required, words }: Slot): boolean =>
  kind === 'text' && required && words.includes(stem('title'))

/** Whether the step has a number after the name of the slot, as in "week 40". */
const isCounted = ({ words: [name] }: Slot, { words }: Clause): boolean =>
  words.some(({ lower }, at) => words[at - 1]?.stem === name && toNumber(lower) !== undefined)

const fills = ({ verbs }: ToolCard): boolean =>
  verbs.some((own) => verbLikeness(own, stem('fill')) >= 0.9)

const isNamedIn = ({ words: names }: Slot, { words }: Clause): boolean =>
  names.length > 0 &&
  names.every((name) => words.some((word) => !word.quoted && word.stem === name))
