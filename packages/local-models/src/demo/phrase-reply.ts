import { asSentence } from './as-sentence.ts'
import { sayAction } from './say-action.ts'
import { nothingToUndo } from './say-undo.ts'
import { plainName } from './plain-name.ts'
import { joined } from './describe-value.ts'
import type { Missing } from './fill-slots.ts'
import type { Part } from './partial-lists.ts'
import type { ToolCard } from './tool-card.ts'
import { wordsOf } from './tokenise.ts'
import { stopWords } from './vocabulary.ts'

const maxListed = 8

/**
 * Asks for a missing value. The text always ends with a question mark, so that the reply is
 * recognised as an answer.
 */
export function askFor(tool: ToolCard, { slot, among }: Missing): string {
  const action = sayAction(tool.name)
  if (slot.kind === 'id') {
    const names = among.slice(0, maxListed).map((thing) => `“${plainName(thing)}”`)
    const seen =
      names.length > 0
        ? `I can see ${joined(names)}${among.length > maxListed ? ' and more' : ''}. `
        : ''
    const noun =
      slot.label === 'id' ? (tool.nouns.length > 0 ? wordsOf(tool.name).at(-1) : 'one') : slot.label
    return `${seen}Which ${noun} do you mean?`
  }
  const hint = slot.description.trim().replace(/(?<![.?])[.?]+$/, '')
  const what = `the ${slot.label}${hint && hint.toLowerCase() !== slot.label ? ` (${hint})` : ''}`
  if (slot.choices.length > 0) {
    const choices = joined(slot.choices.slice(0, 12).map(String), 'or')
    // A name such as "by" says nothing to a user, and its description may.
    // "Which page" says as much as the sentence around it.
    if (tool.nouns.includes(slot.words.at(-1) ?? '')) return `Which ${slot.label}: ${choices}?`
    const isShort = slot.label.length < 3 && hint !== ''
    return `${isShort ? hint : `To ${action} I need ${what}`}. Which one: ${choices}?`
  }
  if (slot.kind === 'boolean') return `To ${action} I need to know: ${slot.label}, yes or no?`
  return `To ${action} I need ${what}. What should it be?`
}

/** Says which words of a step nothing used, and that nothing was done therefore. */
export function sayUnclear({
  tool,
  leftover,
  part,
}: {
  tool: ToolCard | undefined
  leftover: readonly string[]
  part: Part | undefined
}): string {
  const action = tool ? sayAction(tool.name) : 'do anything'
  if (part !== undefined) {
    const all = part.all === undefined ? 'some of them' : `${part.shown} of ${part.all}`
    return `I see only ${all} on this page, so I did not ${action}. Please name the ones you mean.`
  }
  const words = joined(leftover.slice(0, 5).map((text) => `“${shorten(text)}”`))
  return `I did not understand ${words}, so I did not ${action}.`
}

/** Cuts a text of the user that is repeated in an answer. */
export const shorten = (text: string): string =>
  text.length > 120 ? `${text.slice(0, 120)}…` : text

export function sayUnavailable(tool: ToolCard): string {
  const reason = tool.unavailable?.trim()
  const action = sayAction(tool.name)
  const isUndo = /^(undo|revert|rollback)$/.test(tool.words[0] ?? '')
  const isTold = reason !== undefined && !/^(|not available now\W*)$/i.test(reason)
  if (isUndo)
    return isTold && !/^there is nothing/i.test(reason) ? asSentence(reason) : nothingToUndo
  if (!isTold) return `I cannot ${action} at the moment: it is switched off here.`
  return asSentence(`I cannot ${action}: ${inSentence(reason)}`)
}

/** Begins a reason in lower case, unless its first word is a name. */
function inSentence(reason: string): string {
  const first = /^[A-Z][a-z]*\b/.exec(reason)?.[0]
  const isCommon = first !== undefined && first !== 'I' && stopWords.has(first.toLowerCase())
  return isCommon ? reason.charAt(0).toLowerCase() + reason.slice(1) : reason
}

/** Describes what the offered tools can do, in their own words. */
export function sayAbilities(tools: readonly ToolCard[]): string {
  const usable = tools.filter(({ unavailable }) => unavailable === undefined)
  if (usable.length === 0) return 'There is nothing I can act on here: the page offers no tools.'
  const lines = usable.slice(0, maxListed).map(({ name, description }) => {
    const first = description.trim().split(/(?<=[.!?])\s|\n/)[0]
    return `- ${first || wordsOf(name).join(' ')}`
  })
  const more = usable.length - lines.length
  return ['Here I can:', ...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}
