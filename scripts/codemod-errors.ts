import { type NodePath, types as t } from '@babel/core'
import type { File } from './codemod-file.ts'

/** The codes of the errors that had a class, by the name of the class. */
const codes: Readonly<Record<string, string>> = {
  AgentBusyError: 'busy',
  AskDeclinedError: 'declined',
  BudgetExceededError: 'limit',
  CancellationError: 'cancelled',
  DisabledToolError: 'disabled',
  GuardrailError: 'guardrail',
  LoadError: 'load',
  ModelError: 'model',
  OutputSchemaError: 'output',
  SerializationError: 'serialization',
  StorageError: 'storage',
  TimeoutError: 'timeout',
  ToolDeniedError: 'denied',
  ToolHandlerError: 'handler',
  ToolValidationError: 'validation',
  UnknownToolError: 'unknown_tool',
}

/** The classes that are gone. */
const gone: ReadonlySet<string> = new Set([
  'AgentBusyError',
  'AskDeclinedError',
  'LoadError',
  'OutputSchemaError',
  'SerializationError',
  'StorageError',
  'ToolHandlerError',
])

/** The types that have another name now. */
const renamed: Readonly<Record<string, string>> = {
  McpErrorCode: 'McpErrorKind',
  StorageErrorCode: 'StorageErrorKind',
}

const main = '@ambit/core'

/** The names that a file has to import, by the module that has them. */
type Needed = Map<string, string>

/**
 * Moves the errors of a file to their codes: `isInstance`, `instanceof`, constructors and imports.
 * Tells of every other use of a class that is gone.
 */
export function changeErrors(program: NodePath<t.Program>, file: File): void {
  const needed: Needed = new Map()
  const unused = new Set<t.Node>()
  const imports = program
    .get('body')
    .filter((path) => path.isImportDeclaration())
    .filter(({ node }) => node.source.value.startsWith('@ambit/'))
  for (const path of imports) {
    for (const { node } of path.get('specifiers')) {
      if (!t.isImportSpecifier(node)) continue
      const { name: local } = node.local
      const name = t.isIdentifier(node.imported) ? node.imported.name : node.imported.value
      if (Object.hasOwn(renamed, name)) renameType(node, name, file, program)
      if (name !== 'AgentError' && !Object.hasOwn(codes, name)) continue
      const uses = program.scope.getBinding(local)?.referencePaths ?? []
      const left = uses.filter((use) => !changeUse(use, name, needed, file))
      const types = typesOf(program, local)
      if (gone.has(name)) {
        for (const use of [...left.map((each) => each.node), ...types])
          file.look(use.loc?.start.line ?? 1, `\`${name}\` is the code \`${codes[name]}\` now`)
      }
      const isUsed = left.length > 0 || types.length > 0
      if (!isUsed && uses.length > 0 && name !== 'AgentError') unused.add(node)
    }
  }
  const known = new Set(
    imports.flatMap(({ node }) =>
      node.importKind === 'type' ? [] : node.specifiers.map(({ local }) => local.name),
    ),
  )
  for (const name of needed.keys()) if (known.has(name)) needed.delete(name)
  changeImports(
    imports.map(({ node }) => node),
    unused,
    needed,
    file,
  )
}

