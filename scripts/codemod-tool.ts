import { type NodePath, types as t, type Visitor } from '@babel/core'
import { addHandler } from './codemod-context.ts'
import { type File } from './codemod-file.ts'
import type { Known, Options } from './codemod-known.ts'
import {
  findMoved,
  isExpected,
  moveOptions,
  nameOf,
  type Place,
  type Places,
  type Property,
  propertyOf,
  toMoved,
} from './codemod-options.ts'

/** Where each option of a tool stands now. */
const places: Places = {
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
  tokens: ['run', 'cost', 'tokens'],
  costUsd: ['run', 'cost', 'usd'],
  charges: ['run', 'cost', 'custom'],
  onResume: ['resume', 'how'],
  reconcile: ['resume', 'reconcile'],
  strict: ['provider', 'strict'],
  examples: ['provider', 'examples'],
  providerOptions: ['provider', 'options'],
  expose: ['visible', 'outside'],
}

const placeOf = (name: string | undefined): string | undefined =>
  name !== undefined && Object.hasOwn(places, name) ? places[name]?.join('.') : undefined

/** The functions and classes whose first argument has the options of a tool. */
const toolMakers: ReadonlySet<string> = new Set([
  'Tool',
  'mutationTool',
  'uiTool',
  'useMutationTool',
  'useTool',
])

/** Those whose arguments have options of tools somewhere inside. */
const groupMakers: ReadonlySet<string> = new Set(['resourceTools', 'storeScope', 'useFormTools'])

/** The functions and classes whose first argument has the options of a scope. */
const scopeMakers: ReadonlySet<string> = new Set(['Scope', 'storeScope', 'useScope'])

/** The hooks whose option `instance` is `subject` now. */
const subjectMakers: ReadonlySet<string> = new Set(['useMutationTool', 'useTool'])

/** The options that nothing but a tool has. */
const onlyOfTools: ReadonlySet<string> = new Set([
  'onResume',
  'reconcile',
  'requiresApproval',
  'toModelOutput',
])

/** The options that guard a call, and have the same name in other objects. */
const guards: ReadonlySet<string> = new Set(['binds', 'preview', 'remember', 'untrusted'])

type Making = NodePath<t.CallExpression | t.NewExpression>

/** Returns the rules that move the options of tools and scopes. */
export function toolRules(file: File, known: Known): Visitor {
  const move = (options: Options, name: string): void => {
    if (known.done.has(options.node)) return
    known.done.add(options.node)
    if (subjectMakers.has(name)) renameInstance(options.node, file)
    moveTool(options, file, known)
  }
  return {
    CallExpression: (path) => changeMaking(path, move, file, known),
    NewExpression: (path) => changeMaking(path, move, file, known),
  }
}

/** Returns the rules that tell of what only has the names of a tool's options. */
export function toolLooks(file: File, known: Known): Visitor {
  return {
    ObjectExpression: (path) => {
      if (!known.done.has(path.node)) lookAtLike(path, file)
    },
    MemberExpression: ({ node: { property, computed } }) => {
      if (!t.isIdentifier(property) || computed) return
      const place = placeOf(property.name)
      if (place !== undefined && onlyOfTools.has(property.name))
        file.look(property, `\`${property.name}\` of a tool's options is \`${place}\` now`)
      if (property.name === 'pct') file.look(property, '`pct` is `percent` now')
    },
    ObjectPattern: ({ node }) => {
      for (const property of node.properties)
        if (t.isObjectProperty(property) && t.isIdentifier(property.key, { name: 'pct' }))
          file.look(property, '`pct` is `percent` now')
    },
  }
}

function changeMaking(
  path: Making,
  move: (options: Options, name: string) => void,
  file: File,
  known: Known,
): void {
  const name = known.imports.nameOf(path.node.callee, path.scope) ?? ''
  const isTool = toolMakers.has(name)
  if (scopeMakers.has(name)) moveScope(path, file, known)
  const visit = (inner: Options): void => {
    if (isOfGroup(inner)) move(inner, name)
    if (name === 'useFormTools')
      for (const property of inner.get('properties')) addHandlers(property, file, known)
  }
  for (const argument of groupMakers.has(name) ? path.get('arguments') : []) {
    const options = known.objectOf(argument)
    if (options) visit(options)
    ;(options ?? argument).traverse({ ObjectExpression: visit })
  }
  if (!isTool) return
  const first = path.get('arguments')[0]
  const options = known.objectOf(first)
  if (options) move(options, name)
  else if (first && !first.isFunction())
    file.look(
      path.node,
      `The options of \`${name}\` come from elsewhere: look at their names there`,
    )
}

/** Whether an object inside the arguments of a maker has the options of one tool. */
function isOfGroup({ node, parent }: Options): boolean {
  const names = new Set(node.properties.map(nameOf))
  const isSubmit = t.isObjectProperty(parent) && nameOf(parent) === 'submit'
  return isSubmit || (names.has('description') && (names.has('handler') || names.has('run')))
}

/** Puts the options of a tool into their groups. */
function moveTool(path: Options, file: File, known: Known): void {
  const { node } = path
  for (const property of path.get('properties')) addHandlers(property, file, known)
  for (const property of node.properties) if (t.isSpreadElement(property)) lookInto(property, file)
  const moved = findMoved(node, places, file)
  if (moved.size === 0) return
  if (node.properties.some((property) => t.isSpreadElement(property)))
    file.look(node, 'A group takes the place of the whole group of what is spread')
  if (isSplit(node, moved)) {
    file.look(node, 'What is spread stands inside of a group, so nothing is moved')
    return
  }
  for (const property of moved.keys()) changeValue(property, file)
  file.replace(node, () => toMoved(node, moved, file))
}

