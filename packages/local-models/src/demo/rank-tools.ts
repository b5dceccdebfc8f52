import { toNumber } from './find-numbers.ts'
import { isNavigating } from './find-navigation.ts'
import type { Slot } from './read-slots.ts'
import type { Clause } from './split-clauses.ts'
import { stem } from './tokenise.ts'
import type { ToolCard } from './tool-card.ts'
import { isSameNoun, isVerb, stopWords, verbLikeness } from './vocabulary.ts'

export interface Ranked {
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
