import type { Clause } from './split-clauses.ts'
import { stem, stemsOf } from './tokenise.ts'
import type { ToolCard } from './tool-card.ts'
import { isVerb, stopWords, verbLikeness } from './vocabulary.ts'
import type { World } from './world.ts'

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

/** Whether a tool opens another page and does nothing else. */
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

/** Whether a tool opens one of several pages by their names. */
export const isPageSwitch = (tool: ToolCard): boolean => destinationOf(tool) !== undefined

/** Finds the page that a step names, as "orders" in "Show the unpaid orders". */
export function findNavigation(clause: Clause, tools: readonly ToolCard[]): Navigation | undefined {
  for (const tool of tools) {
    const slot = destinationOf(tool)
    if (!slot) continue
    const nameOf = (at: number) => {
      const word = clause.words[at]
      // "Refund it" does not ask for the page of refunds.
      if (!word || word.quoted || (at === 0 && clause.words.length > 1 && isVerb(word.stem)))
        return undefined
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

/** Whether a step needs a tool of a page that is open, so that to open the page brings nothing. */
export function isOpenAlready(
  { input, prepares }: Navigation,
  tools: readonly ToolCard[],
  { conversation }: World,
): boolean {
  const [name = ''] = Object.values(input).map(String)
  const page = stem(name)
  // The page of one order is not the page of the orders.
  const isPage = ({ scope }: { scope: string }) =>
    stem(scope) === page && /s$/i.test(scope) === /s$/i.test(name)
  return (
    prepares &&
    conversation.contexts.some(isPage) &&
    tools.some((tool) => tool.nouns.includes(page) && !isNavigating(tool))
  )
}

/** Finds the page that a text names, such as the reason why a tool is off. */
export function findPlace(text: string, tools: readonly ToolCard[]): Navigation | undefined {
  const words = stemsOf(text)
  for (const tool of tools) {
    const slot = destinationOf(tool)
    const page = slot?.choices.find((choice) => words.includes(stem(String(choice))))
    const name = slot?.path.at(-1)
    if (name !== undefined && page !== undefined)
      return { tool, input: { [name]: page }, prepares: true }
  }
  return undefined
}

/**
 * Finds the page whose description has words of a step. The tool that opens pages tells what is on
 * each: "dashboard: sales, charts; orders: filters, refunds".
 */
export function findDescribedPage(
  { words }: Clause,
  tools: readonly ToolCard[],
): Navigation | undefined {
  const asked = words.filter(({ lower, quoted }) => !quoted && !stopWords.has(lower))
  for (const tool of tools) {
    const slot = destinationOf(tool)
    const name = slot?.path.at(-1)
    if (!slot || name === undefined) continue
    const pages = slot.choices.map((choice) => ({
      choice,
      about: aboutPage(`${tool.description}\n${slot.description}`, String(choice)),
    }))
    const hits = pages.map(({ choice, about }) => ({
      choice,
      // A word that several pages share tells nothing.
      count: asked.filter(
        ({ stem: key }) =>
          about.has(key) && pages.filter((page) => page.about.has(key)).length === 1,
      ).length,
    }))
    const [best, second] = hits.toSorted((one, other) => other.count - one.count)
    if (best && best.count > 0 && best.count > (second?.count ?? 0))
      return { tool, input: { [name]: best.choice }, prepares: true }
  }
  return undefined
}

/** Returns the stems that a description gives after the name of a page, up to a semicolon. */
function aboutPage(description: string, page: string): ReadonlySet<string> {
  const escaped = page.replaceAll(/[^\p{L}\p{N}]/gu, '.')
  const match = new RegExp(`\\b${escaped}\\s*(?::|\\()([^;)\\n]{1,300})`, 'iu').exec(description)
  return new Set(match ? stemsOf(match[1] ?? '').filter((key) => !stopWords.has(key)) : [])
}
