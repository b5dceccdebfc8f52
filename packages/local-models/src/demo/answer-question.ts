import { answerAboutFigure } from './answer-figure.ts'
import { answerAboutList } from './answer-list.ts'
import { answerAboutThing } from './answer-thing.ts'
import { nameOf } from './collect-things.ts'
import { joined } from './describe-value.ts'
import type { Clause } from './split-clauses.ts'
import type { World } from './world.ts'

const question =
  /^(how|which|what|what'?s|who|who'?s|whose|where|where'?s|when|when'?s|why|is|are|was|were|am|tell me (how|which|what|who|when|where)|(do|does|did|have|has) (i|we|you|they|any|the|he|she|it)|(can|could|should) i)\b/

export function isQuestion({ text }: Clause): boolean {
  return question.test(text.toLowerCase())
}

/**
 * Answers from what the page and the tools have shown, without a call. Each word of the question
 * has to mean something in the answer. Returns undefined if they do not hold the answer.
 */
export function answerQuestion(clause: Clause, world: World): string | undefined {
  // What is there now does not tell if it is more than before.
  if (/^(is|are|was|were|did)\b.*\b(up|down|better|worse)\b/i.test(clause.text)) return undefined
  return (
    answerAboutSelection(clause, world) ??
    answerAboutFigure(clause, world) ??
    answerAboutThing(clause, world) ??
    answerAboutList(clause, world)
  )
}

function answerAboutSelection({ text, words }: Clause, world: World): string | undefined {
  const isAsked = /\b(selected|selection|playing)\b/i.test(text) && !/\bhow many\b/i.test(text)
  if (!isAsked || words.length > 5) return undefined
  const names = world.selected.map((thing) => `“${nameOf(thing)}”`)
  return names.length > 0 ? `${joined(names)} at the moment.` : 'Nothing at the moment.'
}
