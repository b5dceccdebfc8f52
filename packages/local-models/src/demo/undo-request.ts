import type { Conversation } from './read-prompt.ts'
import type { Clause } from './split-clauses.ts'
import type { Step } from './step.ts'
import type { ToolCard } from './tool-card.ts'

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
