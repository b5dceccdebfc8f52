import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { type Clause, splitClauses } from './clause.ts'
import {
  type Conversation,
  findRequest,
  hashOf,
  readPrompt,
  type Request,
  writeCallId,
} from './prompt.ts'
import { isQuestion } from './questions.ts'
import {
  about,
  actionWords,
  answerForeign,
  answerSmallTalk,
  askFor,
  capitalised,
  sayAbilities,
  sayAction,
  sayUnavailable,
  sayUnclear,
  shorten,
} from './reply.ts'
import { summarise } from './report.ts'
import { interpret, readOther, readUndo, type Step } from './steps.ts'
import { rankTools, toolCard, type ToolCard, unavailableCard } from './tool.ts'
import { stem, verbLikeness } from './words.ts'
import { readWorld, type World } from './world.ts'
import { isNavigating, isPageSwitch } from './pages.ts'
import { candidatesFor } from './references.ts'
import { plainName } from './things.ts'

interface PlannedCall {
  id: string
  tool: string
  /** The arguments as JSON text. */
  input: string
}

/** The next step: some calls, or the final text, with sentences that work where it refuses. */
export type Decision =
  | { calls: readonly PlannedCall[] }
  | { text: string; offers?: readonly string[] }

/**
 * Reads the state of the request from the prompt and decides its next step. Pure: the same prompt
 * gives the same decision.
 */
export function decide(
  {
    prompt,
    tools = [],
    toolChoice,
  }: Pick<LanguageModelV4CallOptions, 'prompt' | 'tools' | 'toolChoice'>,
  now: Date,
  /** The sentence that tells, at the first refusal, how to get a language model. */
  hint = '',
): Decision {
  const conversation = readPrompt(prompt)
  const { unavailable, instances } = conversation
  const cards = tools.flatMap((tool) =>
    tool.type === 'function' && allows(toolChoice, tool.name) && !unavailable.has(tool.name)
      ? [toolCard(tool, instances.get(tool.name))]
      : [],
  )
  // A tool that has left is as little there as one that never came.
  const off = [...unavailable].filter(([, reason]) => reason !== 'no longer on the page')
  const all = [...cards, ...off.map(([name, reason]) => unavailableCard(name, reason))]
  const world = readWorld(conversation, all, now)

  let request = findRequest(conversation, (text) => isRequest(text, all, world))
  if (/^\W*(never ?mind|cancel|forget it|leave it)\W*$/i.test(request?.answers.at(-1) ?? ''))
    return { text: 'I left it as it is.' }
  if (request && isLost(request, all, world)) request = findRequest(conversation, () => true)
  if (!request) return { text: `${about} ${sayAbilities(all)}` }
  const isFirst = !conversation.turns.some(({ reply }) => reply.includes(about))
  const isFresh = request.calls.length === 0 && request.answers.length === 0
  const talk = isFresh ? answerSmallTalk(request.text, all) : undefined
  const works = (text: string, tool: ToolCard): boolean => {
    const alone = { text, back: 0, answers: [], done: -1, calls: [], ends: [] }
    const clauses = splitClauses(text, all, world.things, -1)
    const step = clauses.length === 1 && decideStep(alone, clauses, all, world)
    return step && 'tool' in step && step.tool === tool
  }
  if (talk !== undefined)
    return { text: talk, offers: talk.startsWith(about) ? findOffers([], all, world, works) : [] }
  const clauses = splitClauses(request.text, all, world.things, request.done)
  if (clauses.length === 0) return { text: `${about} ${sayAbilities(all)}` }
  const steps = decideStep(request, clauses, all, world)
  if ('text' in steps) {
    if (!steps.refuses) return { text: steps.text }
    const foreign = answerForeign(request.text)
    const offers = findOffers(clauses, all, world, works)
    if (foreign !== undefined) return { text: withHint(foreign, conversation, hint), offers }
    const whatElse =
      cards.length > 0 ? 'Ask “What can you do?” for what is possible here.' : sayAbilities(all)
    const told = isFirst ? `${about} ${whatElse}` : about
    return { text: withHint(`${steps.text} ${told}`, conversation, hint), offers }
  }
  const count = conversation.turns.reduce((sum, turn) => sum + turn.calls.length, 0)
  const hash = hashOf(JSON.stringify(conversation.turns))
  const calls = steps.inputs.map((input, index) => ({
    id: writeCallId(count + index + 1, { back: request.back, end: steps.end }, hash),
    tool: steps.tool.name,
    input: JSON.stringify(input),
  }))
  return { calls }
}

function allows(choice: LanguageModelV4CallOptions['toolChoice'], name: string): boolean {
  if (choice?.type === 'none') return false
  return choice?.type !== 'tool' || choice.toolName === name
}

/** Adds the hint, if the conversation does not have it yet. */
function withHint(text: string, { turns }: Conversation, hint: string): string {
  if (hint === '' || turns.some(({ reply }) => reply.includes(hint))) return text
  return `${text}${text.includes('\n') ? '\n\n' : ' '}${hint}`
}

/**
 * Whether the last message does not answer the question before it. The step that waited is then
 * given up, so that no question comes a third time. Not every question in the prompt is from this
 * model.
 */
