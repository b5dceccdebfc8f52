import { answerQuestion, isQuestion } from './answer-question.ts'
import type { Thing } from './collect-things.ts'
import { fillSlots } from './fill-slots.ts'
import type { Filling } from './fill-slots.ts'
import {
  findDescribedPage,
  findNavigation,
  findPlace,
  isNavigating,
  isOpenAlready,
  isPageSwitch,
} from './find-navigation.ts'
import type { Navigation } from './find-navigation.ts'
import { asLookup } from './as-lookup.ts'
import { sayAction } from './say-action.ts'
import { prepareSelection } from './prepare-selection.ts'
import { candidatesFor } from './find-things.ts'
import { mendTypos } from './mend-typos.ts'
import { findPart } from './partial-lists.ts'
import { rankTools, wantsTitle } from './rank-tools.ts'
import type { Clause } from './split-clauses.ts'
import { stem, stemsOf } from './tokenise.ts'
import type { Word } from './tokenise.ts'
import type { ToolCard } from './tool-card.ts'
import { isVerb, stopWords, verbLikeness } from './vocabulary.ts'
import type { Step } from './step.ts'
import type { World } from './world.ts'

interface Option {
  tool: ToolCard
  filling: Filling
  score: number
  worth: number
}

/**
 * Interprets one step. If the words as written mean nothing, reads them with the likeliest typing
 * errors mended. `prepared`: a call that makes this step possible was already made.
 */
export function interpret(
  clause: Clause,
  tools: readonly ToolCard[],
  world: World,
  answers: readonly string[],
  prepared: boolean,
): Step {
  const step = interpretAsWritten(clause, tools, world, answers, prepared)
  if (step.kind !== 'nothing' && step.kind !== 'unclear') return step
  const mended = mendTypos(clause, tools, world)
  if (!mended) return step
  const other = interpretAsWritten(mended, tools, world, answers, prepared)
  const isGuess = other.kind === 'call' && other.prepares
  return isGuess || other.kind === 'nothing' || other.kind === 'unclear' ? step : other
}

function interpretAsWritten(
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
  const isAfterPreparing = (tool: ToolCard) => !isPageSwitch(tool) && !isDetour(tool, command)
  const usable = asks ? tools.filter(isLookup) : prepared ? tools.filter(isAfterPreparing) : tools
  const found = asks || prepared ? undefined : findNavigation(command, tools)
  const navigation = found && !isOpenAlready(found, tools, world) ? toNavigation(found) : undefined
  const ranked = rankCounted(command, usable)
  const best = ranked[0]
  if (!best) {
    const text = answerShowing(clause, world)
    if (text) return { kind: 'answer', text }
    return navigation ?? elsewhere(clause, tools, world, prepared) ?? { kind: 'nothing' }
  }
  const preparing = prepared ? undefined : prepareSelection(command, best.tool, tools, world)
  if (preparing) return preparing
  if (best.tool.unavailable !== undefined) {
    const place = prepared ? undefined : findPlace(best.tool.unavailable, tools)
    return place ? toNavigation(place) : { kind: 'unavailable', tool: best.tool }
  }

  const options = ranked
    .filter(({ tool, score }) => tool.unavailable === undefined && score > best.score * 0.5)
    .slice(0, 6)
    .map(({ tool, score }) => toOption(tool, score, fill(tool, command, world, answers, asks)))
    .toSorted((one, other) => other.worth - one.worth)
  const clear = options.filter(
    (option) =>
      isClear(option, command, prepared) &&
      // A text that takes all words fits everywhere, so the tool itself has to fit well.
      (!option.filling.guessed || option.tool.reads || option.score > best.score * 0.97),
  )
  // A tool that has the very verb is meant, even if it still needs a value that another does not.
  const isExact = ({ tool }: Option) =>
    !tool.reads && tool.verbs.includes(command.words[0]?.stem ?? '')
  const chosen = clear.find(isExact) ?? clear[0]
  const isUnsure =
    chosen !== undefined &&
    !isExact(chosen) &&
    (chosen.filling.missing !== undefined || (chosen.tool.reads && !isNamed(chosen.tool, command)))
  if (chosen && !(navigation && isUnsure)) {
    const { tool, filling } = chosen
    const seen = isStateAsText(tool, filling, world) ? answerQuestion(clause, world) : undefined
    if (seen) return { kind: 'answer', text: seen }
    return toStep(tool, filling, !prepared && isDetour(tool, command))
  }
  // A page does not help where a tool for the very verb is here, or one that speaks of that page.
  const page = stem(String(Object.values(found?.input ?? {})[0]))
  const speaks = ({ tool, filling }: Option) =>
    !tool.reads && tool.vocabulary.has(page) && filling.filled > 0 && !filling.missing
  if (navigation && !options.some((option) => isExact(option) || speaks(option))) return navigation
  const text = asks ? undefined : answerShowing(clause, world)
  if (text) return { kind: 'answer', text }
  return elsewhere(clause, tools, world, prepared) ?? toUnclear(options, clause, asks, world)
}

/** Returns what the page shows, if a step asks to be shown something. */
const answerShowing = (clause: Clause, world: World): string | undefined =>
  clause.words.slice(0, 1).some(isShowing) ? answerQuestion(clause, world) : undefined

