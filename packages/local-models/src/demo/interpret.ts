import { answerQuestion, isQuestion } from './answer-question.ts'
import type { Thing } from './collect-things.ts'
import { fillSlots } from './fill-slots.ts'
import type { Filling, Missing } from './fill-slots.ts'
import { findWay, isLeading, isSwitch } from './find-way.ts'
import { rankTools, wantsTitle } from './rank-tools.ts'
import type { Clause } from './split-clauses.ts'
import { stem } from './stem.ts'
import { stemsOf } from './tokenise.ts'
import type { ToolCard } from './tool-card.ts'
import { isVerb, stopWords, verbLikeness } from './vocabulary.ts'
import type { World } from './world.ts'

/** What one step of a request comes to. */
export type Step =
  | { kind: 'call'; tool: ToolCard; inputs: readonly Record<string, unknown>[]; prepares: boolean }
  | { kind: 'ask'; tool: ToolCard; missing: Missing }
  | { kind: 'unavailable'; tool: ToolCard }
  | { kind: 'answer'; text: string }
  | { kind: 'nothing' }

/** `prepared`: a call that makes this step possible was made already. */
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
  // A question may look something up but must not change anything.
  const command = asks ? asLookup(clause) : clause
  const usable = asks
    ? tools.filter(isLookup)
    : prepared
      ? tools.filter((tool) => !isSwitch(tool) && !isDetour(tool, command))
      : tools
  const way = asks || prepared ? undefined : findWay(command, tools)
  const go: Step | undefined = way && {
    kind: 'call',
    tool: way.tool,
    inputs: [way.input],
    prepares: way.prepares,
  }
  const ranked = rankTools(command, usable)
  const best = ranked[0]
  if (!best) {
    const text = clause.words.some(isShowing) ? answerQuestion(clause, world) : undefined
    return text ? { kind: 'answer', text } : (go ?? { kind: 'nothing' })
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
  if (go && (filling.missing || !isNamed(tool, command))) return go
  const seen = isStateAsText(tool, filling, world) ? answerQuestion(clause, world) : undefined
  if (seen) return { kind: 'answer', text: seen }
  return toStep(tool, filling, !prepared && isDetour(tool, command))
}

/** "Show only done tasks" where a filter knows titles alone: what the page shows of each task is the better answer. */
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

/** What a question leaves open is no reason to ask back: the first choice is as good as any. */
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

/** "Refund order 7" where only the order can be opened: what is asked for may be possible there. */
function isDetour(tool: ToolCard, { words: [verb] }: Clause): boolean {
  if (!isLeading(tool) || !verb || verb.quoted || !isVerb(verb.stem)) return false
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

/** A question without its asking words: what is left has to fit the tool by itself. */
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
 * "Delete “Buy milk”" where the tool acts on the selection: selects first. Only when the step names a thing that is not selected, and the
 * tool either takes no arguments or is off for want of a selection.
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
