import { type NodePath, types as t, type Visitor } from '@babel/core'
import { type File, onMembers } from './codemod-file.ts'
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

/** Where the options of an agent stand now. */
const places: Places = {
  apiKey: ['request', 'apiKey'],
  includeRaw: ['request', 'keepRaw'],
  modalities: ['request', 'modalities'],
  providerOptions: ['request', 'provider'],
  reasoning: ['request', 'reasoning'],
  retry: ['request', 'retry'],
  toolMode: ['calls', 'mode'],
  toolParallelism: ['calls', 'order'],
  toolConcurrency: ['calls', 'concurrency'],
  toolArgValidation: ['calls', 'arguments'],
  toolErrorMode: ['calls', 'errors'],
  toolResultMaxBytes: ['calls', 'maxResultBytes'],
  userId: ['user', 'id'],
  tenantId: ['user', 'tenant'],
  autoResume: ['session', 'autoResume'],
  rates: ['prices'],
  // What these asked for is always there.
  includeToolTrace: [],
  lifecycle: [],
}

/** The names of the members of an option now. */
const members: Readonly<Record<string, Places>> = {
  limits: { toolCalls: ['calls'], wallMs: ['time'] },
  retry: {
    maxRetries: ['max'],
    initialDelayMs: ['delay'],
    maxDelayMs: ['maxDelay'],
    retryableErrors: ['when'],
  },
}

const ofApproval: Places = {
  onApproval: ['decide'],
  policy: ['ask'],
  timeoutAction: ['onTimeout'],
}

const ofPrice: Places = { cached: ['cachedInput'], completion: ['output'], prompt: ['input'] }

/** The costs of a call of `agent.tool` in the body of `runAgent`. */
const costs: Places = {
  charges: ['cost', 'custom'],
  costUsd: ['cost', 'usd'],
  tokens: ['cost', 'tokens'],
  toolCalls: ['cost', 'calls'],
}

/** The words of an option that are others now. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  toolArgValidation: { none: "'unchecked'" },
  toolErrorMode: { recover: "'tell'" },
  toolMode: { auto: "'run'" },
}

/** The options that nothing but an agent or a call has. */
const onlyOfAgents: ReadonlySet<string> = new Set([
  'autoResume',
  'includeRaw',
  'includeToolTrace',
  'toolArgValidation',
  'toolConcurrency',
  'toolErrorMode',
  'toolMode',
  'toolParallelism',
  'toolResultMaxBytes',
  'wallMs',
])

/** Whether an option stands in another place now, or has other words. */
const isOld = (name: string): boolean => Object.hasOwn(places, name) || name === 'budgets'

/** Returns the rules that move the options of agents, and what was given to them by functions. */
export function agentRules(file: File, known: Known): Visitor {
  return {
    CallExpression(path) {
      const given = optionsOf(path, known)
      const options = known.objectOf(given)
      if (options && !known.done.has(options.node)) moveAgent(options, file, known)
      else if (given && !options)
        file.look(given.node, 'These options come from elsewhere: look at their names there')
      changeFactory(path, file, known)
      moveCost(path, file, known)
    },
    ...onMembers(({ node: { object, property }, scope }) => {
      if (!t.isIdentifier(property, { name: 'cancelAll' })) return
      if (known.kindOf(object, scope) === 'agent') file.replace(property, 'cancel')
      else if (known.isNamedAgent(object, scope))
        file.look(property, '`cancelAll` of an agent is `cancel` now')
    }),
  }
}

/** Returns the rule that tells of objects that only have the names of an agent's options. */
export const agentLooks = (file: File, known: Known): Visitor => ({
  ObjectExpression: (path) => {
    const { node, parent } = path
    const isGroup = t.isObjectProperty(parent) && nameOf(parent) === 'session'
    if (known.done.has(node) || isGroup || isExpected(path)) return
    if (node.properties.some((each) => onlyOfAgents.has(nameOf(each) ?? '')))
      file.look(node, 'Are these options of an agent? They have other names now')
  },
})

