import { answerQuestion, isQuestion } from './answer-question.ts'
import type { Thing } from './collect-things.ts'
import { fillSlots } from './fill-slots.ts'
import type { Filling, Missing } from './fill-slots.ts'
import { findNavigation, isNavigating, isPageSwitch } from './find-navigation.ts'
import { rankTools, wantsTitle } from './rank-tools.ts'
import type { Clause } from './split-clauses.ts'
import { stem, stemsOf } from './tokenise.ts'
import type { ToolCard } from './tool-card.ts'
import { isVerb, stopWords, verbLikeness } from './vocabulary.ts'
import type { World } from './world.ts'

/** The meaning of one step of a request. */
export type Step =
  | { kind: 'call'; tool: ToolCard; inputs: readonly Record<string, unknown>[]; prepares: boolean }
  | { kind: 'ask'; tool: ToolCard; missing: Missing }
  | { kind: 'unavailable'; tool: ToolCard }
  | { kind: 'answer'; text: string }
  | { kind: 'nothing' }

/** Interprets one step. `prepared`: a call that makes this step possible was already made. */
export function interpret(
  clause: Clause,
  tools: readonly ToolCard[],
  world: World,
  answers: readonly string[],
  prepared: boolean,
): Step {
  const asks = isQuestion(clause)
  const known = asks ? answerQuestion(clause, world) : undefined
  if (known) return { kind: 'answer', text: known }
  // A question may look something up, but must not change anything.
  const command = asks ? asLookup(clause) : clause
  const usable = asks
    ? tools.filter(isLookup)
    : prepared
      ? tools.filter((tool) => !isPageSwitch(tool) && !isDetour(tool, command))
      : tools
  const found = asks || prepared ? undefined : findNavigation(command, tools)
  const navigation: Step | undefined = found && {
    kind: 'call',
    tool: found.tool,
    inputs: [found.input],
    prepares: found.prepares,
  }
  const ranked = rankTools(command, usable)
  const best = ranked[0]
  if (!best) {
    const text = clause.words.some(isShowing) ? answerQuestion(clause, world) : undefined
    return text ? { kind: 'answer', text } : (navigation ?? { kind: 'nothing' })
  }
  const preparing = prepared ? undefined : prepare(command, best.tool, tools, world)
  if (preparing) return preparing
  if (best.tool.unavailable !== undefined) return { kind: 'unavailable', tool: best.tool }

  const near = ranked.filter(
    ({ tool, score }) => tool.unavailable === undefined && score > best.score * 0.85,
  )
  const options = near.slice(0, 3).map(({ tool, score }) => {
    const filling = fill(tool, command, world, answers, asks)
    return { tool, filling, worth: score + 0.3 * filling.filled - (filling.missing ? 100 : 0) }
  })
  const chosen = options.toSorted((a, b) => b.worth - a.worth)[0]
  if (!chosen) return { kind: 'nothing' }
  const { tool, filling } = chosen
  if (navigation && (filling.missing || !isNamed(tool, command))) return navigation
  const seen = isStateAsText(tool, filling, world) ? answerQuestion(clause, world) : undefined
  if (seen) return { kind: 'answer', text: seen }
  return toStep(tool, filling, !prepared && isDetour(tool, command))
}

/**
 * Tells if a text filter was given a state, as in "Show only done tasks" where the filter knows
 * titles alone. The state that the page shows of each task is then the better answer.
 */
function isStateAsText({ slots }: ToolCard, { inputs: [input] }: Filling, { things }: World) {
  return slots.some(({ kind, required, path: [name = ''], words }) => {
    const text = kind === 'text' && !required ? input?.[name] : undefined
    if (typeof text !== 'string') return false
    const said = stemsOf(text)
    const isState = ([key, value]: [string, unknown], { id, title }: Thing) =>
      typeof value === 'string' &&
      value !== id &&
      value !== title &&
      !words.includes(stem(key)) &&
      said.includes(stem(value))
    return things.some((thing) =>
      Object.entries(thing.record).some((entry) => isState(entry, thing)),
    )
  })
}

