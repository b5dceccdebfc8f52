import { type NodePath, types as t, type Visitor } from '@babel/core'
import { type File, lineOf, nameOf, type Property } from './codemod-file.ts'

/** The place of an option of an agent now, and what becomes of its value. */
interface Place {
  /** Undefined for an option outside of a group. */
  readonly group?: string
  readonly name: string
  readonly toValue?: (value: t.Node, text: string, file: File) => string
}

/** Returns a converter of the words of an option. */
const toWords =
  (words: Readonly<Record<string, string>>): NonNullable<Place['toValue']> =>
  (value, text) =>
    t.isStringLiteral(value) ? `'${words[value.value] ?? value.value}'` : text

/** Where the options of an agent stand now. */
const places: Readonly<Record<string, Place>> = {
  apiKey: { group: 'request', name: 'apiKey' },
  autoResume: { group: 'session', name: 'autoResume' },
  includeRaw: { group: 'request', name: 'keepRaw' },
  modalities: { group: 'request', name: 'modalities' },
  providerOptions: { group: 'request', name: 'provider' },
  reasoning: { group: 'request', name: 'reasoning', toValue: toReasoning },
  retry: { group: 'request', name: 'retry', toValue: toRenamed('retry') },
  toolMode: { group: 'calls', name: 'mode', toValue: toWords({ auto: 'run' }) },
  toolParallelism: { group: 'calls', name: 'order' },
  toolConcurrency: { group: 'calls', name: 'concurrency' },
  toolArgValidation: {
    group: 'calls',
    name: 'arguments',
    toValue: toWords({ none: 'unchecked' }),
  },
  toolErrorMode: { group: 'calls', name: 'errors', toValue: toWords({ recover: 'tell' }) },
  toolResultMaxBytes: { group: 'calls', name: 'maxResultBytes' },
  userId: { group: 'user', name: 'id' },
  tenantId: { group: 'user', name: 'tenant' },
  rates: { name: 'prices', toValue: toPrices },
  limits: { name: 'limits', toValue: toRenamed('limits') },
  settle: { name: 'settle', toValue: toSettle },
}

/** The names of the members of an option now. */
const members: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  approval: { policy: 'ask', onApproval: 'decide', timeoutAction: 'onTimeout' },
  limits: { toolCalls: 'calls', wallMs: 'time' },
  price: { prompt: 'input', completion: 'output', cached: 'cachedInput' },
  retry: {
    maxRetries: 'max',
    initialDelayMs: 'delay',
    maxDelayMs: 'maxDelay',
    retryableErrors: 'when',
  },
}

/** Options that do nothing any more: what they asked for is always there. */
const removed: ReadonlySet<string> = new Set(['includeToolTrace', 'lifecycle'])

/** The options that nothing but an agent or a call has. */
const onlyOfAgents: ReadonlySet<string> = new Set([
  'autoResume',
  'budgets',
  'includeRaw',
  'includeToolTrace',
  'toolArgValidation',
  'toolConcurrency',
  'toolErrorMode',
  'toolMode',
  'toolParallelism',
  'toolResultMaxBytes',
])

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

/** The verbs whose last argument has options. */
const verbs: ReadonlySet<string> = new Set(['chat', 'execute', 'retry', 'resume', 'answerCalls'])

/** Returns the rules that move the options of agents and calls. */
export const agentRules = (file: File): Visitor => ({
  ObjectExpression: (path) => moveOptions(path, file),
  CallExpression: (path) => changeCall(path, file),
  ImportDeclaration: (path) => changeImport(path, file),
  MemberExpression: ({ node: { property } }) => {
    if (t.isIdentifier(property, { name: 'cancelAll' })) rename(property, 'cancel', file)
  },
})

function rename(node: t.Node, name: string, file: File): void {
  file.add({ start: node.start ?? 0, end: node.end ?? 0, toText: () => name })
}