/** Returns the argument of a call that has the options of an agent. */
export function optionsOf(path: NodePath<t.CallExpression>, known: Known): NodePath | undefined {
  const { callee } = path.node
  const name = known.imports.nameOf(callee, path.scope)
  const [first, second] = path.get('arguments')
  if (name === 'createAgent') return first
  if (name === 'runAgent') return second
  const isWith =
    t.isMemberExpression(callee) &&
    t.isIdentifier(callee.property, { name: 'with' }) &&
    known.kindOf(callee.object, path.scope) === 'agent'
  return isWith ? first : undefined
}

/** Puts the options of an agent into their groups. */
function moveAgent({ node, scope }: Options, file: File, known: Known): void {
  const moved = changeOptions(node, scope, file, known)
  if (moved.size > 0) file.replace(node, () => toMoved(node, moved, file))
}

/** Changes the values of options. Returns the places of those that are moved. */
export function changeOptions(
  node: t.ObjectExpression,
  scope: NodePath['scope'],
  file: File,
  known: Known,
): ReadonlyMap<Property, Place> {
  known.done.add(node)
  const session = propertyOf(node, 'session')
  const isOpened = propertyOf(node, 'autoResume') && session && !t.isObjectExpression(session.value)
  // A session that is named is opened, in its group.
  const all = isOpened ? { ...places, session: ['session', 'open'] } : places
  const moved = findMoved(node, all, file)
  for (const property of node.properties) {
    const name = nameOf(property) ?? ''
    const isLeft = Object.hasOwn(places, name) && !moved.has(property)
    if (t.isObjectProperty(property) && !isLeft) changeValue(property, name, scope, file, known)
    if (t.isSpreadElement(property)) lookInto(property, file)
    if (moved.get(property)?.length === 0) known.gone.add(property)
    lookAt(property, name, file)
  }
  return moved
}

function lookAt(property: Property, name: string, file: File): void {
  if (name === 'budgets')
    file.look(property, '`budgets` are values of `limits` now: { custom: { name: budget } }')
  if (name === 'clock' || name === 'createId' || name === 'random')
    file.look(property, `\`${name}\` is no option of an agent any more`)
}

/** Tells of old options in an object that is spread, such as `...(isAdmin && { userId })`. */
function lookInto(spread: t.SpreadElement, file: File): void {
  t.traverseFast(spread.argument, (inner) => {
    const name = t.isObjectProperty(inner) ? nameOf(inner) : undefined
    if (name !== undefined && isOld(name))
      file.look(inner, `\`${name}\` is \`${places[name]?.join('.') ?? 'limits'}\` of an agent now`)
  })
}

/** Changes the value of an option: its words, and the names of its members. */
function changeValue(
  property: t.ObjectProperty,
  name: string,
  scope: NodePath['scope'],
  file: File,
  known: Known,
): void {
  const value = objectIn(property.value, scope)
  const inner = Object.hasOwn(members, name) ? members[name] : undefined
  if (inner) {
    if (value) {
      known.done.add(value)
      moveOptions(value, inner, file)
    } else if (t.isIdentifier(property.value) || t.isMemberExpression(property.value))
      file.look(property, `The members of \`${name}\` have other names now: look at them there`)
  }
  if (name === 'rates') changePrices(property, value, file)
  if (name === 'reasoning') changeReasoning(property, file)
  if (name === 'settle' && t.isObjectExpression(property.value)) {
    const time = propertyOf(property.value, 'timeoutMs')
    if (time) file.replace(property.value, () => file.textOf(time.value))
  }
  if (!Object.hasOwn(words, name)) return
  const word = t.isStringLiteral(property.value) ? words[name]?.[property.value.value] : undefined
  if (word !== undefined) file.replace(property.value, word)
  else if (!t.isStringLiteral(property.value))
    file.look(property, `The words of \`${name}\` are others now`)
}

/** Returns the object that a value is, also by its name. */
function objectIn(value: t.Node, scope: NodePath['scope']): t.ObjectExpression | undefined {
  if (t.isObjectExpression(value)) return value
  const at = t.isIdentifier(value) ? scope.getBinding(value.name)?.path.node : undefined
  return t.isVariableDeclarator(at) && t.isObjectExpression(at.init) ? at.init : undefined
}