/** Ranks tools. One that is off counts only if the step speaks of it: only its name is known. */
function rankCounted(command: Clause, usable: readonly ToolCard[]): ReturnType<typeof rankTools> {
  const fitting = rankTools(command, usable)
  const isShort = command.words.length < 3 && !command.words.slice(0, 1).some(isShowing)
  const counted = fitting.filter(
    ({ tool }) => tool.unavailable === undefined || isNamed(tool, command) || isShort,
  )
  return counted.length > 0 ? counted : fitting
}

/**
 * Whether an option used every word. What only opens the page of a thing may leave words that are
 * read again on that page.
 */
function isClear({ tool, filling }: Option, clause: Clause, prepared: boolean): boolean {
  const isMany = clause.words.some(
    ({ lower, stem, quoted }) => !quoted && lower.endsWith('s') && tool.nouns.includes(stem),
  )
  // "Show the orders from yesterday" does not ask for the page of one order.
  if (isMany && isNavigating(tool) && !isPageSwitch(tool)) return false
  const verb = clause.words[0]?.stem ?? ''
  const isOffered = tool.vocabulary.has(verb) && !tool.nouns.includes(verb)
  const [first] = clause.words
  // "Orders of Ada" does not ask for the page of Ada.
  const isOther =
    first &&
    (!isVerb(first.stem) || /[^s]s$/.test(first.lower)) &&
    !isPageSwitch(tool) &&
    !tool.nouns.includes(first.stem)
  if (isNavigating(tool) && isOther && first.text !== '' && clause.mentions[0]?.from !== 0)
    return false
  // A statement such as "Spain sold 30 pieces" is no text to write somewhere.
  if (filling.guessed && !tool.reads && first && !asksFor(tool, first)) return false
  const isWay = !prepared && isDetour(tool, clause)
  if (isWay && !isOffered) return false
  if (filling.leftover.length === 0) return true
  const isOnTheWay = isOffered && isWay
  return isOnTheWay && filling.missing === undefined && clause.mentions.length + filling.filled > 0
}

const asksFor = (tool: ToolCard, { stem: key, lower }: Word): boolean =>
  isVerb(key) ||
  tool.verbs.includes(key) ||
  tool.nouns.includes(key) ||
  stopWords.has(lower) ||
  lower === 'new'

const toOption = (tool: ToolCard, score: number, filling: Filling): Option => ({
  tool,
  filling,
  score,
  worth: score + 0.3 * filling.filled - (filling.missing ? 100 : 0),
})

function toUnclear(options: readonly Option[], clause: Clause, asks: boolean, world: World): Step {
  const [first] = options
    .filter(({ filling }) => filling.leftover.length > 0)
    .toSorted((one, other) => one.filling.leftover.length - other.filling.leftover.length)
  if (!first || asks) return { kind: 'nothing' }
  const { tool, filling } = first
  const isAll = filling.leftover.some((part) => /\b(all|every|each|everything)\b/i.test(part))
  const things = tool.slots.flatMap((slot) =>
    slot.kind === 'id' ? candidatesFor(slot, tool, world) : [],
  )
  const part = isAll ? findPart(world, things) : undefined
  const verb = clause.words[0]?.stem ?? ''
  const isAsked = tool.verbs.some((own) => verbLikeness(own, verb) > 0) || tool.states.has(verb)
  return { kind: 'unclear', tool: isAsked ? tool : undefined, leftover: filling.leftover, part }
}

const toNavigation = ({ tool, input, prepares }: Navigation): Step => ({
  kind: 'call',
  tool,
  inputs: [input],
  prepares,
})

/** Returns the way to a page that is described by the words of a step. */
function elsewhere(
  clause: Clause,
  tools: readonly ToolCard[],
  world: World,
  prepared: boolean,
): Step | undefined {
  const place = prepared ? undefined : findDescribedPage(clause, tools)
  const [page] = Object.values(place?.input ?? {}).map(String)
  const isOpen = world.conversation.contexts.some(({ scope }) => scope === page)
  return place && !isOpen ? toNavigation(place) : undefined
}

/**
 * Whether a text filter was given a state, as in "Show only done tasks" where the filter knows
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
  const filling = fillSlots(tool, clause, world, answers, asks)
  const [choice] = filling.missing?.slot.choices ?? []
  if (!asks || choice === undefined) return filling
  return fillSlots(tool, clause, world, [...answers, String(choice)], asks)
}

/**
 * Whether a tool only opens a page for another command, as in "Refund order 7". The command may be
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
    const text = `I would have to ${sayAction(tool.name)} ${inputs.length} times at once; I do at most ${maxCalls}.`
    return { kind: 'answer', text }
  }
  return { kind: 'call', tool, inputs, prepares }
}

const isShowing = ({ stem, lower }: Word) =>
  verbLikeness(stem, 'show') >= 0.5 && !/^(take|bring|switch)$/.test(lower)

const isLookup = ({ verbs, slots }: ToolCard) =>
  verbs.some((verb) => verbLikeness(verb, 'show') >= 0.9) && !slots.some(wantsTitle)
