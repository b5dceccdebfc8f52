import { type NodePath, types as t, type Visitor } from '@babel/core'
import { changeOptions } from './codemod-agent.ts'
import { type Call, type File, isMember, onCalls } from './codemod-file.ts'
import type { Known } from './codemod-known.ts'
import { nameOf, type Place, type Property, propertyOf, toMoved } from './codemod-options.ts'

/** The options that a verb has itself. `agent.with` has all others. */
const ofCalls: ReadonlySet<string> = new Set([
  'from',
  'history',
  'limits',
  'metadata',
  'on',
  'output',
  'parent',
  'replaces',
  'results',
  'sessionId',
  'signal',
  'tools',
  'untrusted',
])

/** The verbs, and what each is called now. */
const verbs: Readonly<Record<string, string>> = {
  answerCalls: 'resume',
  chat: 'chat',
  execute: 'execute',
  resume: 'resume',
  retry: 'resume',
}

/** The verbs of `agent.history`. */
const ofHistory: Readonly<Record<string, string>> = { edit: 'chat', regenerate: 'resume' }

/** A call of a verb, such as `agent.chat('Hello', { model })`. */
interface VerbCall {
  readonly node: Call
  readonly agent: t.Node
  readonly name: string
  readonly verb: string
  /** What stands between the agent and its verb. */
  readonly link: '.' | '?.'
  /** The arguments before the options. */
  readonly inputs: readonly t.Node[]
  readonly options: t.ObjectExpression | undefined
  /** Options that are no object here. */
  readonly named: t.Node | undefined
}

/** The number of arguments before the options of a verb. */
const inputsOf: Readonly<Record<string, number>> = {
  answerCalls: 1,
  chat: 1,
  edit: 2,
  execute: 1,
  regenerate: 1,
  resume: 0,
  retry: 0,
}

/** Returns the rules for the verbs of an agent. */
export const callRules = (file: File, known: Known): Visitor =>
  onCalls((path) => {
    bindToolCall(path, file, known)
    const call = verbCallOf(path.node)
    if (!call) return
    const isAgent = known.kindOf(call.agent, path.scope) === 'agent'
    // The context of a handler shows it too: `helper.execute(input, { parent: ctx })`.
    if (isAgent || contextOf(call, path, known)) changeVerb(call, path, file, known)
    else if (known.isNamedAgent(call.agent, path.scope)) lookAtVerb(call, file, known)
  })

function verbCallOf(node: Call): VerbCall | undefined {
  const { callee } = node
  if (!isMember(callee) || !t.isIdentifier(callee.property)) return undefined
  const { name } = callee.property
  const { object } = callee
  const isOfHistory = isMember(object) && t.isIdentifier(object.property, { name: 'history' })
  const verb = isOfHistory ? ofHistory : verbs
  if (!Object.hasOwn(verb, name)) return undefined
  const agent = isOfHistory ? object.object : object
  // The id of `regenerate` may be left out.
  const [first] = node.arguments
  const count = name === 'regenerate' && t.isObjectExpression(first) ? 0 : (inputsOf[name] ?? 0)
  const last = node.arguments[count]
  const options = t.isObjectExpression(last) ? last : undefined
  return {
    node,
    agent,
    name,
    verb: verb[name] ?? name,
    link: (isOfHistory ? object : callee).optional ? '?.' : '.',
    inputs: node.arguments.slice(0, count),
    options,
    named: options ? undefined : last,
  }
}

/** Tells of a call that would be another one, if what is called is an agent of Ambit. */
function lookAtVerb({ node, name, verb, options }: VerbCall, file: File, known: Known): void {
  const others = (options?.properties ?? [])
    .filter((each) => !isOfCall(each, verb) || (verb === 'execute' && nameOf(each) === 'parent'))
    .map((each) => nameOf(each) ?? '')
  if (options) known.done.add(options)
  if (name !== verb) file.look(node, `Is this an agent? Its \`${name}\` is \`${verb}\` now`)
  else if (others.length > 0)
    file.look(node, `Is this an agent? Its options \`${others.join('`, `')}\` are others now`)
}

/** Whether a verb has an option itself. Only `chat` has `onBusy`. */
function isOfCall(property: Property, verb: string): boolean {
  if (t.isSpreadElement(property)) return true
  const name = nameOf(property) ?? ''
  return name === 'onBusy' ? verb === 'chat' : ofCalls.has(name)
}

/** Writes the call of a verb anew: its name, its options, and `with` for all other options. */
function changeVerb(call: VerbCall, path: NodePath, file: File, known: Known): void {
  const { node, name, verb, link, options, named } = call
  const properties = options?.properties ?? []
  const own = properties.filter((property) => isOfCall(property, verb))
  const others = properties.filter((property) => !own.includes(property))
  const moved = options ? changeOptions(options, path.scope, file, known) : undefined
  lookAtOptions(call, others, path, file, known)
  const context = contextOf(call, path, known)
  const isUntrusted = isMarked(call, file)
  const isSame = name === verb && others.length === 0 && !isUntrusted && !context
  if (isSame || (name === 'resume' && named)) return
  file.replace(node, () => {
    const gone = new Set([context, isUntrusted && options ? propertyOf(options, 'untrusted') : 0])
    const kept = own.filter((property) => !gone.has(property as t.ObjectProperty))
    const part = (list: readonly Property[]): string =>
      options ? toMoved(options, placesOf(options, list, moved, name), file) : '{}'
    const onto = others.length > 0 ? `${link}with(${part(others)})` : ''
    const agent = file.textOf(call.agent) + onto
    const added = addedTo(call, file)
    if (context) added.push(agent === 'agent' ? 'agent' : `agent: ${agent}`)
    const given = inputsTo(call, isUntrusted, file)
    const text = withAdded(added, part(kept))
    if (text !== '{}') given.push(text)
    else if (named && added.length === 0) given.push(file.textOf(named))
    const target = context ? `${file.textOf(context.value)}.` : agent + (onto ? '.' : link)
    return `${target}${verb}(${given.join(', ')})`
  })
}

