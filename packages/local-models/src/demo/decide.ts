import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { isQuestion } from './answer-question.ts'
import { findRequest, hashOf, writeCallId } from './find-request.ts'
import type { Request } from './find-request.ts'
import { interpret } from './interpret.ts'
import { askFor, sayAbilities, sayUnavailable } from './phrase-reply.ts'
import { rankTools } from './rank-tools.ts'
import { readPrompt } from './read-prompt.ts'
import { splitClauses } from './split-clauses.ts'
import type { Clause } from './split-clauses.ts'
import { summarise } from './summarise.ts'
import { toolCard, unavailableCard } from './tool-card.ts'
import type { ToolCard } from './tool-card.ts'
import { verbLikeness } from './vocabulary.ts'
import { readWorld } from './world.ts'
import type { World } from './world.ts'

export interface PlannedCall {
  id: string
  tool: string
  /** The arguments as JSON text. */
  input: string
}

/** The next step: some calls, or the final text. */
export type Decision = { calls: readonly PlannedCall[] } | { text: string }

const asksForHelp =
  /^\W*(help( me)?|(what|how) can (you|i) (do|say|ask)|what (are|do) you|who are you)\b.{0,30}$/i

const about = 'I am a rule-based demo, not a language model.'

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
): Decision {
  const conversation = readPrompt(prompt)
  const offered = tools.filter((tool) => tool.type === 'function' && allows(toolChoice, tool.name))
  const cards = offered.flatMap((tool) => (tool.type === 'function' ? [toolCard(tool)] : []))
  const off = [...conversation.unavailable].filter(
    ([name]) => !cards.some((card) => card.name === name),
  )
  const all = [...cards, ...off.map(([name, reason]) => unavailableCard(name, reason))]
  const world = readWorld(conversation, now)

  let request = findRequest(conversation, (text) => isRequest(text, all, world))
  if (request && request.answers.length > 0 && !isOpen(request, all, world)) {
    request = findRequest(conversation, () => true)
  }
  if (!request) return { text: `${about} ${sayAbilities(all)}` }
  if (
    request.answers.length > 0 &&
    /^\W*(never ?mind|cancel|forget it|leave it)\b.{0,12}$/i.test(request.answers.at(-1) ?? '')
  ) {
    return { text: 'All right, I left it as it is.' }
  }
  if (asksForHelp.test(request.text)) return { text: `${about} ${sayAbilities(all)}` }
  const clauses = splitClauses(request.text, all, world.things, request.done)
  if (clauses.length === 0) return { text: smallTalk(request.text, all) }
  const steps = decideStep(request, clauses, all, world)
  if ('text' in steps) return steps
  const count = conversation.turns.reduce((sum, turn) => sum + turn.calls.length, 0)
  const hash = hashOf(JSON.stringify(conversation.turns))
  const calls = steps.inputs.map((input, index) => ({
    id: writeCallId(count + index + 1, { back: request.back, end: steps.end }, hash),
    tool: steps.tool.name,
    input: JSON.stringify(input),
  }))
  return { calls }
}

interface NextCalls {
  tool: ToolCard
  inputs: readonly Record<string, unknown>[]
  end: number
}

function decideStep(
  request: Request,
  clauses: readonly Clause[],
  tools: readonly ToolCard[],
  world: World,
): NextCalls | { text: string } {
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

  let answers = request.answers
  for (const [index, clause] of failed ? [] : pending.entries()) {
    const prepared = request.ends.includes(clause.start)
    const step = interpret(clause, tools, world, answers, prepared)
    if (step.kind === 'call') {
      // Calls whose ids were rewritten still count, so that no step is done twice.
      const claimed = unclaimed.findIndex(({ tool }) => tool === step.tool.name)
      if (claimed >= 0) {
        unclaimed.splice(claimed, step.inputs.length)
        answers = []
        continue
      }
      return {
        tool: step.tool,
        inputs: step.inputs,
        end: step.prepares ? clause.start : clause.end,
      }
    }
    if (step.kind === 'answer') said.push(step.text)
    if (step.kind === 'nothing') unmatched.push(clause.text)
    if (step.kind === 'ask' || step.kind === 'unavailable') {
      said.push(...leftOver(pending.slice(index + 1)))
      said.push(step.kind === 'ask' ? askFor(step.tool, step.missing) : sayUnavailable(step.tool))
      break
    }
  }

  const report = summarise(request.calls, world.things, tools)
  if (failed) report.push(...leftOver(pending))
  for (const text of unmatched) report.push(`I found nothing here that fits “${shorten(text)}”.`)
  if (report.length === unmatched.length && said.length === 0)
    report.push(about, sayAbilities(tools))
  return { text: [...report, ...said].join(report.length + said.length > 3 ? '\n\n' : ' ') }
}

function leftOver(clauses: readonly Clause[]): string[] {
  if (clauses.length === 0) return []
  return [
    `Not done yet: ${clauses
      .map(({ text }) => `“${shorten(text)}”`)
      .slice(0, 5)
      .join(', ')}.`,
  ]
}

const shorten = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text)

function smallTalk(text: string, tools: readonly ToolCard[]): string {
  return /\bthank/i.test(text) ? 'You are welcome.' : `${about} ${sayAbilities(tools)}`
}

function allows(choice: LanguageModelV4CallOptions['toolChoice'], name: string): boolean {
  if (choice?.type === 'none') return false
  return choice?.type !== 'tool' || choice.toolName === name
}

/**
 * Tells if the next step, without the last message, waits for a value. Not every question in the
 * prompt is from this model.
 */
function isOpen(request: Request, tools: readonly ToolCard[], world: World): boolean {
  const answers = request.answers.slice(0, -1)
  for (const clause of splitClauses(request.text, tools, world.things, request.done)) {
    if (clause.end <= request.done) continue
    const { kind } = interpret(clause, tools, world, answers, false)
    if (kind !== 'nothing' && kind !== 'answer') return kind === 'ask'
  }
  return false
}

/**
 * Tells if a reply to a question is a request of its own. Such a reply is a question, or a command
 * that fits a tool by its verb and by more words.
 */
function isRequest(text: string, tools: readonly ToolCard[], world: World): boolean {
  const [clause] = splitClauses(text, tools, world.things, -1)
  if (clause && clause.words.length > 2 && isQuestion(clause)) return true
  const best = clause && rankTools(clause, tools)[0]
  const verb = clause?.words[0]
  if (!best || !verb || verb.quoted || clause.words.length < 2) return false
  return best.score >= 5.9 && best.tool.verbs.some((own) => verbLikeness(own, verb.stem) >= 0.9)
}
