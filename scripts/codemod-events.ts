import { type NodePath, type Visitor, types as t } from '@babel/core'
import { type Call, type File, isCall, isMember, onCalls } from './codemod-file.ts'
import type { Known } from './codemod-known.ts'
import { nameOf, type Property } from './codemod-options.ts'

/** The new names of events, and what else is other with them. */
const renamed: Readonly<Record<string, readonly [name: string, look?: string]>> = {
  iteration_started: [
    'request_started',
    'it comes once the request is built, and `added` is `agent:message`',
  ],
  request_built: ['request_started', 'its fields are in `built`'],
  compacted: ['request_started', 'its number is `leftOut`'],
  iteration_completed: ['request_completed', '`message` may be absent'],
  usage: [
    'request_completed',
    'it comes once for each request, with `message`, also where nothing was counted before',
  ],
  content_delta: ['delta', "`delta` is `text`, and `of` is 'text'"],
  reasoning_delta: ['delta', "`delta` is `text`, and `of` is 'reasoning'"],
  tool_call_delta: ['delta', "`delta` is `text`, and `of` is 'call'"],
  approval_requested: ['pending_added', "`request` is `pending`, of the kind 'approval'"],
  ask_requested: ['pending_added', "the question is `pending`, of the kind 'question'"],
  approval_resolved: ['pending_resolved', "`kind` is 'approval'"],
  ask_resolved: ['pending_resolved', "`kind` is 'question', and `askId` is `id`"],
  message_refused: ['warning', "`code` is 'message_refused'"],
  storage_degraded: ['warning', '`code` is `storage_` and the reason'],
  waiting_online: ['waiting', "`for` says what a run waits for, which is 'network'"],
}

const prefix = 'agent:'

/** Returns the rules for events: their names, and `once`, `off` and `removeAll` of an agent. */
export const eventRules = (file: File, known: Known): Visitor => ({
  StringLiteral: ({ node, parent, parentPath, scope }) => {
    const now = nowOf(node)
    if (now === undefined) return
    const [name = '', look] = renamed[now] ?? []
    const owner = ownerOf(node, parent)
    const isAgent = owner !== undefined && known.kindOf(owner, scope) === 'agent'
    // What else a page has can have events with the same names.
    if (!isAgent && (owner || !known.imports.isOfAmbit)) {
      if (known.imports.isOfAmbit || known.isNamedAgent(owner, scope))
        file.look(node, `\`${node.value}\` of an agent is \`${prefix}${name}\` now`)
      return
    }
    if (t.isObjectProperty(parent) && parent.key === node && isTaken(parent, parentPath?.parent)) {
      file.look(node, `\`${node.value}\` stays: \`${prefix}${name}\` is there already`)
      return
    }
    const quote = file.code[node.start ?? 0]
    file.replace(node, `${quote}${prefix}${name}${quote}`)
    if (look) file.look(node, `\`${node.value}\` is \`${prefix}${name}\`: ${look}`)
  },
  ...onCalls((path) => changeCall(path, file, known)),
})

/** Returns what has the function that gets the name of an event, such as `agent` of `agent.on`. */
function ownerOf(node: t.Node, parent: t.Node): t.Node | undefined {
  if (!isCall(parent) || parent.callee === node) return undefined
  return isMember(parent.callee) ? parent.callee.object : undefined
}

/** Returns the word of an event that has another name now. */
function nowOf(node: t.Node): string | undefined {
  if (!t.isStringLiteral(node) || !node.value.startsWith(prefix)) return undefined
  const name = node.value.slice(prefix.length)
  return Object.hasOwn(renamed, name) ? name : undefined
}

/** Whether an earlier property is, or becomes, the one that an event would be renamed to. */
function isTaken(property: t.ObjectProperty, object: t.Node | undefined): boolean {
  if (!t.isObjectExpression(object)) return false
  const targetOf = (each: Property): string | undefined => {
    const name = nameOf(each)
    const word = name?.startsWith(prefix) ? name.slice(prefix.length) : undefined
    return word !== undefined && Object.hasOwn(renamed, word) ? prefix + renamed[word]?.[0] : name
  }
  const target = targetOf(property)
  return object.properties.some(
    (each, at) =>
      each !== property &&
      targetOf(each) === target &&
      (nameOf(each) === target || at < object.properties.indexOf(property)),
  )
}

function changeCall({ node, scope }: NodePath<Call>, file: File, known: Known): void {
  const { callee, arguments: given } = node
  if (!isMember(callee) || !t.isIdentifier(callee.property)) return
  const { name } = callee.property
  const isAgent = known.kindOf(callee.object, scope) === 'agent'
  if (!isAgent && !known.isNamedAgent(callee.object, scope)) return
  if (name === 'once' && isAgent && given.length === 2) {
    file.replace(callee.property, 'on')
    const end = given[1]?.end ?? 0
    file.replaceBetween(end, end, ', { once: true }')
  } else if (name === 'once')
    file.look(node, '`once` of an agent is `on(type, handler, { once: true })` now')
  if (name === 'off') file.look(node, '`off` is gone: call what `agent.on` returned')
  if (name === 'removeAll') file.look(node, '`removeAll` is gone: give each `agent.on` a `signal`')
}
