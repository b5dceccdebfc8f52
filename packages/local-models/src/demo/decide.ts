import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { isQuestion } from './answer-question.ts'
import { findRequest, hashOf, writeCallId } from './find-request.ts'
import type { Request } from './find-request.ts'
import { sayAbilities } from './phrase-reply.ts'
import { about, answerForeign, answerSmallTalk } from './small-talk.ts'
import { decideStep, readStep } from './decide-step.ts'
import { readOther } from './read-other.ts'
import { readUndo } from './undo-request.ts'
import { rankTools } from './rank-tools.ts'
import { readPrompt } from './read-prompt.ts'
import type { Conversation } from './read-prompt.ts'
import { splitClauses } from './split-clauses.ts'
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
  if (
    request &&
    request.answers.length > 0 &&
    /^\W*(never ?mind|cancel|forget it|leave it)\b.{0,12}$/i.test(request.answers.at(-1) ?? '')
  )
    return { text: 'All right, I left it as it is.' }
  if (request && isLost(request, all, world)) request = findRequest(conversation, () => true)
  if (!request) return { text: `${about} ${sayAbilities(all)}` }
  const isFirst = !conversation.turns.some(({ reply }) => reply.includes(about))
  const isFresh = request.calls.length === 0 && request.answers.length === 0
  const talk = isFresh ? answerSmallTalk(request.text, all) : undefined
  if (talk !== undefined) return { text: talk }
  const clauses = splitClauses(request.text, all, world.things, request.done)
  if (clauses.length === 0) return { text: `${about} ${sayAbilities(all)}` }
  const steps = decideStep(request, clauses, all, world)
  if ('text' in steps) {
    if (!steps.refuses) return { text: steps.text }
    const foreign = answerForeign(request.text)
    if (foreign !== undefined) return { text: withHint(foreign, conversation, hint) }
    const whatElse =
      cards.length > 0 ? 'Ask “What can you do?” for what is possible here.' : sayAbilities(all)
    const told = isFirst ? `${about} ${whatElse}` : about
    return { text: withHint(`${steps.text} ${told}`, conversation, hint) }
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
