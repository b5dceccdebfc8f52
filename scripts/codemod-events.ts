import { type NodePath, type Visitor, types as t } from '@babel/core'
import type { File } from './codemod-file.ts'

/** The new names of events, and what else is other with them. */
const renamed: Readonly<Record<string, readonly [name: string, look?: string]>> = {
  iteration_started: [
    'request_started',
    'it comes once the request is built, and `added` is `agent:message`',
  ],
  request_built: ['request_started', 'its fields are in `built`'],
  compacted: ['request_started', 'its number is `leftOut`'],
  iteration_completed: ['request_completed', '`message` may be absent'],
  usage: ['request_completed'],
  content_delta: ['delta', "`delta` is `text`, and `of` is 'text'"],
  reasoning_delta: ['delta', "`delta` is `text`, and `of` is 'reasoning'"],
  tool_call_delta: ['delta', "`delta` is `text`, and `of` is 'call'"],
  approval_requested: ['pending_added', "`request` is `pending`, of the kind 'approval'"],
  ask_requested: ['pending_added', "the question is `pending`, of the kind 'question'"],
  approval_resolved: ['pending_resolved', "`kind` is 'approval'"],
  ask_resolved: ['pending_resolved', "`kind` is 'question', and `askId` is `id`"],
  message_refused: ['warning', "`code` is 'message_refused'"],
  storage_degraded: ['warning', '`code` is `storage_` and the reason'],
  waiting_online: ['waiting'],
}

const prefix = 'agent:'

/** Returns the rules for events: their names, and `once`, `off` and `removeAll` of an agent. */
export const eventRules = (file: File): Visitor => ({
  StringLiteral({ node }) {
    const name = node.value.startsWith(prefix) ? node.value.slice(prefix.length) : ''
    if (!Object.hasOwn(renamed, name)) return
    const [now = '', look] = renamed[name] ?? []
    const quote = file.code[node.start ?? 0]
    file.add({
      start: node.start ?? 0,
      end: node.end ?? 0,
      toText: () => `${quote}${prefix}${now}${quote}`,
    })
    if (look) file.look(lineOf(node), `\`${prefix}${name}\` is \`${prefix}${now}\`: ${look}`)
  },
  CallExpression: (path) => changeCall(path, file),
})

const lineOf = (node: t.Node): number => node.loc?.start.line ?? 1

function changeCall({ node }: NodePath<t.CallExpression>, file: File): void {
  const { callee, arguments: given } = node
  if (!t.isMemberExpression(callee) || !t.isIdentifier(callee.property)) return
  const { name } = callee.property
  const [type, handler] = given
  const isOfAgent = t.isStringLiteral(type) && type.value.startsWith(prefix)
  if (name === 'once' && isOfAgent && handler && given.length === 2) {
    const { property } = callee
    file.add({ start: property.start ?? 0, end: property.end ?? 0, toText: () => 'on' })
    const end = handler.end ?? 0
    file.add({ start: end, end, toText: () => ', { once: true }' })
  }
  if (name === 'off' && isOfAgent)
    file.look(lineOf(node), '`off` is gone: call what `agent.on` returned')
  if (name === 'removeAll' && t.isIdentifier(callee.object, { name: 'agent' }))
    file.look(lineOf(node), '`removeAll` is gone: give each `agent.on` a `signal`')
}
