import type { Clause } from './clause.ts'
import type { Slot } from './slots.ts'
import type { ToolCard } from './tool.ts'
import {
  articles,
  isVerb,
  loadedWords,
  stem,
  stemsOf,
  stopWords,
  verbLikeness,
  type Word,
  wordsOf,
} from './words.ts'
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
    const page = nameOf(at)
    if (prepares && !suits(clause, aboutPage(tool, slot, String(page)), true)) continue
    return { tool, input: { [name]: page }, prepares }
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
  clause: Clause,
  tools: readonly ToolCard[],
): Navigation | undefined {
  const { words } = clause
  const isPage = ({ stem: key }: Word) =>
    tools.some((tool) => destinationOf(tool)?.choices.some((each) => stem(String(each)) === key))
  const asked = words.filter((word) => !word.quoted && !stopWords.has(word.lower) && !isPage(word))
  for (const tool of tools) {
    const slot = destinationOf(tool)
    const name = slot?.path.at(-1)
    if (!slot || name === undefined) continue
    const pages = slot.choices.map((choice) => ({
      choice,
      about: aboutPage(tool, slot, String(choice)),
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
    const about = pages.find(({ choice }) => choice === best?.choice)?.about
    if (about && best && best.count > (second?.count ?? 0) && suits(clause, about, false))
      return { tool, input: { [name]: best.choice }, prepares: true }
  }
  return undefined
}

/**
 * Whether a step can be done on a page, as far as the description of the page tells. What only asks
 * to see a page that it names can; else the page has to have the verb, or what the verb is about.
 * Of a page without a description, the name is all that is known.
 */
function suits({ words }: Clause, about: ReadonlySet<string>, isNamed: boolean): boolean {
  const [first] = words
  if (about.size === 0) return isNamed
  const isKnown = ({ stem: key }: Word) => about.has(key)
  const counts = ({ lower, quoted }: Word) =>
    !quoted && (!stopWords.has(lower) || loadedWords.has(lower))
  // "Print the orders" has a verb too, which no page has.
  const isCommand = first && (isVerb(first.stem) || articles.has(words[1]?.lower ?? ''))
  if (!first || first.quoted || !isCommand) {
    const unknown = words.filter((word) => counts(word) && !isKnown(word))
    return isNamed || (unknown.length < 2 && !unknown.some(({ lower }) => loadedWords.has(lower)))
  }
  if (goes(first.stem)) return isNamed || words.slice(1).some(isKnown)
  return (
    [...about].some((key) => verbLikeness(key, first.stem) >= 0.5) ||
    words.slice(1).some((word) => counts(word) && isKnown(word))
  )
}

/**
 * Returns the stems of the parts of a description that name a page: "orders: filters, refunds", up
 * to a semicolon or a full stop.
 */
function aboutPage(tool: ToolCard, slot: Slot, page: string): ReadonlySet<string> {
  const key = stem(page)
  const parts = `${tool.description}\n${slot.description}`.slice(0, 2000).split(/[;.\n]/)
  const words = parts.flatMap((part) => {
    // "To refund an order, open that order" tells nothing of the page "refunds".
    const isOfPage = wordsOf(page).every((word) => wordsOf(part).includes(word))
    return isOfPage ? stemsOf(part).filter((word) => word !== key) : []
  })
  return new Set(words.filter((word) => !stopWords.has(word)))
}
