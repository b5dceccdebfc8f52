/** A node of a syntax tree, in the form of ESTree. */
export interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** A node with its parent, and the name of the parent's property that holds it. */
export interface Place {
  readonly node: Node
  readonly parent: Node | undefined
  readonly key: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Yields a node and all below it. */
export function* walk(node: Node, parent?: Node, key: string = ''): Generator<Place> {
  yield { node, parent, key }
  for (const [name, value] of Object.entries(node)) {
    for (const child of [value].flat()) {
      if (isNode(child)) yield* walk(child, node, name)
    }
  }
}

export const nameOf = (node: Node): string => String(node['name'])

/** Whether an identifier at this place reads a variable, and is not a key, member or label. */
export function isReference({ parent, key }: Place): boolean {
  if (parent?.type === 'MemberExpression' && key === 'property') return parent['computed'] === true
  if (key === 'key') return parent?.['computed'] === true
  // What `typeof` asks for is not used yet.
  if (parent?.type === 'UnaryExpression') return parent['operator'] !== 'typeof'
  return key !== 'label' && !/^(?:Im|Ex)port/.test(parent?.type ?? '')
}

const declaring =
  /^(?:VariableDeclarator|Function|ArrowFunction|Class|CatchClause|Import\w*Specifier)/

/** Returns the name that a declaration, a parameter or a pattern brings into its file. */
export function declaredAt({ node, parent, key }: Place): string | undefined {
  if (node.type !== 'Identifier' || !parent) return undefined
  const isPattern = /^(?:ArrayPattern|RestElement|AssignmentPattern)$/.test(parent.type)
  const isPart = key === 'value' && parent.type === 'Property'
  const isDeclared = declaring.test(parent.type) && ['id', 'params', 'param', 'local'].includes(key)
  return isDeclared || isPart || (isPattern && key !== 'right') ? nameOf(node) : undefined
}

/** Returns the name of a property that an object or a class of the file defines for others. */
export function definedAt({ node, parent, key }: Place): string | undefined {
  if (key !== 'key' || !parent || parent['computed'] === true || isPrivate(node)) return undefined
  const isDefined = /^(?:Property|MethodDefinition|PropertyDefinition)$/.test(parent.type)
  return isDefined && typeof node['name'] === 'string' ? node['name'] : undefined
}

/** Whether a name is `#private`: no object of the browser has it. */
const isPrivate = ({ type }: Node): boolean => type === 'PrivateIdentifier'

/** A member that code reads, with the name of the variable that it is read from. */
export type Member = readonly [owner: string | undefined, name: string]

/** Returns the members that a node reads. */
export function membersOf(node: Node): Member[] {
  if (node.type === 'MemberExpression' && isNode(node['property'])) {
    const { property } = node
    if (isPrivate(property)) return []
    const name = node['computed'] === true ? property['value'] : property['name']
    return typeof name === 'string' ? [[variableOf(node['object']), name]] : []
  }
  const pattern = node['id']
  if (node.type !== 'VariableDeclarator' || !isNode(pattern)) return []
  const parts = pattern.type === 'ObjectPattern' ? [pattern['properties']].flat() : []
  return parts.flatMap((part): Member[] =>
    isNode(part) && isNode(part['key']) && part['computed'] !== true
      ? [[variableOf(node['init']), nameOf(part['key'])]]
      : [],
  )
}

const variableOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? nameOf(node) : undefined
