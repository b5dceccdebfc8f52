import type { Request } from './find-request.ts'
import { interpret } from './interpret.ts'
import type { Step } from './step.ts'
import { askFor, sayUnavailable, sayUnclear, shorten } from './phrase-reply.ts'
import { readOther } from './read-other.ts'
import { readUndo } from './undo-request.ts'
import type { Clause } from './split-clauses.ts'
import { summarise } from './summarise.ts'
import type { ToolCard } from './tool-card.ts'
import type { World } from './world.ts'

/** The calls to make next. `end` is the offset in the request that is done with them. */
export interface NextCalls {
  tool: ToolCard
  inputs: readonly Record<string, unknown>[]
  end: number
}

/** The end of a turn. `refuses`: something was not understood, and nothing else was said of it. */
export interface FinalText {
  text: string
  refuses: boolean
}

/** Works through the steps of a request that are left, up to the next call or to the answer. */
export function decideStep(
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
export function readStep(
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
