import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { type NodePath, parseSync, traverse, types as t } from '@babel/core'
import { agentRules } from './codemod-agent.ts'
import { groupProps, takeParts } from './codemod-chat.ts'
import { changeErrors } from './codemod-errors.ts'
import { eventRules } from './codemod-events.ts'
import { File, lineOf, type Look, nameOf, type Property, toGrouped } from './codemod-file.ts'
import { gatherPlugins } from './codemod-plugins.ts'
import { moveCall, moveImports, moveName } from './codemod-proxy.ts'
import { changeReact } from './codemod-react.ts'

/**
 * Moves the code of an application from the surface of 0.1 to that of 0.2: `node scripts/codemod.ts
 * DIR`. Changes files in place: TypeScript, JavaScript, and the code blocks of Markdown. Prints
 * each file that it changed, and each place that a person has to look at. A second run changes
 * nothing.
 */
function main(folder: string): void {
  let changed = 0
  for (const file of filesIn(folder)) {
    const before = readFileSync(file, 'utf8')
    const look: Look = (line, why) => console.log(`look at ${file}:${line}: ${why}`)
    let after = before
    try {
      after = file.endsWith('.md') ? changeMarkdown(before, look) : changeCode(before, file, look)
    } catch (error) {
      look(1, `It could not be read, and stays as it is: ${String(error)}`)
    }
    if (after === before) continue
    writeFileSync(file, after)
    changed++
    console.log(`changed ${file}`)
  }
  console.log(`${changed} files changed`)
}

const skipped: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git', '.reports'])

/** Returns the files below a folder that may have code. A file is itself. */
function filesIn(path: string): string[] {
  if (statSync(path).isFile()) return /\.([cm]?[jt]sx?|md)$/.test(path) ? [path] : []
  return readdirSync(path)
    .filter((name) => !skipped.has(name))
    .flatMap((name) => filesIn(join(path, name)))
}

/** Changes the code blocks of a page. A block that does not parse stays as it is. */
export const changeMarkdown = (text: string, look: Look): string =>
  text.replaceAll(
    /(^|\n)( *)(```(?:tsx?|jsx?|typescript|javascript)[^\n]*\n)([\s\S]*?)(\n *```)/g,
    (all, start: string, indent: string, fence: string, code: string, end: string, at: number) => {
      const above = text.slice(0, at).split('\n').length + (start ? 1 : 0)
      try {
        const changed = changeCode(code, 'page.tsx', (line, why) => look(above + line, why))
        return `${start}${indent}${fence}${changed}${end}`
      } catch {
        return all
      }
    },
  )

/**
 * Returns a file's code on the new surface. If that would not parse, the code stays as it is: a
 * comment can stand where no rule expects one. Throws if the code itself does not parse.
 */
export function changeCode(code: string, name: string, look: Look): string {
  const changed = regroup(code, name, look)
  if (changed === code) return code
  try {
    parse(changed, name)
    return changed
  } catch {
    look(1, 'Its comments or commas stand in the way, so it stays as it is')
    return code
  }
}

const parse = (code: string, name: string, errorRecovery = false): ReturnType<typeof parseSync> =>
  parseSync(code, {
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    parserOpts: {
      plugins: /\.[cm]?ts$/.test(name) ? ['typescript'] : ['typescript', 'jsx'],
      errorRecovery,
    },
  })

/** Returns a file's code with all that moved: options, props, errors and names. */
function regroup(code: string, name: string, look: Look): string {
  const ast = parse(code, name, true)
  if (!ast) return code
  const file = new File(code, look)
  const imported = moveImports(ast.program, file)
  traverse(ast, {
    Program: (path) => {
      changeErrors(path, file)
      changeReact(path, file)
    },
    ObjectExpression: (path) => {
      renameInstance(path, file)
      groupScope(path, file)
      groupTool(path, file)
      gatherPlugins(path, file)
    },
    ObjectPattern: (path) => lookAtContext(path, file),
    CallExpression: (path) => {
      bindToCall(path, file)
      moveCall(path, imported, file)
    },
    Identifier: (path) => moveName(path, imported, file),
    ImportDeclaration: (path) => takeParts(path, file),
    JSXOpeningElement: (path) => groupProps(path, file),
    MemberExpression: (path) => {
      const { property, computed } = path.node
      renameOfContext(path, file)
      const known = t.isIdentifier(property) && !computed && places[property.name]
      if (known && onlyOfTools.has(property.name))
        look(
          lineOf(property),
          `\`${property.name}\` of a tool's options is \`${known.join('.')}\` now`,
        )
    },
  })
  traverse(ast, eventRules(file))
  traverse(ast, agentRules(file))
  return file.text(0, code.length)
}

