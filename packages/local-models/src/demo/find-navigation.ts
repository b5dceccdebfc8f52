import type { Clause } from './split-clauses.ts'
import { stem } from './tokenise.ts'
import type { ToolCard } from './tool-card.ts'
import { stopWords, verbLikeness } from './vocabulary.ts'

/**
 * A call that opens another page. The page is where the step can be done, or is all that the step
 * asks for.
 */
export interface Navigation {
  tool: ToolCard
  input: Record<string, unknown>
  /** True if the step asks for more than the page. The step is then read again on that page. */
  prepares: boolean
}

/** Tells if a tool opens another page and does nothing else. */
export const isNavigating = ({ verbs }: ToolCard): boolean =>
  verbs.some((verb) => verbLikeness(verb, 'go') >= 0.9)

/**
 * Returns the slot of a tool that names the page to open, if the tool needs that one choice alone.
 */
const destinationOf = (tool: ToolCard) => {
  const [slot, ...others] = tool.slots.filter(({ required }) => required)
  const isOne = slot?.kind === 'choice' && !slot.list && others.length === 0
  return isNavigating(tool) && tool.unavailable === undefined && isOne ? slot : undefined
}

/** Tells if a tool opens one of several pages by their names. */
export const isPageSwitch = (tool: ToolCard): boolean => destinationOf(tool) !== undefined

/** Finds the page that a step names, as "orders" in "Show the unpaid orders". */
export function findNavigation(clause: Clause, tools: readonly ToolCard[]): Navigation | undefined {
  for (const tool of tools) {
    const slot = destinationOf(tool)
    if (!slot) continue
    const nameOf = (at: number) => {
      const word = clause.words[at]
      // "Refund it" does not ask for the page of refunds.
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
