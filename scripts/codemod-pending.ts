import { type NodePath, types as t, type Visitor } from '@babel/core'
import { endOf, type File, isCall, isMember, type Member, onMembers } from './codemod-file.ts'
import type { Known } from './codemod-known.ts'

/** The stores that are one now, with what each is for. */
const kinds: Readonly<Record<string, string>> = {
  approvals: "'approval'",
  asks: "'question'",
  signIns: "'signIn'",
}

/** The hooks that are others now. */
const hooks: Readonly<Record<string, string>> = {
  useApprovals:
    "`useApprovals()` is `usePending('approval')` now, a list whose items have `approve` and `deny`",
  useAsks:
    "`useAsks()` is `usePending('question')` now, a list whose items have `answer` and `decline`",
}

/** Returns the rules for what waits for a user, which is in `agent.pending` now. */
export const pendingRules = (file: File, known: Known): Visitor => ({
  CallExpression({ node: { callee }, scope }) {
    const why = hooks[known.imports.nameOf(callee, scope) ?? '']
    if (why) file.look(callee, why)
  },
  VariableDeclarator({ node: { id, init }, scope }) {
    if (!t.isObjectPattern(id) || !init || known.kindOf(init, scope) !== 'agent') return
    for (const each of id.properties)
      if (t.isObjectProperty(each) && t.isIdentifier(each.key) && each.key.name in kinds)
        file.look(each, `\`${each.key.name}\` of an agent is in \`pending\` now`)
  },
  ...onMembers((path) => {
    const { object, property } = path.node
    const kind = t.isIdentifier(property) && kinds[property.name]
    if (!kind) return
    if (known.kindOf(object, path.scope) === 'agent') moveStore(path, kind, file)
    else if (known.isNamedAgent(object, path.scope))
      file.look(property, `\`${property.name}\` of an agent is in \`pending\` now`)
  }),
})

function moveStore(path: NodePath<Member>, kind: string, file: File): void {
  const { property } = path.node
  const outer = path.parentPath
  const name = memberName(outer, path)
  const write = (end: t.Node, text: string): void =>
    file.replaceBetween(property.start ?? 0, endOf(end), text)
  if (!outer || name === undefined) {
    file.replace(property, 'pending')
    file.look(property, `\`pending\` has more than what was in \`${file.textOf(property)}\``)
  } else if (name === 'isAttached') write(outer.node, `pending.isAttached(${kind})`)
  else if (name === 'attach' && isCall(outer.parent) && outer.key === 'callee')
    write(outer.parent, `pending.attach(${kind})`)
  else if (name === 'offer') write(outer.node, 'pending.offer')
  else if (name === 'getState' && isCall(outer.parent) && outer.key === 'callee') {
    const call = outer.parentPath
    const field = call?.parentPath && memberName(call.parentPath, call)
    if (call?.parent && (field === 'pending' || field === 'waiting'))
      return write(call.parent, `pending.list(${kind})`)
    file.replace(property, 'pending')
    if (field !== 'remembered')
      file.look(property, `The state of \`pending\` is \`{ items, remembered }\``)
  } else {
    file.replace(property, 'pending')
    if (name === 'subscribe')
      file.look(property, `The state of \`pending\` is \`{ items, remembered }\``)
  }
}

/** Returns the name of a member of `of`; undefined if a path is something else. */
function memberName(path: NodePath | null, of: NodePath): string | undefined {
  const node = path?.node
  if (!isMember(node) || node.object !== of.node || node.computed) return undefined
  return t.isIdentifier(node.property) ? node.property.name : undefined
}
