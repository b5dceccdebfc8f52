import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { readSlots } from './read-slots.ts'
import type { Slot } from './read-slots.ts'
import { stem, stemsOf, wordsOf } from './tokenise.ts'
import { isVerb, stopWords, verbLikeness } from './vocabulary.ts'

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
