import { type NodePath, types as t } from '@babel/core'
import { type File, lineOf, nameOf, type Property } from './codemod-file.ts'

/** The options that are plug-ins of `use` now. */
const moved: ReadonlySet<string> = new Set([
  'audit',
  'compaction',
  'conversation',
  'followups',
  'guardrails',
  'ledger',
  'redaction',
  'repair',
  'sandbox',
  'toolCache',
  'toolList',
  'toolResultLimit',
])

/** The plug-ins that write to a place of the application's own. */
const writers: ReadonlySet<string> = new Set(['audit', 'conversation', 'ledger'])

/** Moves options of an agent, of `with` and of `runAgent` into `use`. */
export function gatherPlugins({ node, parent }: NodePath<t.ObjectExpression>, file: File): void {
  if (!t.isCallExpression(parent) && !t.isNewExpression(parent)) return
  const { callee } = parent
  const name = t.isIdentifier(callee)
    ? callee.name
    : t.isMemberExpression(callee) && t.isIdentifier(callee.property)
      ? callee.property.name
      : ''
  if (!/agent/i.test(name) && name !== 'with') return
  const found = node.properties.filter((property) => moved.has(nameOf(property) ?? ''))
  const [first] = found
  if (!first) return
  const use = node.properties.find((property) => nameOf(property) === 'use')
  const before = t.isObjectProperty(use) && t.isArrayExpression(use.value) ? use : undefined
  const toText = (): string => found.flatMap((property) => toPlugins(property, file)).join(', ')
  if (before) {
    const at = (before.end ?? 0) - 1
    const isEmpty = t.isArrayExpression(before.value) && before.value.elements.length === 0
    file.add({ start: at, end: at, toText: () => `${isEmpty ? '' : ', '}${toText()}` })
  }
  for (const property of found) {
    const { start, end } = property
    if (property === first && !before)
      file.add({ start: start ?? 0, end: end ?? 0, toText: () => `use: [${toText()}]` })
    else {
      const rest = /^[ \t]*,/.exec(file.code.slice(end ?? 0))?.[0] ?? ''
      const lead = (rest ? /\s*$/ : /,?\s*$/).exec(file.code.slice(0, start ?? 0))?.[0] ?? ''
      const from = (start ?? 0) - lead.length
      file.add({ start: from, end: (end ?? 0) + rest.length, toText: () => '' })
    }
  }
}

function toPlugins(property: Property, file: File): string[] {
  const name = nameOf(property) ?? ''
  if (!t.isObjectProperty(property)) {
    file.look(lineOf(property), `\`${name}\` is a plug-in of \`use\` now`)
    return []
  }
  const { value } = property
  const text = property.shorthand ? name : file.textOf(value)
  if (t.isIdentifier(value, { name: 'undefined' })) return []
  if (name === 'guardrails') {
    if (!t.isArrayExpression(value)) return [`...${text}`]
    return value.elements.flatMap((element) => (element ? [file.textOf(element)] : []))
  }
  if (writers.has(name) && t.isObjectExpression(value)) return [`${name}(${text})`]
  if (writers.has(name) && !t.isCallExpression(value))
    file.look(lineOf(value), `If this is no plug-in of Ambit, give \`${name}(…)\``)
  return [text]
}
