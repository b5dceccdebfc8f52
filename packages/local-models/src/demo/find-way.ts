import type { Clause } from './split-clauses.ts'
import { stem } from './stem.ts'
import type { ToolCard } from './tool-card.ts'
import { stopWords, verbLikeness } from './vocabulary.ts'

/** A call that leads to another page, where a step can be done or which is all it asks for. */
export interface Way {
  tool: ToolCard
  input: Record<string, unknown>
  /** The step says more than where to go: it is read again there. */
  prepares: boolean
}

/** Whether a tool leads somewhere else, and what it does ends there. */
export const isLeading = ({ verbs }: ToolCard): boolean =>
  verbs.some((verb) => verbLikeness(verb, 'go') >= 0.9)

/** The one choice that a tool needs to lead to one of several pages. */
const destinationOf = (tool: ToolCard) => {
  const [slot, ...others] = tool.slots.filter(({ required }) => required)
  const isOne = slot?.kind === 'choice' && !slot.list && others.length === 0
  return isLeading(tool) && tool.unavailable === undefined && isOne ? slot : undefined
}

/** Whether a tool leads to one of several pages by their names. */
export const isSwitch = (tool: ToolCard): boolean => destinationOf(tool) !== undefined

/** The page a step names, as "orders" in "Show the unpaid orders". */
export function findWay(clause: Clause, tools: readonly ToolCard[]): Way | undefined {
  for (const tool of tools) {
    const slot = destinationOf(tool)
    if (!slot) continue
    const nameOf = (at: number) => {
      const word = clause.words[at]
      // "Refund it" does not ask for the refunds.
      if (!word || word.quoted || (at === 0 && clause.words.length > 1)) return undefined
      const exact = slot.choices.find((choice) => String(choice).toLowerCase() === word.lower)
      return exact ?? slot.choices.find((choice) => stem(String(choice)) === word.stem)
    }
    const at = clause.words.findIndex((_, index) => nameOf(index) !== undefined)
    if (at < 0) continue
    const prepares = clause.words.some(
      (word, index) => index !== at && !(index === 0 && goes(word.stem)) && !isFiller(word, tool),
    )
    const name = slot.path.at(-1) ?? ''
    return { tool, input: { [name]: nameOf(at) }, prepares }
  }
  return undefined
}

const goes = (verb: string): boolean =>
  verb === 'back' || verbLikeness(verb, 'go') >= 0.5 || verbLikeness(verb, 'show') >= 0.5

const isFiller = (word: Clause['words'][number], { nouns }: ToolCard): boolean =>
  !word.quoted &&
  (stopWords.has(word.lower) ||
    nouns.includes(word.stem) ||
    /^(page|tab|section|screen|view|list|overview|back)$/.test(word.lower))