/** The functions and classes whose first argument has the options of a tool. */
const toolMakers: ReadonlySet<string> = new Set([
  'Tool',
  'anyTool',
  'mutationTool',
  'uiTool',
  'useMutationTool',
  'useTool',
])

/** The options that nothing but a tool has. */
const onlyOfTools: ReadonlySet<string> = new Set([
  'onResume',
  'reconcile',
  'requiresApproval',
  'toModelOutput',
])

/** The places of an object that may be options of a tool though only a name says so. */
const placesOfOptions: ReadonlySet<string> = new Set([
  'ArrayExpression',
  'CallExpression',
  'NewExpression',
  'ObjectProperty',
  'TSAsExpression',
  'TSSatisfiesExpression',
  'VariableDeclarator',
])

/**
 * Whether an object has the options of a tool: `yes`, `no`, or `maybe` if only the name of an
 * option says so.
 */
function isTool({ node, parent, key }: NodePath<t.ObjectExpression>): 'yes' | 'maybe' | 'no' {
  const names = new Set(node.properties.map(nameOf))
  const calls = t.isCallExpression(parent) || t.isNewExpression(parent)
  const callee = calls && t.isIdentifier(parent.callee) ? parent.callee.name : undefined
  // An expectation is not made of options.
  const isExpected =
    callee === 'expect' ||
    (t.isCallExpression(parent) &&
      t.isMemberExpression(parent.callee) &&
      t.isIdentifier(parent.callee.property) &&
      parent.callee.property.name.startsWith('to'))
  // A tool of the AI SDK has names of its own.
  const isForeign =
    callee === 'tool' ||
    callee === 'dynamicTool' ||
    ((names.has('execute') || names.has('inputSchema')) && !names.has('handler'))
  const isGroup = t.isObjectProperty(parent) && groupNames.has(nameOf(parent) ?? '')
  if (isExpected || isForeign || isGroup) return 'no'
  const isMade = key === 0 && callee !== undefined && toolMakers.has(callee)
  const isOther = t.isNewExpression(parent) && !isMade
  const isSubmit = t.isObjectProperty(parent) && nameOf(parent) === 'submit'
  const isDescribed = names.has('description') && (names.has('handler') || names.has('run'))
  if (isMade || isSubmit || (isDescribed && !isOther)) return 'yes'
  const isLike = [...names].some((name) => name !== undefined && onlyOfTools.has(name))
  return isLike || isDescribed ? 'maybe' : 'no'
}

/** Where each option of a tool stands now: its group, and its name there. */
const places: Readonly<Record<string, readonly [group: string, name: string]>> = {
  requiresApproval: ['approval', 'when'],
  preview: ['approval', 'preview'],
  binds: ['approval', 'binds'],
  remember: ['approval', 'remember'],
  toModelOutput: ['result', 'toModel'],
  mode: ['result', 'silent'],
  untrusted: ['result', 'untrusted'],
  cache: ['result', 'cache'],
  timeout: ['run', 'timeout'],
  retry: ['run', 'retry'],
  sandbox: ['run', 'sandbox'],
  waitFor: ['run', 'waitForScope'],
  tokens: ['run.cost', 'tokens'],
  costUsd: ['run.cost', 'usd'],
  charges: ['run.cost', 'custom'],
  onResume: ['resume', 'how'],
  reconcile: ['resume', 'reconcile'],
  strict: ['provider', 'strict'],
  examples: ['provider', 'examples'],
  providerOptions: ['provider', 'options'],
  expose: ['visible', 'outside'],
}

const groupNames: ReadonlySet<string> = new Set(
  Object.values(places).map(([group]) => group.replace('.cost', '')),
)

/** The functions and classes whose first argument has the options of a scope. */
const scopeMakers: ReadonlySet<string> = new Set(['Scope', 'useScope', 'storeScope'])

