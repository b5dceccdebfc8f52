import { types as t, type Visitor } from '@babel/core'
import { optionsOf } from './codemod-agent.ts'
import { endOf, type File, onMembers, startOf } from './codemod-file.ts'
import type { Known } from './codemod-known.ts'
import { nameOf, type Property, propertyOf } from './codemod-options.ts'

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

/** What a user has to write anew. */
const gone: Readonly<Record<string, string>> = {
  addHook: '`agent.addHook` is gone: write a plug-in, and give it to `use` or `agent.use`',
  addSettler: '`agent.addSettler(settler)` is `agent.use({ name, settle: settler })` now',
  useHook: '`useHook` is gone: write a plug-in, and give it to `usePlugin`',
}

/**
 * Returns the rules that move options of an agent, of `with` and of `runAgent` into `use`, and that
 * tell of hooks. They see the code with all other changes.
 */
export const pluginRules = (file: File, known: Known): Visitor => ({
  CallExpression(path) {
    const options = known.objectOf(optionsOf(path, known))
    if (options) gatherPlugins(options.node, file)
    const { callee } = path.node
    if (known.imports.nameOf(callee, path.scope) === 'useHook')
      file.look(callee, gone['useHook'] ?? '')
  },
  ...onMembers(({ node: { object, property }, scope }) => {
    const why = t.isIdentifier(property) ? gone[property.name] : undefined
    if (!why) return
    if (known.kindOf(object, scope) === 'agent' || known.isNamedAgent(object, scope))
      file.look(property, why)
  }),
})

function gatherPlugins(node: t.ObjectExpression, file: File): void {
  const hooks = propertyOf(node, 'hooks')
  if (hooks) file.look(hooks, '`hooks` is gone: write a plug-in, and give it to `use`')
  const found = node.properties.filter((property) => moved.has(nameOf(property) ?? ''))
  const [first] = found
  if (!first) return
  const use = propertyOf(node, 'use')
  const list = use && t.isArrayExpression(use.value) ? use.value : undefined
  const toText = (): string => found.flatMap((property) => toPlugins(property, file)).join(', ')
  if (list) {
    const at = endOf(list) - 1
    file.replaceBetween(at, at, () => `${list.elements.length ? ', ' : ''}${toText()}`)
  }
  for (const property of found) {
    if (property === first && !list) {
      file.replace(property, () => `use: [${toText()}]`)
      continue
    }
    const rest = /^[ \t]*,/.exec(file.code.slice(endOf(property)))?.[0] ?? ''
    const before = file.code.slice(0, startOf(property))
    const lead = (rest ? /\s*$/ : /,?\s*$/).exec(before)?.[0] ?? ''
    file.replaceBetween(startOf(property) - lead.length, endOf(property) + rest.length, '')
  }
}

function toPlugins(property: Property, file: File): string[] {
  const name = nameOf(property) ?? ''
  if (!t.isObjectProperty(property)) {
    file.look(property, `\`${name}\` is a plug-in of \`use\` now`)
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
    file.look(value, `If this is no plug-in of Ambit, give \`${name}(…)\``)
  return [text]
}
