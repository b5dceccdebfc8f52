import { type NodePath, types as t, type Visitor } from '@babel/core'
import { endOf, type File, startOf } from './codemod-file.ts'
import { type Known, typeOf } from './codemod-known.ts'
import { propertyOf } from './codemod-options.ts'

/** The members of the context of a handler that have another name now. */
const names: Readonly<Record<string, string>> = {
  onUndo: 'undo',
  report: 'progress',
  runId: 'run.id',
  rootRunId: 'run.rootId',
  iteration: 'run.iteration',
  sessionId: 'run.sessionId',
  userId: 'run.user?.id',
  tenantId: 'run.user?.tenant',
  metadata: 'run.metadata',
  dependencies: 'run.dependencies',
  getState: 'run.state.get',
  setState: 'run.state.set',
  emit: 'run.emit',
  cancel: 'run.cancel',
}

/** Notes the parameter of a function that is the context of a handler. */
export function addHandler(
  path: NodePath<t.Function>,
  index: number,
  file: File,
  known: Known,
): void {
  const param = path.node.params[index]
  takeContext(t.isAssignmentPattern(param) ? param.left : param, path.scope, file, known)
}

/** Follows a context to its other names, and into the functions of the file that get it. */
function takeContext(
  target: t.Node | null | undefined,
  scope: NodePath['scope'],
  file: File,
  known: Known,
): void {
  if (t.isObjectPattern(target)) lookAtParts(target, file)
  const binding = t.isIdentifier(target) ? scope.getBinding(target.name) : undefined
  if (!binding || !known.addContext(binding)) return
  for (const use of binding.referencePaths) {
    const { parentPath } = use
    if (parentPath?.isVariableDeclarator() && use.key === 'init')
      takeContext(parentPath.node.id, parentPath.scope, file, known)
    if (parentPath?.isCallExpression() && use.listKey === 'arguments') {
      const helper = known.functionOf(parentPath.get('callee') as NodePath)
      if (helper) addHandler(helper, Number(use.key), file, known)
    }
  }
}

/** Tells of the members of a context that a pattern takes apart. */
function lookAtParts({ properties }: t.ObjectPattern, file: File): void {
  for (const property of properties) {
    if (t.isRestElement(property) || !t.isIdentifier(property.key)) continue
    const { name } = property.key
    const now = name === 'artifacts' ? 'artifact' : Object.hasOwn(names, name) && names[name]
    const more = name === 'report' ? ', and its `pct` is `percent`' : ''
    if (now) file.look(property, `\`${name}\` of the context of a handler is \`${now}\` now${more}`)
  }
}

/** Returns the rules that find contexts by their type, and the functions of `runAgent`. */
export const contextRules = (file: File, known: Known): Visitor => ({
  Function: (path) => {
    for (const [index, param] of path.node.params.entries()) {
      const type = typeOf(t.isAssignmentPattern(param) ? param.left : param)
      const name = t.isTSTypeReference(type) && t.isIdentifier(type.typeName) && type.typeName.name
      if (name && known.imports.ofType(name)?.name === 'ToolContext')
        addHandler(path, index, file, known)
    }
  },
  CallExpression: (path) => {
    const { callee } = path.node
    if (known.imports.nameOf(callee, path.scope) === 'runAgent') {
      const body = known.functionOf(path.get('arguments')[0])
      if (body) addHandler(body, 1, file, known)
    }
    const isTool =
      t.isMemberExpression(callee) &&
      t.isIdentifier(callee.property, { name: 'tool' }) &&
      known.kindOf(callee.object, path.scope) === 'body'
    const handler = isTool ? known.functionOf(path.get('arguments')[2]) : undefined
    if (handler) addHandler(handler, 1, file, known)
  },
})

/** The members of a context whose names nothing else is likely to have. */
const distinct: ReadonlySet<string> = new Set([
  'getState',
  'onUndo',
  'report',
  'rootRunId',
  'setState',
])

/** Returns the rule that tells of a second parameter that may be a context, by its members. */
export const contextLooks = (file: File, known: Known): Visitor => ({
  MemberExpression: ({ node: { object, property, computed }, scope }) => {
    if (computed || !t.isIdentifier(object) || !t.isIdentifier(property)) return
    const binding = scope.getBinding(object.name)
    const isSecond = binding?.kind === 'param' && binding.path.key === 1
    if (!isSecond || known.contexts.has(binding) || !distinct.has(property.name)) return
    const now = names[property.name]
    file.look(
      property,
      `Is this the context of a handler? Its \`${property.name}\` is \`${now}\` now`,
    )
  },
})

/** Renames the members of all contexts that were found. */
export function renameMembers(file: File, known: Known): void {
  for (const binding of known.contexts)
    for (const { parentPath, key } of binding.referencePaths) {
      const isMember = parentPath?.isMemberExpression() || parentPath?.isOptionalMemberExpression()
      if (isMember && key === 'object') renameMember(parentPath, file)
    }
}

function renameMember(
  { node, parentPath }: NodePath<t.MemberExpression | t.OptionalMemberExpression>,
  file: File,
): void {
  const { property } = node
  if (node.computed || !t.isIdentifier(property)) return
  const { name } = property
  if (Object.hasOwn(names, name)) file.replace(property, names[name] ?? name)
  const outer = parentPath.node
  if (name === 'report' && t.isCallExpression(outer)) renamePercent(outer, file)
  const isAdd = t.isMemberExpression(outer) && t.isIdentifier(outer.property, { name: 'add' })
  if (name === 'artifacts' && isAdd)
    file.replaceBetween(startOf(property), endOf(outer.property), 'artifact')
  else if (name === 'artifacts') file.look(node, '`artifacts.add` is `artifact` now')
}

/** Renames `pct` in what a handler tells of its progress. */
function renamePercent({ arguments: [update] }: t.CallExpression, file: File): void {
  if (!t.isObjectExpression(update)) {
    if (update) file.look(update, '`pct` of `ctx.progress` is `percent` now')
    return
  }
  const percent = propertyOf(update, 'pct')
  if (percent?.shorthand) file.replace(percent, 'percent: pct')
  else if (percent) file.replace(percent.key, 'percent')
}
