import type { ListedTool } from './tool-list.ts'

/** The names of tools by the name of their scope. Tools without one are under ''. */
export type ToolNames = ReadonlyMap<string, readonly string[]>

/** Groups tools by their scopes. A scope of one tool of the same name is no scope of its own. */
export function groupNames(tools: readonly ListedTool[]): ToolNames {
  const sizes = new Map<string, number>()
  for (const { scope } of tools) sizes.set(scope.name, (sizes.get(scope.name) ?? 0) + 1)
  const groups = new Map<string, string[]>()
  for (const { tool, scope } of tools) {
    const isAlone = scope.name === tool.name && sizes.get(scope.name) === 1
    const key = isAlone ? '' : scope.name
    const group = groups.get(key)
    if (group) group.push(tool.name)
    else groups.set(key, [tool.name])
  }
  return groups
}

/**
 * Returns the names of tools as text, a line for each scope. If that is longer than `maxChars`, the
 * lines show fewer names and the number of the others. If it is still too long, there are only
 * names of scopes, with their numbers of tools.
 */
export function toDirectory(names: ToolNames, maxChars: number): string {
  const most = Math.max(0, ...[...names.values()].map(({ length }) => length))
  for (let shown = most; shown > 0; shown = Math.floor(shown * 0.75)) {
    const text = Array.from(names, ([scope, tools]) => toLine(scope, tools, shown)).join('\n')
    if (text.length <= maxChars) return text
  }
  const counts = Array.from(names, ([scope, { length }]) => `${toTitle(scope)} (${length} tools)`)
  const kept: string[] = []
  let left = maxChars - 40
  for (const count of counts) {
    left -= count.length + 2
    if (left < 0) break
    kept.push(count)
  }
  const others = counts.length - kept.length
  return [...kept, ...(others > 0 ? [`and ${others} more scopes`] : [])].join(', ')
}

function toLine(scope: string, tools: readonly string[], shown: number): string {
  const others = tools.length - shown
  const told = tools.slice(0, shown).join(', ') + (others > 0 ? ` and ${others} more` : '')
  return `${toTitle(scope)}: ${told}`
}

/** Returns the name of a scope in a form that can end no line. An app may make it of any text. */
const toTitle = (scope: string): string =>
  scope === '' ? 'others' : scope.replaceAll(/[^\p{L}\p{N} _./:@-]+/gu, '_').slice(0, 64)
