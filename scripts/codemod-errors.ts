import { type NodePath, types as t } from '@babel/core'
import type { File } from './codemod-file.ts'
import type { Imports } from './codemod-imports.ts'

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

/**
 * Moves the errors of a file to their codes: `isInstance`, `instanceof`, constructors and imports.
 * Tells of every other use of a class that is gone.
 */
export function changeErrors(imports: Imports, file: File): void {
  for (const one of imports.all) {
    const { name, uses, specifier } = one
    const types = imports.typesOf(specifier.local.name)
    const now = Object.hasOwn(renamed, name) ? renamed[name] : undefined
    if (now !== undefined) {
      imports.rename(one, now)
      if (specifier.local.name === name) for (const type of types) file.replace(type, now)
    }
    if (name !== 'AgentError' && !Object.hasOwn(codes, name)) continue
    const left = uses.filter((use) => !changeUse(use, name, imports, file))
    if (gone.has(name)) {
      for (const use of [...left.map((each) => each.node), ...types])
        file.look(use, `\`${name}\` is the code \`${codes[name]}\` now`)
    }
    if (uses.length > 0 && name !== 'AgentError') imports.remove(one, (use) => !left.includes(use))
  }
}

/** Changes one use of an error's class. Returns false for a use that stays. */
function changeUse(use: NodePath, name: string, imports: Imports, file: File): boolean {
  const { parent, parentPath } = use
  const code = codes[name]
  const is = (value: string): string => `AgentError.is(${value}${code ? `, '${code}'` : ''})`
  const replace = (node: t.Node, toText: () => string): true => {
    file.replace(node, toText)
    return true
  }
  const call = parentPath?.parent
  if (
    t.isMemberExpression(parent) &&
    t.isIdentifier(parent.property, { name: 'isInstance' }) &&
    t.isCallExpression(call) &&
    call.callee === parent
  ) {
    imports.need('AgentError', main)
    const [value] = call.arguments
    return replace(call, () => is(value ? file.textOf(value) : ''))
  }
  if (t.isBinaryExpression(parent, { operator: 'instanceof' }) && gone.has(name)) {
    imports.need('AgentError', main)
    return replace(parent, () => is(file.textOf(parent.left)))
  }
  if (!t.isNewExpression(parent) || parent.callee !== use.node) return false
  if (name === 'StorageError') {
    imports.need('storageError', `${main}/storage`)
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
    file.replace(shorthand ? property : key, shorthand ? 'kind: code' : 'kind')
  }
}

/** Whether a name of `@ambit/core` is that of an error that is gone, or another one now. */
export const isOldError = (name: string): boolean => gone.has(name) || Object.hasOwn(renamed, name)
