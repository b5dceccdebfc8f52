import { type NodePath, types as t } from '@babel/core'
import { type File, lineOf } from './codemod-file.ts'

/** The names that are other ones now, by the module that has them. */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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
    useToolRenderer: 'useCallRenderer',
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
export function changeReact(program: NodePath<t.Program>, file: File): void {
  let hasVerbs = false
  for (const { node } of program.get('body')) {
    if (!t.isImportDeclaration(node) && !t.isExportNamedDeclaration(node)) continue
    const source = node.source?.value
    if (source === undefined) continue
    for (const specifier of node.specifiers) {
      if (t.isImportSpecifier(specifier)) {
        const name = nameOf(specifier.imported)
        hasVerbs ||= source === '@ambit/react' && (name === 'useAgent' || name === 'UseAgentResult')
        renameImport(specifier, names[source]?.[name], program, file)
      } else if (t.isExportSpecifier(specifier)) {
        renameExport(specifier, names[source]?.[specifier.local.name], file)
      }
    }
  }
  if (hasVerbs) lookAtVerbs(program, file)
}

const nameOf = (node: t.Identifier | t.StringLiteral): string =>
  t.isIdentifier(node) ? node.name : node.value

const write = ({ start, end }: t.Node, text: string, file: File): void =>
  file.add({ start: start ?? 0, end: end ?? 0, toText: () => text })

/** Renames an import where it is used too, unless something else in the file has the new name. */
function renameImport(
  { imported, local }: t.ImportSpecifier,
  now: string | undefined,
  program: NodePath<t.Program>,
  file: File,
): void {
  if (now === undefined) return
  const { name } = local
  const isOwn = nameOf(imported) === name
  const uses = isOwn ? usesOf(name, program) : []
  if (isOwn && usesOf(now, program).length > 0) return write(imported, `${now} as ${name}`, file)
  write(imported, now, file)
  const binding = program.scope.getBinding(name)
  for (const use of uses) {
    if (use.scope.getBinding(name) !== binding) continue
    const { node, parent } = use
    if (t.isExportSpecifier(parent)) renameExport(parent, now, file)
    else if (t.isObjectProperty(parent) && parent.shorthand) write(node, `${name}: ${now}`, file)
    else write(node, now, file)
  }
}

function renameExport(
  { local, exported }: t.ExportSpecifier,
  now: string | undefined,
  file: File,
): void {
  if (now === undefined) return
  write(local, nameOf(exported) === local.name ? `${now} as ${local.name}` : now, file)
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
function lookAtVerbs(program: NodePath<t.Program>, file: File): void {
  const results = new Set(['agent', 'chat'])
  const isResult = (node: t.Node | null | undefined): boolean =>
    t.isIdentifier(node) ? results.has(node.name) : isUseAgent(node)
  const look = (node: t.Node, name: string): void => {
    if (Object.hasOwn(verbs, name)) file.look(lineOf(node), verbs[name] ?? '')
  }
  program.traverse({
    VariableDeclarator({ node: { id, init } }) {
      if (t.isIdentifier(id) && isUseAgent(init)) results.add(id.name)
      if (!t.isObjectPattern(id) || !isResult(init)) return
      for (const property of id.properties)
        if (t.isObjectProperty(property) && t.isIdentifier(property.key))
          look(property, property.key.name)
    },
    MemberExpression({ node, parent }) {
      const { object, property, computed } = node
      if (computed || !t.isIdentifier(property) || !isResult(object)) return
      // The rules of agents change these.
      const isCalled = t.isCallExpression(parent) && parent.callee === node
      const isOfAgent = property.name === 'retry' && t.isIdentifier(object, { name: 'agent' })
      if (!isCalled || !(isOfAgent || property.name === 'answerCalls')) look(node, property.name)
    },
    TSIndexedAccessType({ node: { objectType, indexType } }) {
      const isOfResult =
        t.isTSTypeReference(objectType) &&
        t.isIdentifier(objectType.typeName, { name: 'UseAgentResult' })
      if (isOfResult && t.isTSLiteralType(indexType) && t.isStringLiteral(indexType.literal))
        look(indexType, indexType.literal.value)
    },
  })
}

const isUseAgent = (node: t.Node | null | undefined): boolean =>
  t.isCallExpression(node) && t.isIdentifier(node.callee, { name: 'useAgent' })
