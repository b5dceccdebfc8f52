import type { Clause } from './clause.ts'
import { isNavigating, isPageSwitch } from './pages.ts'
import { candidatesFor } from './references.ts'
import { actionWords, capitalised, sayAction } from './reply.ts'
import { plainName } from './things.ts'
import { rankTools, type ToolCard } from './tool.ts'
import { stem, verbLikeness } from './words.ts'
import type { World } from './world.ts'

const maxOffers = 3
const maxTools = 12

/**
 * Finds up to three sentences that can be said on this page: first for the tools that a refused
 * step speaks of. They only show something, unless the page has nothing to show. `works` runs the
 * rules on a sentence.
 */
export function findOffers(
  refused: readonly Clause[],
  tools: readonly ToolCard[],
  world: World,
  works: (sentence: string, tool: ToolCard) => boolean,
): string[] {
  const safe = tools.filter((tool) => tool.unavailable === undefined && !isRisky(tool))
  const reading = safe.filter(({ reads }) => reads)
  const usable = reading.length > 0 ? reading : safe
  const asked = refused.flatMap((clause) => rankTools(clause, usable)).map(({ tool }) => tool)
  const pagesLast = usable.toSorted((one, other) => +isNavigating(one) - +isNavigating(other))
  const said = new Set(refused.flatMap(({ words }) => words.map(({ stem: key }) => key)))
  const offers: string[] = []
  for (const tool of [...new Set([...asked, ...pagesLast])].slice(0, maxTools)) {
    const working = sentencesFor(tool, said, world).find((sentence) => works(sentence, tool))
    if (working !== undefined) offers.push(working)
    if (offers.length === maxOffers) break
  }
  return offers
}

/** Whether a press too many could cost something. */
const isRisky = ({ verbs }: ToolCard): boolean =>
  verbs.some((verb) =>
    /^(delet|remov|cancel|refund|clos|send|submit|archiv|clear|reset|undo|pay|buy|order|publish|approv)$/.test(
      verb,
    ),
  )

/** Returns sentences for a tool, made from its parameters and from what the page shows. */
function sentencesFor(tool: ToolCard, said: ReadonlySet<string>, world: World): string[] {
  const [name = '', ...rest] = actionWords(tool.name)
  const noun = rest.join(' ')
  const verb =
    verbLikeness(stem(name), 'show') >= 0.9 && name !== 'find' ? 'Show' : capitalised(name)
  const needed = tool.slots.filter(({ required, fallback }) => required && fallback === undefined)
  const slot = (needed.length > 0 ? needed : tool.slots).find(({ kind }) => kind === 'choice')
  const isSaid = (choice: string) => said.has(stem(choice))
  const choices = (slot?.choices ?? [])
    .map(String)
    .filter((choice) => !/^(any|all|none)\b/i.test(choice))
    .toSorted((one, other) => +isSaid(other) - +isSaid(one))
    .slice(0, 3)
  if (slot && isPageSwitch(tool)) {
    const isOpen = (page: string) => world.conversation.contexts.some(({ scope }) => scope === page)
    return choices.filter((page) => !isOpen(page)).map((page) => `Open the ${page} ${slot.label}`)
  }
  if (needed.length === 0 && slot && verb === 'Show')
    return choices.map((choice) =>
      noun.endsWith('s')
        ? `Show ${choice} ${noun}`
        : `Show the ${noun} with ${slot.label} ${choice}`,
    )
  if (needed.length === 0) return [capitalised(sayAction(tool.name))]
  const [first, other] = needed
  if (first === slot && !other)
    return choices.flatMap((choice) =>
      slot?.words[0] === 'by'
        ? [`${verb} ${noun} by ${choice}`]
        : [`${verb} ${choice} ${noun}`, `${verb} the ${choice}`],
    )
  if (first?.kind !== 'id' || other) return []
  return candidatesFor(first, tool, world)
    .slice(0, 1)
    .map((thing) => `${verb} ${noun} ${plainName(thing)}`)
}