function changePrices(
  property: t.ObjectProperty,
  value: t.ObjectExpression | undefined,
  file: File,
): void {
  if (!value)
    return file.look(
      property,
      '`prompt`, `completion` and `cached` of a price are `input`, `output` and `cachedInput` now',
    )
  for (const price of value.properties)
    if (t.isObjectProperty(price) && t.isObjectExpression(price.value))
      moveOptions(price.value, ofPrice, file)
}

function changeReasoning(property: t.ObjectProperty, file: File): void {
  const { value } = property
  if (t.isStringLiteral(value)) return
  if (!t.isObjectExpression(value))
    return file.look(property, "`reasoning` is an effort, 'off' or `{ tokens }` now")
  const [enabled, effort, tokens] = ['enabled', 'effort', 'budgetTokens'].map(
    (name) => propertyOf(value, name)?.value,
  )
  if (!enabled && !effort && !tokens) return
  file.replace(value, () => {
    const given = tokens ? `{ tokens: ${file.textOf(tokens)} }` : 'undefined'
    const text = effort ? file.textOf(effort) : given
    if (!enabled || t.isBooleanLiteral(enabled, { value: true })) return text
    return t.isBooleanLiteral(enabled) ? "'off'" : `${file.textOf(enabled)} ? ${text} : 'off'`
  })
}

export const factories: ReadonlySet<string> = new Set(['approvals', 'pageLifecycle'])

/** Puts the argument of `approvals` in its place, and looks at budgets. */
function changeFactory(path: NodePath<t.CallExpression>, file: File, known: Known): void {
  const { node, scope } = path
  const name = known.imports.nameOf(node.callee, scope)
  const [first] = node.arguments
  if (name === 'createBudget' && !t.isObjectExpression(first))
    file.look(
      node,
      '`createBudget(name, { limit })` is `createBudget({ max })` now, and the name its key in `limits`',
    )
  if (name !== 'approvals') return
  if (!first) return file.replace(node, '{}')
  const options = known.objectOf(path.get('arguments')[0])
  if (options) moveOptions(options.node, ofApproval, file)
  else file.look(node, 'The options of an approval are `ask`, `decide` and `onTimeout` now')
  file.replace(node, () => file.textOf(first))
}

/** Puts what a call of `agent.tool` costs into its group. */
function moveCost({ node, scope }: NodePath<t.CallExpression>, file: File, known: Known): void {
  const { callee } = node
  const options = node.arguments[3]
  const isTool =
    t.isMemberExpression(callee) &&
    t.isIdentifier(callee.property, { name: 'tool' }) &&
    known.kindOf(callee.object, scope) === 'body'
  if (isTool && t.isObjectExpression(options)) moveOptions(options, costs, file)
}

/** Removes the imports of what is gone, where nothing uses them any more. */
export function removeFactories(file: File, known: Known): void {
  for (const one of known.imports.all) {
    if (!factories.has(one.name)) {
      if (one.name === 'createBudget' && one.source === '@ambit/core/budget') moveBudget(one, known)
      continue
    }
    known.imports.remove(one, (use) => isGone(use, one.name, known))
    for (const use of one.uses)
      if (!isGone(use, one.name, known)) file.look(use.node, `\`${one.name}\` is gone`)
  }
}

/** Whether a use of a factory is taken away: a call of `approvals`, or all in `lifecycle`. */
const isGone = (use: NodePath, name: string, known: Known): boolean =>
  name === 'approvals'
    ? t.isCallExpression(use.parent) && use.key === 'callee'
    : use.findParent(({ node }) => known.gone.has(node)) !== null

function moveBudget(one: Known['imports']['all'][number], known: Known): void {
  const { local } = one.specifier
  known.imports.remove(one, () => true)
  known.imports.need(
    local.name === one.name ? one.name : `${one.name} as ${local.name}`,
    '@ambit/core',
  )
}
