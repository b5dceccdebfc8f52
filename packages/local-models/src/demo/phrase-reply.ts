import { nameOf } from './collect-things.ts'
import { joined } from './describe-value.ts'
import type { Missing } from './fill-slots.ts'
import type { ToolCard } from './tool-card.ts'
import { wordsOf } from './tokenise.ts'

const maxListed = 8

/**
 * Asks for a missing value. The text always ends with a question mark, so that the reply is
 * recognised as an answer.
 */
export function askFor(tool: ToolCard, { slot, among }: Missing): string {
  const action = wordsOf(tool.name).join(' ')
  if (slot.kind === 'id') {
    const names = among.slice(0, maxListed).map((thing) => `“${nameOf(thing)}”`)
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
    return `To ${action} I need ${what}. Which one: ${choices}?`
  }
  if (slot.kind === 'boolean') return `To ${action} I need to know: ${slot.label}, yes or no?`
  return `To ${action} I need ${what}. What should it be?`
}

export function sayUnavailable(tool: ToolCard): string {
  const reason = tool.unavailable?.trim()
  const action = wordsOf(tool.name).join(' ')
  if (!reason) return `I cannot ${action} at the moment: it is switched off here.`
  return `I cannot ${action} at the moment: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`
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
