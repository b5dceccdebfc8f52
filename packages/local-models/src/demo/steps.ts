import type { Clause } from './clause.ts'
import { fillSlots, type Filling, type Missing } from './filling.ts'
import { mendTypos } from './mend-typos.ts'
import {
  findDescribedPage,
  findNavigation,
  findPlace,
  isNavigating,
  isOpenAlready,
  isPageSwitch,
  type Navigation,
} from './pages.ts'
import { isRecord, type Conversation } from './prompt.ts'
import { answerQuestion, isQuestion } from './questions.ts'
import { candidatesFor } from './references.ts'
import { joined, sayAction } from './reply.ts'
import { findPart, nameOf, type Part } from './things.ts'
import { rankTools, wantsTitle, type ToolCard } from './tool.ts'
import { isSpan } from './values.ts'
import { isVerb, loadedWords, stem, stopWords, verbLikeness, type Word } from './words.ts'
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
  // "Cards of Jonas" and "Spain sold 30 pieces" ask for no change.
  if (!tool.reads && first && !asksFor(tool, first)) return false
  const isWay = !prepared && isDetour(tool, clause)
  if (isWay && !isOffered) return false
  if (filling.leftover.length === 0) return true
  const isOnTheWay = isOffered && isWay
  return isOnTheWay && filling.missing === undefined && clause.mentions.length + filling.filled > 0
}

const asksFor = (tool: ToolCard, { stem: key, lower, text }: Word): boolean =>
  text === '' ||
  lower === 'new' ||
  stopWords.has(lower) ||
  (!/[^s]s$/.test(lower) && (isVerb(key) || tool.vocabulary.has(key)))

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

/** The meaning of one step of a request. */
export type Step =
  | { kind: 'call'; tool: ToolCard; inputs: readonly Record<string, unknown>[]; prepares: boolean }
  | { kind: 'ask'; tool: ToolCard; missing: Missing }
  | { kind: 'unavailable'; tool: ToolCard }
  | { kind: 'answer'; text: string }
  /**
   * Words were left that nothing used. `tool` is the one that was asked for. `part` tells that a
   * list is not wholly on the page.
   */
  | {
      kind: 'unclear'
      tool: ToolCard | undefined
      leftover: readonly string[]
      part: Part | undefined
    }
  | { kind: 'nothing' }

/**
 * Returns the call that selects a thing first, as in "Delete “Buy milk”" for a tool that acts on
 * the selection. The step has to name a thing that is not selected. The tool has to take no
 * arguments, or to be off because nothing is selected.
 */
function prepareSelection(
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

const askedOther = /^(and |now |also )?the other( one|s)?$/i

/**
 * Reads "the other one too": the last call again, on the one thing that is left. Returns undefined
 * for another step.
 */
export function readOther(
  { text }: Clause,
  tools: readonly ToolCard[],
  world: World,
): Step | undefined {
  if (!askedOther.test(text.trim())) return undefined
  const earlier = world.conversation.turns.slice(0, -1).findLast(({ calls }) => calls.length > 0)
  const call = earlier?.calls.findLast(({ error }) => error === undefined)
  const tool = tools.find(
    ({ name, unavailable }) => name === call?.tool && unavailable === undefined,
  )
  const slot = tool?.slots.find(({ kind }) => kind === 'id')
  const [name] = slot?.path ?? []
  if (!call || !tool || !slot || name === undefined || !isRecord(call.input)) return undefined
  const done = [call.input[name]].flat().map(String)
  const others = candidatesFor(slot, tool, world).filter(({ id }) => !done.includes(String(id)))
  const [other] = others
  if (!other || others.length > 1) {
    const names = others.slice(0, 8).map((thing) => `“${nameOf(thing)}”`)
    const seen = names.length > 0 ? `I can see ${joined(names)}.` : 'I can see no other one.'
    return { kind: 'answer', text: `${seen} Please say what to do, and with which one.` }
  }
  const id = slot.numeric ? Number(other.id) : String(other.id)
  const input = { ...call.input, [name]: slot.list ? [id] : id }
  return { kind: 'call', tool, inputs: [input], prepares: false }
}

const asked =
  /^(undo|revert|take back|take (it|that|this) back|roll back|undo (it|that|this|them)( again)?|revert (it|that|this)|undo (the |your |my )?(last|previous)( (one|change|step|action|thing))?|undo (everything|all|all of (it|that)))$/

/**
 * Reads "undo that" and the like, which mean what the turn before changed. Also reads "undo the
 * last change", which means the last change whatever it was. Returns undefined for another step.
 */
export function readUndo(
  { text, words }: Clause,
  tools: readonly ToolCard[],
  { turns }: Conversation,
): Step | undefined {
  if (text.length > 80 || words.length > 5) return undefined
  const said = text
    .toLowerCase()
    .replace(/[\s.!]+$/, '')
    .replace(/ (please|now)$/, '')
  if (!asked.test(said)) return undefined
  const wantsAll = /\b(everything|all)\b/.test(said)
  const tool = tools.find(
    ({ unavailable, words: name, slots }) =>
      unavailable === undefined &&
      /^(undo|revert|rollback)$/.test(name[0] ?? '') &&
      !slots.some(({ required, fallback }) => required && fallback === undefined),
  )
  const before = turns.at(-2)
  if (
    /\b(it|that|this|them)\b/.test(said) &&
    before?.calls.every(({ error }) => error !== undefined)
  )
    return {
      kind: 'answer',
      text: 'I changed nothing just now, so I undid nothing. For an earlier change, say “undo the last change”.',
    }
  if (tool && !wantsAll) return { kind: 'call', tool, inputs: [{}], prepares: false }
  const off = tools.find(({ words: name }) => name[0] === 'undo')
  if (off?.unavailable !== undefined) return { kind: 'unavailable', tool: off }
  return {
    kind: 'answer',
    text: 'I cannot take that back by words here.',
  }
}

/** Whether a word of a question says nothing of what is looked up. */
const isAside = (word: string) =>
  (stopWords.has(word) && !loadedWords.has(word)) ||
  /^(drop|dropped|fall|fell|fallen|rise|rose|grow|grew|happen|happened|change|changed)$/.test(word)

/** Returns a question without its question words. The rest has to fit the tool by itself. */
function asLookup(clause: Clause): Clause {
  const [first] = clause.words
  if (!first) return clause
  const kept = [...clause.words.keys()].filter(
    (at) =>
      clause.mentions.some(({ from, to }) => at >= from && at < to) ||
      (at > 0 && (!isAside(clause.words[at]?.lower ?? '') || isSpan(clause.words, at + 1))),
  )
  const words = kept.flatMap((at) => clause.words[at] ?? [])
  const mentions = clause.mentions.map((mention) => {
    const from = kept.indexOf(mention.from) + 1
    return { ...mention, from, to: from + mention.to - mention.from }
  })
  return { ...clause, words: [{ ...first, text: '', lower: '', stem: '' }, ...words], mentions }
}
