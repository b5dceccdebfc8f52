import { type NodePath, types as t } from '@babel/core'
import { type File, isCall, isMember, onMembers } from './codemod-file.ts'
import { type Imported, wordOf } from './codemod-imports.ts'
import type { Kind, Known } from './codemod-known.ts'

/** The names that are other ones now, by the module that has them. */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '@ambit/core': {
    ApprovalRequest: 'PendingApproval',
    Ask: 'PendingQuestion',
    SignInOffer: 'PendingSignIn',
  },
  '@ambit/core/code': { AgentScope: 'RunScope' },
  '@ambit/react': {
    AgentPending: 'PageBusy',
    AgentPendingProps: 'PageBusyProps',
    ScopeProvider: 'AgentScope',
    ScopeProviderProps: 'AgentScopeProps',
    ToolRenderProps: 'RenderProps',
    ToolView: 'Call',
    ToolViewProps: 'CallProps',
    settleOnReactRouter: 'reactRouter',
    settleOnTanStackRouter: 'tanstackRouter',
    useAgentEvents: 'useAgentEvent',
    useToolView: 'useCall',
  },
  '@ambit/react/query': { settleOnQueries: 'queries' },
}

/** The functions of `useAgent()` that are others now. */
const verbs: Readonly<Record<string, string>> = {
  answerCalls: '`answerCalls(results)` of `useAgent()` is `resume({ results })` now',
  edit: '`edit(id, content)` of `useAgent()` is `chat(content, { replaces: id })` now',
  regenerate: '`regenerate(id)` of `useAgent()` is `resume({ from: id })` now, with the id',
  retry: '`retry()` of `useAgent()` is `resume()` now',
  send: '`send` of `useAgent()` is `chat` now',
}

/** Renames what a file has of React, and tells of the functions of `useAgent()` that are others. */
export function changeReact(program: NodePath<t.Program>, known: Known, file: File): void {
  for (const one of known.imports.all) {
    const now = names[one.source]?.[one.name]
    if (now !== undefined) renameImport(one, now, program, known, file)
  }
  for (const node of program.node.body) {
    if (!t.isExportNamedDeclaration(node)) continue
    for (const specifier of node.specifiers)
      if (t.isExportSpecifier(specifier))
        renameExport(specifier, names[node.source?.value ?? '']?.[specifier.local.name], file)
  }
  lookAtVerbs(program, known, file)
}

/** Renames an import where it is used too, unless something else in the file has the new name. */
function renameImport(
  one: Imported,
  now: string,
  program: NodePath<t.Program>,
  { imports }: Known,
  file: File,
): void {
  const { name } = one.specifier.local
  if (one.name === name && usesOf(now, program).length > 0) return imports.alias(one, now)
  imports.rename(one, now)
  const binding = program.scope.getBinding(name)
  for (const use of one.name === name ? usesOf(name, program) : []) {
    if (use.scope.getBinding(name) !== binding) continue
    const { node, parent } = use
    if (t.isExportSpecifier(parent)) renameExport(parent, now, file)
    else if (t.isObjectProperty(parent) && parent.shorthand) file.replace(parent, `${name}: ${now}`)
    else file.replace(node, now)
  }
}

function renameExport(
  { local, exported }: t.ExportSpecifier,
  now: string | undefined,
  file: File,
): void {
  if (now === undefined) return
  file.replace(local, wordOf(exported) === local.name ? `${now} as ${local.name}` : now)
}

/** Returns the places of a file that mean something by a name, but for its import. */
function usesOf(name: string, program: NodePath<t.Program>): NodePath[] {
  const uses: NodePath[] = []
  const add = (path: NodePath<t.Identifier | t.JSXIdentifier>): void => {
    if (path.node.name === name && !isLabel(path)) uses.push(path)
  }
  program.traverse({ Identifier: add, JSXIdentifier: add })
  return uses
}

/** Whether a name is that of a member, a property or an attribute, or the one in an import. */
function isLabel({ parent, key }: NodePath): boolean {
  if (t.isImportSpecifier(parent))
    return key === 'imported' || parent.imported.start === parent.local.start
  if (t.isExportSpecifier(parent)) return key === 'exported'
  if (t.isTSQualifiedName(parent)) return key === 'right'
  if (t.isJSXAttribute(parent)) return true
  return (key === 'key' || key === 'property') && !('computed' in parent && parent.computed)
}

/** Tells of each function of `useAgent()` that is another now. */
function lookAtVerbs(program: NodePath<t.Program>, known: Known, file: File): void {
  const look = (node: t.Node, kind: Kind | undefined, name: string): void => {
    const texts = kind === undefined ? undefined : moved[kind]
    if (texts && Object.hasOwn(texts, name)) file.look(node, texts[name] ?? '')
  }
  program.traverse({
    VariableDeclarator({ node: { id, init }, scope }) {
      const kind = known.kindOf(init, scope)
      for (const property of t.isObjectPattern(id) ? id.properties : [])
        if (t.isObjectProperty(property) && t.isIdentifier(property.key))
          look(property, kind, property.key.name)
    },
    ...onMembers(({ node: { object, property, computed }, parent, key, scope }) => {
      if (computed || !t.isIdentifier(property)) return
      const kind = known.kindOf(object, scope)
      // The calls of an agent are changed.
      const isCalled = isCall(parent) && key === 'callee'
      const isChanged = kind === 'agent' || (kind === 'history' && isMember(object))
      if (!isCalled || !isChanged) look(property, kind, property.name)
    }),
    TSIndexedAccessType({ node: { objectType, indexType } }) {
      const isOfResult =
        t.isTSTypeReference(objectType) &&
        t.isIdentifier(objectType.typeName) &&
        known.imports.ofType(objectType.typeName.name)?.name === 'UseAgentResult'
      if (isOfResult && t.isTSLiteralType(indexType) && t.isStringLiteral(indexType.literal))
        look(indexType, 'hook', indexType.literal.value)
    },
  })
}

/** The functions of an agent that are others now, where they are not called but taken. */
const ofAgents: Readonly<Record<string, string>> = {
  answerCalls: '`answerCalls(results)` of an agent is `resume({ results })` now',
  cancelAll: '`cancelAll` of an agent is `cancel` now',
  once: '`once` of an agent is `on(type, handler, { once: true })` now',
  retry: '`retry()` of an agent is `resume()` now',
}

const ofHistory: Readonly<Record<string, string>> = {
  edit: '`edit(id, content)` of a history is `chat(content, { replaces: id })` of its agent now',
  regenerate: '`regenerate(id)` of a history is `resume({ from: id })` of its agent now',
}

/** What has functions that are others now. */
const moved: Partial<Record<Kind, Readonly<Record<string, string>>>> = {
  agent: ofAgents,
  history: ofHistory,
  hook: verbs,
}
