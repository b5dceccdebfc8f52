import { fillSlots } from './fill-slots.ts'
import type { Step } from './step.ts'
import type { Clause } from './split-clauses.ts'
import type { ToolCard } from './tool-card.ts'
import { verbLikeness } from './vocabulary.ts'
import type { World } from './world.ts'

/**
 * Returns the call that selects a thing first, as in "Delete “Buy milk”" for a tool that acts on
 * the selection. The step has to name a thing that is not selected. The tool has to take no
 * arguments, or to be off because nothing is selected.
 */
export function prepareSelection(
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