/** Returns the places of some of the options; all others are taken away. */
function placesOf(
  { properties }: t.ObjectExpression,
  list: readonly Property[],
  moved: ReadonlyMap<Property, Place> | undefined,
  name: string,
): ReadonlyMap<Property, Place> {
  const places = new Map<Property, Place>()
  for (const property of properties) {
    const place = moved?.get(property)
    if (!list.includes(property)) places.set(property, [])
    else if (name === 'answerCalls' && nameOf(property) === 'history')
      places.set(property, ['from'])
    else if (place) places.set(property, place)
  }
  return places
}

const withAdded = (added: readonly string[], text: string): string => {
  if (added.length === 0) return text
  return text === '{}' ? `{ ${added.join(', ')} }` : `{ ${added.join(', ')},${text.slice(1)}`
}

/** Returns the options that were arguments. */
function addedTo({ name, inputs, named }: VerbCall, file: File): string[] {
  const [first] = inputs
  const added: string[] = []
  if (name === 'answerCalls') added.push(`results: ${first ? file.textOf(first) : '[]'}`)
  if (name === 'regenerate' && first) added.push(`from: ${file.textOf(first)}`)
  if (name === 'edit' && first) added.push(`replaces: ${file.textOf(first)}`)
  if (named && added.length > 0) added.push(`...${file.textOf(named)}`)
  return added
}

/** Returns the arguments before the options. */
function inputsTo({ verb, name, inputs }: VerbCall, isUntrusted: boolean, file: File): string[] {
  const input = inputs[name === 'edit' ? 1 : 0]
  if (verb === 'resume' || !input) return []
  const text = file.textOf(input)
  return [isUntrusted ? `[{ type: 'text', text: ${text}, untrusted: true }]` : text]
}

/** Whether the text of a call is marked as untrusted, which its part is now. */
function isMarked({ options, inputs, name }: VerbCall, file: File): boolean {
  const mark = options && propertyOf(options, 'untrusted')
  if (!mark) return false
  const input = inputs[name === 'edit' ? 1 : 0]
  const isText = input !== undefined && !t.isArrayExpression(input)
  if (isText && t.isBooleanLiteral(mark.value, { value: true })) return true
  file.look(mark, '`untrusted` is an option of each part of the input now')
  return false
}

function lookAtOptions(
  { node, verb, options, named }: VerbCall,
  others: readonly Property[],
  path: NodePath,
  file: File,
  known: Known,
): void {
  if (options && others.length > 0 && options.properties.some((each) => t.isSpreadElement(each)))
    file.look(node, 'Options that are spread may belong to `agent.with`')
  const label = options && verb === 'chat' ? propertyOf(options, 'sessionId') : undefined
  if (label) file.look(label, '`sessionId` is an option of `execute` alone now')
  const parent = options && verb === 'execute' ? propertyOf(options, 'parent') : undefined
  if (parent && known.kindOf(parent.value, path.scope) !== 'context')
    file.look(parent, '`parent` is refused by `execute`: call `ctx.execute` of the handler')
  if (!named || t.isStringLiteral(named)) return
  const at = t.isIdentifier(named) ? path.scope.getBinding(named.name)?.path : undefined
  const init = at?.isVariableDeclarator() ? at.node.init : undefined
  const isPlain =
    t.isObjectExpression(init) && init.properties.every((property) => isOfCall(property, verb))
  if (!isPlain)
    file.look(named, 'These options come from elsewhere: most belong to `agent.with` now')
}

/** Returns the option `parent` of a run inside a call. */
function contextOf(
  { verb, options }: VerbCall,
  path: NodePath,
  known: Known,
): t.ObjectProperty | undefined {
  const parent = options && verb === 'execute' ? propertyOf(options, 'parent') : undefined
  return parent && known.kindOf(parent.value, path.scope) === 'context' ? parent : undefined
}

/** Binds the call of a tool: `agent.runTool(name, args, { parent: ctx })` is `ctx.runTool(…)`. */
function bindToolCall({ node, scope }: NodePath<Call>, file: File, known: Known): void {
  const { callee } = node
  const options = node.arguments[2]
  const isTool = isMember(callee) && t.isIdentifier(callee.property, { name: 'runTool' })
  const parent = isTool && t.isObjectExpression(options) && propertyOf(options, 'parent')
  if (!parent || known.kindOf(parent.value, scope) !== 'context') return
  const agent = file.code.slice(callee.object.start ?? 0, callee.object.end ?? 0)
  file.replace(parent, agent === 'agent' ? 'agent' : `agent: ${agent}`)
  file.replace(callee.object, file.textOf(parent.value))
}