/** Changes one use of an error's class. Returns false for a use that stays. */
function changeUse(use: NodePath, name: string, needed: Needed, file: File): boolean {
  const { parent, parentPath } = use
  const code = codes[name]
  const is = (value: string): string => `AgentError.is(${value}${code ? `, '${code}'` : ''})`
  const replace = (node: t.Node, toText: () => string): true => {
    file.add({ start: node.start ?? 0, end: node.end ?? 0, toText })
    return true
  }
  const call = parentPath?.parent
  if (
    t.isMemberExpression(parent) &&
    t.isIdentifier(parent.property, { name: 'isInstance' }) &&
    t.isCallExpression(call) &&
    call.callee === parent
  ) {
    needed.set('AgentError', main)
    const [value] = call.arguments
    return replace(call, () => is(value ? file.textOf(value) : ''))
  }
  if (t.isBinaryExpression(parent, { operator: 'instanceof' }) && gone.has(name)) {
    needed.set('AgentError', main)
    return replace(parent, () => is(file.textOf(parent.left)))
  }
  if (!t.isNewExpression(parent) || parent.callee !== use.node) return false
  if (name === 'StorageError') {
    needed.set('storageError', `${main}/storage`)
    return replace({ ...parent, end: use.node.end } as t.Node, () => 'storageError')
  }
  if (name === 'ModelError') renameCode(parent, file)
  return false
}

/** Renames the `code` in the options of a `ModelError`. */
function renameCode({ arguments: [, options] }: t.NewExpression, file: File): void {
  if (!t.isObjectExpression(options)) return
  for (const property of options.properties) {
    if (!t.isObjectProperty(property) || !t.isIdentifier(property.key, { name: 'code' })) continue
    const { key, shorthand } = property
    const text = shorthand ? 'kind: code' : 'kind'
    file.add({ start: key.start ?? 0, end: key.end ?? 0, toText: () => text })
  }
}

/** Returns the places where a type of a name is meant. */
function typesOf(program: NodePath<t.Program>, name: string): t.Node[] {
  const found: t.Node[] = []
  program.traverse({
    TSTypeReference: ({ node }) =>
      void (t.isIdentifier(node.typeName, { name }) && found.push(node)),
    TSTypeQuery: ({ node }) => void (t.isIdentifier(node.exprName, { name }) && found.push(node)),
  })
  return found
}

function renameType(
  { imported, local }: t.ImportSpecifier,
  name: string,
  file: File,
  program: NodePath<t.Program>,
): void {
  const rename = (node: t.Node): void =>
    file.add({ start: node.start ?? 0, end: node.end ?? 0, toText: () => renamed[name] ?? name })
  rename(imported)
  if (local.name !== name) return
  program.traverse({
    TSTypeReference({ node: { typeName } }) {
      if (t.isIdentifier(typeName, { name })) rename(typeName)
    },
  })
}

/** Removes what is imported and unused, and adds what is needed. All else stays as it is. */
function changeImports(
  imports: readonly t.ImportDeclaration[],
  unused: ReadonlySet<t.Node>,
  needed: Needed,
  file: File,
): void {
  const open = new Map(needed)
  const takes = (node: t.ImportDeclaration): string[] =>
    node.importKind === 'type'
      ? []
      : [...open].filter(([, from]) => from === node.source.value).map(([name]) => name)
  const edits = imports.map((node) => {
    const added = takes(node)
    for (const name of added) open.delete(name)
    return { node, added }
  })
  let lead = [...open].map(([name, from]) => `import { ${name} } from '${from}'\n`).join('')
  for (const { node, added } of edits) {
    const kept = node.specifiers.filter((specifier) => !unused.has(specifier))
    const start = node.start ?? 0
    const end = node.end ?? 0
    const before = lead
    lead = ''
    if (added.length === 0 && kept.length === node.specifiers.length) {
      if (before) file.add({ start, end: start, toText: () => before })
    } else if (added.length + kept.length === 0) {
      // Nothing is left of an import, nor of its line.
      file.add({ start, end: Math.min(end + 1, file.code.length), toText: () => before })
    } else {
      const type = node.importKind === 'type' ? 'type ' : ''
      const semicolon = file.code[end - 1] === ';' ? ';' : ''
      file.add({
        start,
        end,
        toText: () => {
          const names = [...kept.map((specifier) => file.textOf(specifier)), ...added]
          const source = file.textOf(node.source)
          return `${before}import ${type}{ ${names.join(', ')} } from ${source}${semicolon}`
        },
      })
    }
  }
}