/** What is no longer there to be imported. */
const goneImports: ReadonlySet<string> = new Set(['approvals', 'pageLifecycle'])

function changeImport({ node }: NodePath<t.ImportDeclaration>, file: File): void {
  const { specifiers, source } = node
  if (!/^@ambit\/|^\./.test(source.value)) return
  const kept = specifiers.filter(
    (one) => !(t.isImportSpecifier(one) && goneImports.has(importedName(one))),
  )
  if (kept.length === specifiers.length) return
  const [first] = specifiers
  const last = specifiers.at(-1)
  if (!first || !last) return
  const whole = kept.length === 0 ? node : undefined
  file.add({
    start: whole?.start ?? first.start ?? 0,
    end: whole?.end ?? last.end ?? 0,
    toText: () => kept.map((one) => file.textOf(one)).join(', '),
  })
}

const importedName = ({ imported }: t.ImportSpecifier): string =>
  t.isIdentifier(imported) ? imported.name : imported.value

/** Whether an object has the options of an agent. */
function isOfAgent({ node, parent, key }: NodePath<t.ObjectExpression>): boolean {
  const isFirst = t.isCallExpression(parent) && key === 0 && t.isIdentifier(parent.callee)
  if (isFirst && t.isIdentifier(parent.callee, { name: 'expect' })) return false
  if (isFirst && t.isIdentifier(parent.callee, { name: 'createAgent' })) return true
  return node.properties.some((property) => onlyOfAgents.has(nameOf(property) ?? ''))
}

function moveOptions(path: NodePath<t.ObjectExpression>, file: File): void {
  const { node, parent } = path
  // The options of a verb are moved with its call.
  if (optionsOf(parent) === node || !isOfAgent(path)) return
  const { properties } = node
  if (!properties.some((property) => isMoved(property))) return
  for (const property of properties) lookAt(property, file)
  file.add({
    start: node.start ?? 0,
    end: node.end ?? 0,
    toText: () => toText(properties, file),
  })
}

const isMoved = (property: Property): boolean => {
  const name = nameOf(property) ?? ''
  return name in places || removed.has(name)
}

function lookAt(property: Property, file: File): void {
  const name = nameOf(property)
  if (name === 'budgets')
    file.look(
      lineOf(property),
      '`budgets` are values of `limits` now: { custom: { name: budget } }',
    )
  if (name === 'clock' || name === 'createId' || name === 'random')
    file.look(lineOf(property), `\`${name}\` is no option of an agent any more`)
}