/** Returns the name of the function or class whose first argument an object is. */
function makerOf({ node, parent }: NodePath<t.ObjectExpression>): string | undefined {
  const isFirst =
    (t.isCallExpression(parent) || t.isNewExpression(parent)) && parent.arguments[0] === node
  return isFirst && t.isIdentifier(parent.callee) ? parent.callee.name : undefined
}

/** Puts the option `expose` of a scope into `visible`. */
function groupScope(path: NodePath<t.ObjectExpression>, file: File): void {
  const { node } = path
  if (!scopeMakers.has(makerOf(path) ?? '')) return
  const named = (name: string): Property | undefined =>
    node.properties.find((property) => nameOf(property) === name)
  const injection = named('injection')
  if (injection)
    file.look(lineOf(injection), '`injection` is gone: words are `instructions`, data is `context`')
  const expose = named('expose')
  if (!expose) return
  if (node.properties.some((property) => nameOf(property) === 'visible')) {
    file.look(lineOf(expose), '`expose` stays: `visible` is there already')
    return
  }
  const moved = new Map([[expose, ['visible', 'outside'] as const]])
  file.add({
    start: node.start ?? 0,
    end: node.end ?? 0,
    toText: () => toGrouped(node, moved, file),
  })
}

/** The members of the context of a handler that have another name now. */
const contextNames: Readonly<Record<string, string>> = {
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

/** Renames a member of the context of a handler, which is known by the name `ctx`. */
function renameOfContext({ node, parent }: NodePath<t.MemberExpression>, file: File): void {
  const { object, property } = node
  if (node.computed || !t.isIdentifier(object, { name: 'ctx' }) || !t.isIdentifier(property)) return
  const name = contextNames[property.name]
  const start = property.start ?? 0
  if (name !== undefined) file.add({ start, end: property.end ?? 0, toText: () => name })
  const isAdd =
    property.name === 'artifacts' &&
    t.isMemberExpression(parent) &&
    t.isIdentifier(parent.property, { name: 'add' })
  if (isAdd) file.add({ start, end: parent.property.end ?? 0, toText: () => 'artifact' })
}

/** Tells of the members of a handler's context that its parameter takes apart. */
function lookAtContext({ node }: NodePath<t.ObjectPattern>, file: File): void {
  for (const property of node.properties) {
    if (t.isRestElement(property) || !t.isIdentifier(property.key)) continue
    const { name } = property.key
    if (name === 'onUndo' || name === 'rootRunId' || name === 'setState')
      file.look(
        lineOf(property),
        `\`${name}\` of the context of a handler is \`${contextNames[name]}\` now`,
      )
  }
}

/**
 * Binds a run to the call of `ctx`: `agent.execute(input, { parent: ctx })` is `ctx.execute(…)`.
 */
function bindToCall({ node }: NodePath<t.CallExpression>, file: File): void {
  const { callee } = node
  if (!t.isMemberExpression(callee) || !t.isIdentifier(callee.property)) return
  const verb = callee.property.name
  const options = node.arguments.at(verb === 'execute' ? 1 : 2)
  if ((verb !== 'execute' && verb !== 'runTool') || !t.isObjectExpression(options)) return
  const parent = options.properties.find((property) => nameOf(property) === 'parent')
  if (!parent || !t.isObjectProperty(parent) || !t.isIdentifier(parent.value)) return
  const context = parent.value.name
  const agent = file.code.slice(callee.object.start ?? 0, callee.object.end ?? 0)
  const given = agent === 'agent' ? 'agent' : `agent: ${agent}`
  file.add({
    start: callee.object.start ?? 0,
    end: callee.object.end ?? 0,
    toText: () => context,
  })
  file.add({ start: parent.start ?? 0, end: parent.end ?? 0, toText: () => given })
}

/** The hooks whose option `instance` is `subject` now. */
const subjectMakers: ReadonlySet<string> = new Set(['useTool', 'useMutationTool'])

/** Renames `instance`, the option of a component that is mounted many times. */
function renameInstance(path: NodePath<t.ObjectExpression>, file: File): void {
  if (!subjectMakers.has(makerOf(path) ?? '')) return
  for (const property of path.node.properties) {
    if (nameOf(property) !== 'instance' || !t.isObjectProperty(property)) continue
    const { key, value, shorthand } = property
    const isId = t.isStringLiteral(value) || t.isNumericLiteral(value) || t.isTemplateLiteral(value)
    if (!isId && !t.isObjectExpression(value))
      file.look(
        lineOf(property),
        'A `subject` that is an id alone tells no mounts apart: `{ id }` does',
      )
    const toText = (): string => {
      const text = shorthand ? 'instance' : file.textOf(value)
      return `subject: ${isId ? `{ id: ${text} }` : text}`
    }
    file.add({ start: key.start ?? 0, end: property.end ?? 0, toText })
  }
}

/** Puts the options of a tool into their groups. */
function groupTool(path: NodePath<t.ObjectExpression>, file: File): void {
  const kind = isTool(path)
  const { node } = path
  if (kind === 'no') return lookAtGuards(path, file)
  const taken = new Set(node.properties.map(nameOf))
  const moved = new Map<Property, readonly [group: string, name: string]>()
  for (const property of node.properties) {
    const name = nameOf(property)
    const place = name === undefined ? undefined : places[name]
    if (t.isSpreadElement(property)) lookInto(property, file)
    if (!place) continue
    const [group = ''] = place[0].split('.')
    if (taken.has(group))
      file.look(lineOf(property), `\`${name}\` stays: \`${group}\` is there already`)
    else moved.set(property, place)
  }
  if (moved.size === 0) return
  if (kind === 'maybe') {
    file.look(lineOf(node), 'Is this an object with the options of a tool?')
    if (!placesOfOptions.has(path.parent.type)) return
  }
  if (node.properties.some((property) => t.isSpreadElement(property)))
    file.look(lineOf(node), 'A group takes the place of the whole group of what is spread')
  if (isSplit(node, moved)) {
    file.look(lineOf(node), 'What is spread stands inside of a group, so nothing is moved')
    return
  }
  for (const property of moved.keys()) lookAtWords(property, file)
  file.add({
    start: node.start ?? 0,
    end: node.end ?? 0,
    toText: () => toGrouped(node, moved, file),
  })
}

/** Whether something is spread between two options that belong into one group. */
function isSplit(
  { properties }: t.ObjectExpression,
  moved: ReadonlyMap<Property, readonly [group: string, name: string]>,
): boolean {
  const groups = properties.map((property) => moved.get(property)?.[0].split('.')[0])
  return properties.some(
    (property, at) =>
      t.isSpreadElement(property) &&
      groups.slice(0, at).some((group) => group !== undefined && groups.includes(group, at)),
  )
}

/** The options that guard a call, and have the same name in other objects. */
const guards: ReadonlySet<string> = new Set(['binds', 'preview', 'remember', 'untrusted'])

/** Tells of an object with a name of its own that may guard a tool into which it is spread. */
function lookAtGuards({ node, parent }: NodePath<t.ObjectExpression>, file: File): void {
  if (!t.isVariableDeclarator(parent)) return
  for (const property of node.properties) {
    const name = nameOf(property)
    if (name !== undefined && guards.has(name))
      file.look(
        lineOf(property),
        `\`${name}\` of a tool's options is \`${places[name]?.join('.')}\` now`,
      )
  }
}

/** Tells of options in an object that is spread, such as `...(condition && { preview })`. */
function lookInto(spread: t.SpreadElement, file: File): void {
  t.traverseFast(spread.argument, (inner) => {
    if (!t.isObjectProperty(inner) || t.isSpreadElement(inner)) return
    const name = nameOf(inner)
    const place = name === undefined ? undefined : places[name]
    if (place) file.look(lineOf(inner), `\`${name}\` is \`${place.join('.')}\` of a tool now`)
  })
}

/** Tells of an `onResume` whose words are not in the object itself. */
function lookAtWords(property: Property, file: File): void {
  if (nameOf(property) !== 'onResume' || !t.isObjectProperty(property)) return
  if (!t.isStringLiteral(property.value))
    file.look(lineOf(property), "The words of `resume.how` are 'never', 'ask' and 'again'")
}

if (import.meta.main) {
  const [folder] = argv.slice(2)
  if (folder === undefined) {
    console.error('Give the folder whose code is to be changed: node scripts/codemod.ts DIR')
    exit(1)
  }
  main(folder)
}