function isLost(request: Request, tools: readonly ToolCard[], world: World): boolean {
  const last = request.answers.at(-1)
  if (last === undefined) return false
  const read = (answers: readonly string[]) => {
    for (const clause of splitClauses(request.text, tools, world.things, request.done)) {
      if (clause.end <= request.done) continue
      const step = readStep(clause, { ...request, ends: [] }, tools, world, answers)
      if (step.kind !== 'nothing' && step.kind !== 'answer') return step
    }
    return undefined
  }
  const before = read(request.answers.slice(0, -1))
  if (before?.kind !== 'ask') return true
  if (/^\W*(what|which|why|huh|sorry|pardon|how so)\b.{0,12}$/i.test(last)) return false
  const after = read(request.answers)
  return after?.kind === 'ask' && after.missing.slot === before.missing.slot
}

/**
 * Whether a reply to a question is a request of its own. Such a reply is a question, or a command
 * that fits a tool by its verb and by more words.
 */
function isRequest(text: string, tools: readonly ToolCard[], world: World): boolean {
  const [clause] = splitClauses(text, tools, world.things, -1)
  if (clause && clause.words.length > 2 && isQuestion(clause)) return true
  if (clause && (readUndo(clause, tools, world.conversation) ?? readOther(clause, tools, world)))
    return true
  const best = clause && rankTools(clause, tools)[0]
  const verb = clause?.words[0]
  if (!best || !verb || verb.quoted || clause.words.length < 2) return false
  return best.score >= 5.9 && best.tool.verbs.some((own) => verbLikeness(own, verb.stem) >= 0.9)
}

/** The calls to make next. `end` is the offset in the request that is done with them. */
interface NextCalls {
  tool: ToolCard
  inputs: readonly Record<string, unknown>[]
  end: number
}

/** The end of a turn. `refuses`: something was not understood, and nothing else was said of it. */
interface FinalText {
  text: string
  refuses: boolean
}

/** Works through the steps of a request that are left, up to the next call or to the answer. */
function decideStep(
  request: Request,
  clauses: readonly Clause[],
  tools: readonly ToolCard[],
  world: World,
): NextCalls | FinalText {
  const said: string[] = []
  const unclaimed = request.calls.filter((_, index) => request.ends[index] === undefined)
  const failed = request.calls.some(({ error }) => error !== undefined)
  const pending = clauses.filter(({ end }) => end > request.done)
  const skipped = clauses.filter(
    ({ start, end }) =>
      end <= request.done &&
      !request.ends.some((at) => at !== undefined && at >= start && at <= end),
  )
  const unmatched = request.back === 0 ? skipped.map(({ text }) => text) : []
  let refuses = unmatched.length > 0

  let answers = request.answers
  for (const [index, clause] of failed ? [] : pending.entries()) {
    const step = readStep(clause, request, tools, world, answers)
    if (step.kind === 'call') {
      // Calls whose ids were rewritten still count, so that no step is done twice.
      const claimed = unclaimed.findIndex(({ tool }) => tool === step.tool.name)
      if (claimed >= 0) {
        unclaimed.splice(claimed, step.inputs.length)
        answers = []
        continue
      }
      const end = step.prepares ? clause.start : clause.end
      return { tool: step.tool, inputs: step.inputs, end }
    }
    if (step.kind === 'answer') {
      said.push(step.text)
      continue
    }
    refuses ||= step.kind === 'nothing' || step.kind === 'unclear'
    // What follows may mean what this step should have brought.
    said.push(...sayRest(pending.slice(index + 1)))
    if (step.kind === 'nothing') unmatched.push(clause.text)
    if (step.kind === 'unclear') said.unshift(sayUnclear(step))
    if (step.kind === 'ask') said.push(askFor(step.tool, step.missing))
    if (step.kind === 'unavailable') said.push(sayUnavailable(step.tool))
    break
  }

  const report = summarise(request.calls, world.things, tools)
  if (failed) report.push(...sayRest(pending))
  for (const text of unmatched) report.push(`I found nothing here that fits “${shorten(text)}”.`)
  return {
    text: [...report, ...said].join(report.length + said.length > 3 ? '\n\n' : ' '),
    refuses: refuses && request.calls.length === 0,
  }
}

/** Reads one step, first as one of those that mean the step before. */
function readStep(
  clause: Clause,
  { ends }: Request,
  tools: readonly ToolCard[],
  world: World,
  answers: readonly string[],
): Step {
  return (
    readUndo(clause, tools, world.conversation) ??
    readOther(clause, tools, world) ??
    interpret(clause, tools, world, answers, ends.includes(clause.start))
  )
}

function sayRest(clauses: readonly Clause[]): string[] {
  if (clauses.length === 0) return []
  const texts = clauses.slice(0, 5).map(({ text }) => `“${shorten(text)}”`)
  return [`Not done yet: ${texts.join(', ')}.`]
}

const maxOffers = 3
const maxTools = 12

/**
 * Finds up to three sentences that can be said on this page: first for the tools that a refused
 * step speaks of. They only show something, unless the page has nothing to show. `works` runs the
 * rules on a sentence.
 */
function findOffers(
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
