import { type NodePath, types as t, type Visitor } from '@babel/core'
import { endOf, type File, isCall, isMember, type Member, onMembers } from './codemod-file.ts'
import type { Imported, Imports } from './codemod-imports.ts'
import type { Known } from './codemod-known.ts'

/** The hooks without arguments that are a part of another hook's result now. */
const parts: Readonly<Record<string, readonly [hook: string, call: string]>> = {
  useArtifacts: ['useAgent', 'useAgent((state) => state.session.artifacts)'],
  useMessageIds: ['useMessages', 'useMessages().ids'],
  useMessagePages: ['useMessages', 'useMessages().pages'],
  useProvidedAgent: ['useAgent', 'useAgent().agent'],
  useScopes: ['useAgent', 'useAgent((state) => state.scopes)'],
  useSessions: ['useAgent', 'useAgent((state) => state.session)'],
}

/** The hooks whose results have other shapes now. */
const hooks: Readonly<Record<string, string>> = {
  useBranches: '`useBranches(id)` is `useAgent(() => agent.history.branches(id))` now',
  useRenderers: '`useRenderers` is `useCallRenderer(tool, render)` now, for each tool',
  useToolRenderer:
    '`useToolRenderer(tool)` is gone: `<Call id={callId} />` shows a call by its own `render`',
  useToolCall: '`useToolCall(id)` is `useCall(id)` now, with `state` for `status`',
  useUndo:
    '`useUndo(callId)` is `useCall(callId)` now, with `undo`, `canUndo` and `undoNow`; for a run, `useAgent(() => agent.calls.canUndo(runId))` and `agent.undo(runId)`',
  useUsage: '`useUsage()` is `useAgent((state) => state.session.usage)` now',
}

/** Where the parts of an agent are now that were stores of their own. */
const stores: Readonly<Record<string, string>> = {
  activity: 'what it does is in `agent.getState()` now, its calls in `agent.calls`',
  artifacts: 'the artifacts are in `agent.sessions` now',
  outside:
    'the calls are in `agent.calls` now, the switch is `scopes.allowOutside` and `allowsOutside`',
  touches: 'what a call touched is its `touched` in `agent.calls` now',
  undos: 'the undo of a call is its `undo` in `agent.calls` now',
  usage: 'the usage is in `agent.sessions` now',
}

/** What stands now for a chain of members behind an agent. The longest that fits counts. */
const chains: readonly (readonly [before: string, now: string])[] = [
  ['activity.getState().calls', 'calls.getState()'],
  ['activity.getState', 'getState'],
  ['activity.subscribe', 'subscribe'],
  ['artifacts.getState().artifacts', 'sessions.getState().artifacts'],
  ['outside.allow()', 'scopes.allowOutside(true)'],
  ['outside.stop()', 'scopes.allowOutside(false)'],
  ['undos.canUndo', 'calls.canUndo'],
  ['usage.getState()', 'sessions.getState().usage'],
]

/** Returns the rules for the stores of an agent, and for the hooks that read them. */
export const storeRules = (file: File, known: Known): Visitor => ({
  JSXOpeningElement({ node: { name, attributes }, scope }) {
    if (!['Call', 'ToolView'].includes(known.imports.nameOf(name, scope) ?? '')) return
    for (const each of attributes)
      if (t.isJSXAttribute(each) && t.isJSXIdentifier(each.name, { name: 'callId' }))
        file.replace(each.name, 'id')
  },
  VariableDeclarator({ node: { id, init }, scope }) {
    if (!t.isObjectPattern(id) || !init || known.kindOf(init, scope) !== 'agent') return
    for (const each of id.properties)
      if (t.isObjectProperty(each) && t.isIdentifier(each.key)) lookAt(each, each.key.name, file)
  },
  ...onMembers((path) => {
    const { object, property, computed } = path.node
    if (computed || !t.isIdentifier(property) || !Object.hasOwn(stores, property.name)) return
    if (known.kindOf(object, path.scope) === 'agent') moveStore(path, property.name, file)
    else if (known.isNamedAgent(object, path.scope)) lookAt(property, property.name, file)
  }),
})

function lookAt(node: t.Node, name: string, file: File): void {
  if (Object.hasOwn(stores, name)) file.look(node, `\`${name}\` of an agent: ${stores[name]}`)
}

function moveStore(path: NodePath<Member>, name: string, file: File): void {
  const { property } = path.node
  let chain = name
  let found: { readonly end: t.Node; readonly now: string } | undefined
  for (let at: NodePath = path; ;) {
    const now = chains.find(([before]) => before === chain)?.[1]
    if (now !== undefined) found = { end: at.node, now }
    const outer = at.parentPath
    if (
      isMember(outer?.node) &&
      outer.node.object === at.node &&
      t.isIdentifier(outer.node.property)
    )
      chain += `.${outer.node.property.name}`
    else if (isCall(outer?.node) && at.key === 'callee' && outer.node.arguments.length === 0)
      chain += '()'
    else break
    at = outer as NodePath
  }
  if (found) file.replaceBetween(property.start ?? 0, endOf(found.end), found.now)
  if (!found || chain.endsWith('.calls') || name === 'artifacts')
    return lookAtShape(path, chain, file)
}

/** Tells of what has another shape now, and of a store that is another one. */
function lookAtShape(path: NodePath<Member>, chain: string, file: File): void {
  const { property } = path.node
  if (chain.startsWith('artifacts.getState().artifacts')) return
  if (chain === 'activity.getState().calls')
    file.look(property, 'A call in `agent.calls` has `state`, and stays once it has ended')
  else lookAt(property, chain.split('.')[0] ?? '', file)
}

/** Changes the hooks that are parts of others now, and tells of those that have another shape. */
export function changeHooks(program: NodePath<t.Program>, imports: Imports, file: File): void {
  for (const one of imports.all) {
    if (one.source !== '@ambit/react') continue
    const part = parts[one.name]
    if (part) changePart(one, part, imports, file)
    const why = hooks[one.name]
    if (why !== undefined)
      program.traverse({
        CallExpression: ({ node: { callee }, scope }) => {
          if (imports.nameOf(callee, scope) === one.name) file.look(callee, why)
        },
      })
  }
}

function changePart(
  one: Imported,
  [hook, call]: readonly [hook: string, call: string],
  imports: Imports,
  file: File,
): void {
  const changed = new Set<NodePath>()
  for (const use of one.uses) {
    const { parent, key } = use
    if (!isCall(parent) || key !== 'callee') {
      file.look(use.node, `\`${one.name}()\` is \`${call}\` now`)
      continue
    }
    file.replace(parent, call)
    changed.add(use)
  }
  if (changed.size > 0) imports.need(hook, one.source)
  imports.remove(one, (use) => changed.has(use))
}
