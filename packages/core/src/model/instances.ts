import type { ToolInstance } from '../tools/context.ts'

/** The most instances of a tool that the model is told, of those that are on and that are off. */
const maxTold = 50

/**
 * Returns what the model is told of the instances of a tool, and which these are. Of more than 50
 * that are on, they are the selected and then the newest, and the last line counts the others.
 */
export function tellInstances(all: readonly ToolInstance[]): {
  readonly told: readonly ToolInstance[]
  readonly lines: readonly (object | string)[]
} {
  const on = all.filter(({ off }) => off === undefined)
  const others = all.filter(({ off }) => off !== undefined)
  const more = on.length - maxTold
  if (more > 0) on.reverse().sort((one, other) => Number(!one.selected) - Number(!other.selected))
  const told = [...on.slice(0, maxTold), ...others.slice(0, maxTold)]
  const lines = told.map(({ id, label, selected, off }) => ({
    id,
    label,
    selected: selected || undefined,
    off,
  }))
  return { told, lines: more > 0 ? [...lines, `and ${more} more; call with their id`] : lines }
}