/**
 * Fills the slots of a tool. For a question, takes the first choice for a missing value, and asks
 * for nothing.
 */
function fill(
  tool: ToolCard,
  clause: Clause,
  world: World,
  answers: readonly string[],
  asks: boolean,
): Filling {
  const filling = fillSlots(tool, clause, world, answers)
  const [choice] = filling.missing?.slot.choices ?? []
  if (!asks || choice === undefined) return filling
  return fillSlots(tool, clause, world, [...answers, String(choice)])
}

/**
 * Tells if a tool only opens a page for another command, as in "Refund order 7". The command may be
 * possible on that page.
 */
function isDetour(tool: ToolCard, { words: [verb] }: Clause): boolean {
  if (!isNavigating(tool) || !verb || verb.quoted || !isVerb(verb.stem)) return false
  return tool.verbs.every((own) => verbLikeness(own, verb.stem) === 0)
}

const isNamed = ({ nouns }: ToolCard, { words }: Clause): boolean =>
  nouns.length === 0 || words.some(({ stem, quoted }) => !quoted && nouns.includes(stem))

const maxCalls = 50

function toStep(tool: ToolCard, { inputs, missing }: Filling, prepares: boolean): Step {
  if (missing) return { kind: 'ask', tool, missing }
  if (inputs.length > maxCalls) {
    const text = `That would be ${inputs.length} calls of “${tool.name}” at once; I make at most ${maxCalls}.`
    return { kind: 'answer', text }
  }
  return { kind: 'call', tool, inputs, prepares }
}

const isShowing = ({ stem }: { stem: string }) => verbLikeness(stem, 'show') >= 0.5

const isLookup = ({ verbs, slots }: ToolCard) =>
  verbs.some((verb) => verbLikeness(verb, 'show') >= 0.9) && !slots.some(wantsTitle)

/** Returns a question without its question words. The rest has to fit the tool by itself. */
function asLookup(clause: Clause): Clause {
  const [first] = clause.words
  if (!first) return clause
  const kept = [...clause.words.keys()].filter(
    (at) =>
      clause.mentions.some(({ from, to }) => at >= from && at < to) ||
      (at > 0 && !stopWords.has(clause.words[at]?.lower ?? '')),
  )
  const words = kept.flatMap((at) => clause.words[at] ?? [])
  const mentions = clause.mentions.map((mention) => {
    const from = kept.indexOf(mention.from) + 1
    return { ...mention, from, to: from + mention.to - mention.from }
  })
  return { ...clause, words: [{ ...first, text: '', lower: '', stem: '' }, ...words], mentions }
}

/**
 * Returns the call that selects a thing first, as in "Delete “Buy milk”" for a tool that acts on
 * the selection. The step has to name a thing that is not selected. The tool has to take no
 * arguments, or to be off because nothing is selected.
 */
function prepare(
  clause: Clause,
  tool: ToolCard,
  tools: readonly ToolCard[],
  world: World,
): Step | undefined {
  const reason = tool.unavailable?.toLowerCase().match(/\p{L}+/gu) ?? []
  const named = clause.mentions.length > 0 || clause.words.some(({ quoted }) => quoted)
  for (const select of tools) {
    if (select === tool || select.unavailable !== undefined) continue
    const selects = select.verbs.find((verb) => verbLikeness(verb, 'select') >= 0.9)
    const sameKind = select.nouns.some((noun) => tool.nouns.includes(noun))
    if (selects === undefined || !sameKind || !select.slots.some(({ kind }) => kind === 'id'))
      continue
    const wanted =
      tool.unavailable === undefined
        ? tool.slots.length === 0 && named
        : reason.some((word) => verbLikeness(word.replace(/(ed|ing|s)$/, ''), selects) >= 0.9)
    if (!wanted) continue
    const { inputs, missing } = fillSlots(select, clause, world, [])
    const [input] = inputs
    if (missing || !input || inputs.length > 1) continue
    const isSelected = world.selected.some(({ id }) => Object.values(input).includes(id))
    if (!isSelected) return { kind: 'call', tool: select, inputs, prepares: true }
  }
  return undefined
}