/** Returns options as an object, in their groups. */
function toText(properties: readonly Property[], file: File): string {
  const groups = new Map<string, string[]>()
  const parts: string[] = []
  const at = new Map<string, number>()
  for (const property of properties) {
    const name = nameOf(property) ?? ''
    if (removed.has(name)) continue
    const place = Object.hasOwn(places, name) ? places[name] : undefined
    const text =
      commentsOf(property, file) + (place ? toMember(property, place, file) : file.textOf(property))
    const { group } = place ?? {}
    if (group === undefined) {
      parts.push(text)
      continue
    }
    if (!groups.has(group)) at.set(group, parts.push('') - 1)
    groups.set(group, [...(groups.get(group) ?? []), text])
  }
  for (const [group, texts] of groups) {
    parts[at.get(group) ?? 0] = `${group}: { ${texts.join(', ')} }`
  }
  // A session that is named is opened, in its group.
  const session = parts.findIndex((part) => /^session: (?!\{)/.test(part))
  const own = parts.findIndex((part) => part.startsWith('session: { autoResume'))
  if (session >= 0 && own >= 0) {
    const open = parts[session]?.slice('session: '.length)
    parts[own] = parts[own]?.replace('session: {', `session: { open: ${open},`) ?? ''
    parts.splice(session, 1)
  }
  const end = parts.some((part) => /\/\/[^\n]*$/.test(part)) ? '\n' : ' '
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')}${end}}`
}

/** Returns the comments before a property. */
const commentsOf = (property: Property, file: File): string =>
  (property.leadingComments ?? [])
    .map(({ start, end }) => `\n${file.code.slice(start ?? 0, end ?? 0)}\n`)
    .join('')

function toMember(property: Property, { name, toValue }: Place, file: File): string {
  if (!t.isObjectProperty(property)) return file.textOf(property)
  const { value, shorthand } = property
  const own = file.textOf(value)
  const text = toValue ? toValue(value, own, file) : own
  return shorthand && text === name ? name : `${name}: ${text}`
}

function toRenamed(option: string): NonNullable<Place['toValue']> {
  return (value, text, file) => (t.isObjectExpression(value) ? renamed(value, option, file) : text)
}

/** Returns an object with other names of its members. */
function renamed({ properties }: t.ObjectExpression, option: string, file: File): string {
  const texts = properties.map((property) => {
    const name = nameOf(property)
    const to = members[option]?.[name ?? '']
    const text = to === undefined ? file.textOf(property) : toMember(property, { name: to }, file)
    return commentsOf(property, file) + text
  })
  return texts.length === 0 ? '{}' : `{ ${texts.join(', ')} }`
}

function toPrices(value: t.Node, text: string, file: File): string {
  if (!t.isObjectExpression(value)) return text
  const texts = value.properties.map((property) => {
    if (!t.isObjectProperty(property) || !t.isObjectExpression(property.value))
      return file.textOf(property)
    const key = file.text(property.start ?? 0, property.value.start ?? 0)
    return key + renamed(property.value, 'price', file)
  })
  return `{ ${texts.join(', ')} }`
}

function toSettle(value: t.Node, text: string, file: File): string {
  if (!t.isObjectExpression(value)) return text
  const [only] = value.properties
  return t.isObjectProperty(only) && nameOf(only) === 'timeoutMs' ? file.textOf(only.value) : text
}

function toReasoning(value: t.Node, text: string, file: File): string {
  if (!t.isObjectExpression(value)) return text
  const given = new Map(value.properties.map((property) => [nameOf(property), property]))
  const [enabled, effort, tokens] = ['enabled', 'effort', 'budgetTokens'].map((name) => {
    const property = given.get(name)
    return t.isObjectProperty(property) ? property.value : undefined
  })
  if (t.isBooleanLiteral(enabled, { value: false })) return "'off'"
  if (effort) return file.textOf(effort)
  return tokens ? `{ tokens: ${file.textOf(tokens)} }` : 'undefined'
}

/** Returns the options of a verb's call; undefined if it has none as an object. */
function optionsOf(call: t.Node): t.ObjectExpression | undefined {
  if (!t.isCallExpression(call) || !t.isMemberExpression(call.callee)) return undefined
  const { property } = call.callee
  const isOfHistory = t.isMemberExpression(call.callee.object) && isHistory(call.callee.object)
  if (!t.isIdentifier(property)) return undefined
  const isKnown = isOfHistory
    ? property.name === 'regenerate' || property.name === 'edit'
    : verbs.has(property.name)
  const last = call.arguments.at(-1)
  return isKnown && t.isObjectExpression(last) ? last : undefined
}

const isHistory = ({ property }: t.MemberExpression): boolean =>
  t.isIdentifier(property, { name: 'history' })

function changeCall({ node }: NodePath<t.CallExpression>, file: File): void {
  if (t.isIdentifier(node.callee, { name: 'approvals' })) {
    const [options] = node.arguments
    file.add({
      start: node.start ?? 0,
      end: node.end ?? 0,
      toText: () => {
        if (!options) return '{}'
        return t.isObjectExpression(options)
          ? renamed(options, 'approval', file)
          : file.textOf(options)
      },
    })
    return
  }
  if (!t.isMemberExpression(node.callee) || !t.isIdentifier(node.callee.property)) return
  const { object, property } = node.callee
  if (t.isMemberExpression(object) && isHistory(object)) {
    if (property.name === 'regenerate' || property.name === 'edit') changeVerb(node, file)
    return
  }
  const isAgent = /agent$/i.test(file.code.slice(object.start ?? 0, object.end ?? 0))
  if (property.name === 'retry' && !isAgent) return
  if (verbs.has(property.name)) changeVerb(node, file)
}

/** Writes the call of a verb anew: its name, its options, and `with` for all other options. */
function changeVerb(node: t.CallExpression, file: File): void {
  const callee = node.callee as t.MemberExpression
  const { name } = callee.property as t.Identifier
  const isOfHistory = t.isMemberExpression(callee.object) && isHistory(callee.object)
  const agent = isOfHistory ? (callee.object as t.MemberExpression).object : callee.object
  const options = optionsOf(node)
  const properties = options?.properties ?? []
  const isSpread = properties.some((property) => t.isSpreadElement(property))
  const own = properties.filter((property) => isOfCall(property, name))
  const others = properties.filter((property) => !isOfCall(property, name))
  const isSame = name === 'chat' || name === 'execute' || name === 'resume'
  const isUntrusted = own.some((property) => nameOf(property) === 'untrusted')
  if (isSame && others.length === 0 && !isUntrusted && !own.some(isMoved)) return
  if (isSpread && others.length > 0)
    file.look(lineOf(node), 'Options that are spread may belong to `agent.with`')
  for (const property of properties) lookAt(property, file)
  file.add({
    start: node.start ?? 0,
    end: node.end ?? 0,
    toText: () => {
      const [first, second] = node.arguments
      const isOption = (argument: t.Node | undefined): boolean => argument === options
      const added: string[] = []
      const rest = own.filter((property) => nameOf(property) !== 'untrusted')
      const given: string[] = []
      if (name === 'answerCalls') added.push(`results: ${first ? file.textOf(first) : '[]'}`)
      if (name === 'regenerate' && first && !isOption(first))
        added.push(`from: ${file.textOf(first)}`)
      if (name === 'edit' && first && second) {
        given.push(file.textOf(second))
        added.push(`replaces: ${file.textOf(first)}`)
      }
      if ((name === 'chat' || name === 'execute') && first && !isOption(first)) {
        const text = file.textOf(first)
        given.push(
          isUntrusted && !t.isArrayExpression(first)
            ? `[{ type: 'text', text: ${text}, untrusted: true }]`
            : text,
        )
      }
      const last = node.arguments.at(-1)
      const isOther =
        last !== undefined &&
        !isOption(last) &&
        node.arguments.length >
          (name === 'edit' ? 2 : name === 'retry' || name === 'resume' ? 0 : 1)
      if (isOther) added.push(`...${file.textOf(last)}`)
      const text = toText(rest, file)
      const ownText =
        name === 'answerCalls'
          ? text.replace(/\bhistory\b(?=[:,\s}])/, (word, at: number) =>
              text
                .slice(at + word.length)
                .trimStart()
                .startsWith(':')
                ? 'from'
                : 'from: history',
            )
          : text
      const call =
        added.length > 0
          ? `{ ${[...added, ownText.slice(1, -1).trim()].filter(Boolean).join(', ')} }`
          : ownText
      if (call !== '{}') given.push(call)
      const verb =
        { retry: 'resume', answerCalls: 'resume', regenerate: 'resume', edit: 'chat' }[name] ?? name
      const onto = others.length > 0 ? `.with(${toText(others, file)})` : ''
      return `${file.textOf(agent)}${onto}.${verb}(${given.join(', ')})`
    },
  })
}

/** Whether a verb has an option itself. Only `chat` has `onBusy`. */
function isOfCall(property: Property, verb: string): boolean {
  if (t.isSpreadElement(property)) return true
  const name = nameOf(property) ?? ''
  if (name === 'onBusy') return verb === 'chat' || verb === 'edit'
  return ofCalls.has(name)
}