/** The options that are functions, and which of their parameters is the context. */
const handlers: ReadonlyMap<string, number> = new Map([
  ['handler', 1],
  ['onSubmit', 1],
  ['preview', 1],
  ['requiresApproval', 1],
  ['run', 2],
  ['submit', 0],
  ['when', 1],
])

/** Notes the contexts that the functions of a tool get. */
function addHandlers(
  path: NodePath<t.ObjectExpression['properties'][number]>,
  file: File,
  known: Known,
): void {
  if (path.isSpreadElement()) return
  const name = nameOf(path.node) ?? ''
  const index = handlers.get(name)
  if (path.isObjectMethod() && index !== undefined) addHandler(path, index, file, known)
  if (!path.isObjectProperty()) return
  const value = path.get('value') as NodePath
  if (name === 'approval' && value.isObjectExpression())
    for (const inner of value.get('properties')) addHandlers(inner, file, known)
  const handler = index === undefined ? undefined : known.functionOf(value)
  if (handler) addHandler(handler, index ?? 1, file, known)
  const undo = name === 'undo' ? known.functionOf(value) : undefined
  if (undo && undo.node.params.length > 1)
    file.look(path.node, '`undo` gets one object now: `({ args, result, signal }) => …`')
}

/** Whether something is spread between two options that belong into one group. */
function isSplit({ properties }: t.ObjectExpression, moved: ReadonlyMap<Property, Place>): boolean {
  const groups = properties.map((property) => moved.get(property)?.[0])
  return properties.some(
    (property, at) =>
      t.isSpreadElement(property) &&
      groups.slice(0, at).some((group) => group !== undefined && groups.includes(group, at)),
  )
}

const ways: Readonly<Record<string, string>> = { fail: "'never'", rerun: "'again'" }

/** Changes the value of an option whose words are others now. */
function changeValue(property: Property, file: File): void {
  if (!t.isObjectProperty(property)) return
  const { value } = property
  const name = nameOf(property)
  if (name === 'onResume') {
    if (!t.isStringLiteral(value))
      file.look(property, "The words of `resume.how` are 'never', 'ask' and 'again'")
    else if (ways[value.value]) file.replace(value, ways[value.value] ?? '')
  }
  if (name === 'mode') {
    const text = file.code.slice(value.start ?? 0, value.end ?? 0)
    const isPlain = t.isIdentifier(value) || t.isMemberExpression(value)
    const asked = isPlain ? `${text} === 'silent'` : `(${text}) === 'silent'`
    file.replace(value, t.isStringLiteral(value) ? String(value.value === 'silent') : asked)
  }
  if (name === 'sandbox' && t.isObjectExpression(value))
    moveOptions(value, { allowNetwork: ['network'] }, file)
}

/** Renames `instance`, the option of a component that is mounted many times. */
function renameInstance(node: t.ObjectExpression, file: File): void {
  const property = propertyOf(node, 'instance')
  if (!property) return
  const { value, shorthand } = property
  const isId = t.isStringLiteral(value) || t.isNumericLiteral(value) || t.isTemplateLiteral(value)
  if (!isId && !t.isObjectExpression(value))
    file.look(property, 'A `subject` that is an id alone tells no mounts apart: `{ id }` does')
  file.replace(property, () => {
    const text = shorthand ? 'instance' : file.textOf(value)
    return `subject: ${isId ? `{ id: ${text} }` : text}`
  })
}

/** Puts the option `expose` of a scope into `visible`. */
function moveScope(path: Making, file: File, known: Known): void {
  const options = known.objectOf(path.get('arguments')[0])
  if (!options) return
  const injection = propertyOf(options.node, 'injection')
  if (injection)
    file.look(injection, '`injection` is gone: words are `instructions`, data is `context`')
  moveOptions(options.node, { expose: ['visible', 'outside'] }, file)
}

/** Tells of an object that may have the options of a tool, though nothing but names says so. */
function lookAtLike(path: Options, file: File): void {
  const { node, parent } = path
  const names = new Set(node.properties.map(nameOf))
  // A tool of the AI SDK has names of its own, and an expectation is not made of options.
  const isForeign = (names.has('execute') || names.has('inputSchema')) && !names.has('handler')
  const isGroup = t.isObjectProperty(parent) && nameOf(parent) === 'resume'
  if (isForeign || isGroup || isExpected(path)) return
  if ([...names].some((name) => name !== undefined && onlyOfTools.has(name)))
    return file.look(node, 'Is this an object with the options of a tool?')
  // One with a name of its own may be spread into a tool.
  if (!t.isVariableDeclarator(parent)) return
  for (const property of node.properties) {
    const name = nameOf(property)
    if (name !== undefined && guards.has(name))
      file.look(property, `\`${name}\` of a tool's options is \`${placeOf(name)}\` now`)
  }
}

/** Tells of options in an object that is spread, such as `...(condition && { preview })`. */
function lookInto(spread: t.SpreadElement, file: File): void {
  t.traverseFast(spread.argument, (inner) => {
    if (!t.isObjectProperty(inner)) return
    const place = placeOf(nameOf(inner))
    if (place) file.look(inner, `\`${nameOf(inner)}\` is \`${place}\` of a tool now`)
  })
}
