import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { readSlots } from './read-slots.ts'
import type { Slot } from './read-slots.ts'
import { stem, wordsOf } from './tokenise.ts'
import { isVerb, stopWords } from './vocabulary.ts'

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
}

const inDescription = 1
const inParameter = 1.4
const inChoice = 1.5

export function toolCard(tool: LanguageModelV4FunctionTool): ToolCard {
  const slots = readSlots(tool.inputSchema)
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
  return {
    ...nameParts(tool.name),
    states: new Set(states),
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
