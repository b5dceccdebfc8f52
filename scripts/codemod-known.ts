import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { type NodePath, traverse, types as t } from '@babel/core'
import { File, isMember, type Member, parse } from './codemod-file.ts'
import { Imports, wordOf } from './codemod-imports.ts'

type Scope = NodePath['scope']
type Binding = NonNullable<ReturnType<Scope['getBinding']>>
export type Options = NodePath<t.ObjectExpression>
type Place = t.Node | null | undefined

/**
 * What a value is: an agent, its history, the result of `useAgent`, or the context of a handler.
 * `body` is the scope that the body of `runAgent` gets, `rendered` the result of
 * `renderWithAgent`.
 */
export type Kind = 'agent' | 'body' | 'context' | 'history' | 'hook' | 'rendered'

const ofCalls: Readonly<Record<string, Kind>> = {
  createAgent: 'agent',
  renderWithAgent: 'rendered',
  testAgent: 'agent',
  useAgent: 'hook',
  useProvidedAgent: 'agent',
}

const ofTypes: Readonly<Record<string, Kind>> = {
  Agent: 'agent',
  RunScope: 'body',
  ToolContext: 'context',
  UseAgentResult: 'hook',
}

/** The functions of React that return what a function returned, or what was given. */
const holders: ReadonlySet<string> = new Set(['useMemo', 'useRef', 'useState'])

/** What the values of a file are, as far as the file itself shows it. */
export class Known {
  readonly imports: Imports
  /** The objects whose options a rule has moved, or told of. */
  readonly done = new Set<t.Node>()
  /** The options that are taken away. */
  readonly gone = new Set<t.Node>()
  readonly #program: NodePath<t.Program>
  readonly #path: string
  readonly #contexts = new Set<Binding>()
  readonly #open = new Set<Binding>()
  readonly #exports = new Map<string, Kind | undefined>()

  /** @param path - The path of the file: what it imports from its neighbours is looked up there. */
  constructor(program: NodePath<t.Program>, imports: Imports, path: string) {
    this.#program = program
    this.imports = imports
    this.#path = path
  }

  /** Notes that a name is the context of a handler. Returns false if that was known. */
  addContext(binding: Binding): boolean {
    const isNew = !this.#contexts.has(binding)
    this.#contexts.add(binding)
    return isNew
  }

  get contexts(): ReadonlySet<Binding> {
    return this.#contexts
  }

  /** Returns what a value is; undefined if the file does not show it. */
  kindOf(value: Place, scope: Scope): Kind | undefined {
    const node = bare(value)
    if (t.isIdentifier(node)) return this.#ofBinding(scope.getBinding(node.name))
    if (t.isCallExpression(node)) return this.#ofCall(node, scope)
    if (!isMember(node)) return undefined
    const name = node.computed ? '' : nameOfMember(node)
    if (t.isThisExpression(node.object)) return this.#ofClass(name, scope)
    if (name === 'current' && t.isIdentifier(node.object)) {
      const held = scope.getBinding(node.object.name)?.path.node
      return t.isVariableDeclarator(held) ? this.#ofHolder(held.init, scope) : undefined
    }
    return memberOf(this.kindOf(node.object, scope), name) ?? this.#ofTyped(node, name, scope)
  }

  /**
   * Whether a value has the name of an agent, and the file does not show what it is. It may come
   * from another file of the application.
   */
  isNamedAgent(value: Place, scope: Scope): boolean {
    const node = bare(value)
    const word = isMember(node) ? nameOfMember(node) : t.isIdentifier(node) && node.name
    if (!word || !/agent\d*$/i.test(word)) return false
    return this.kindOf(node, scope) === undefined && !this.#isForeign(node, scope)
  }

  /** Whether a value is visibly of another package, or an instance of a class. */
  #isForeign(node: Place, scope: Scope): boolean {
    if (t.isNewExpression(node) || t.isLiteral(node)) return true
    if (t.isAwaitExpression(node)) return this.#isForeign(node.argument, scope)
    if (t.isCallExpression(node)) return this.#isForeign(node.callee, scope)
    if (t.isMemberExpression(node)) return this.#isForeign(node.object, scope)
    if (!t.isIdentifier(node)) return false
    const binding = scope.getBinding(node.name)
    const { node: at, parent } = binding?.path ?? {}
    if (t.isImportDeclaration(parent)) return !/^(\.|@\/|~|#)/.test(parent.source.value)
    return t.isVariableDeclarator(at) && this.#isForeign(at.init, binding?.scope ?? scope)
  }

  /** Returns the object that a value is, also by its name; undefined for what is elsewhere. */
  objectOf(value: NodePath | undefined): Options | undefined {
    let path = value
    while (
      path?.isTSAsExpression() ||
      path?.isTSSatisfiesExpression() ||
      path?.isTSNonNullExpression()
    )
      path = path.get('expression') as NodePath
    if (path?.isObjectExpression()) return path
    if (!path?.isIdentifier()) return undefined
    const at = path.scope.getBinding(path.node.name)?.path
    return at?.isVariableDeclarator() ? this.objectOf(at.get('init') as NodePath) : undefined
  }

  /** Returns the function that a value is, also by its name. */
  functionOf(value: NodePath | undefined): NodePath<t.Function> | undefined {
    if (value?.isFunction()) return value
    if (!value?.isIdentifier()) return undefined
    const at = value.scope.getBinding(value.node.name)?.path
    if (at?.isFunction()) return at
    return at?.isVariableDeclarator() ? this.functionOf(at.get('init') as NodePath) : undefined
  }

  #ofBinding(binding: Binding | undefined): Kind | undefined {
    // A name can lead back to itself, as in `const agent = agent.with()`.
    if (!binding || this.#open.has(binding)) return undefined
    if (this.#contexts.has(binding)) return 'context'
    this.#open.add(binding)
    try {
      return this.#ofName(binding)
    } finally {
      this.#open.delete(binding)
    }
  }

  #ofName({ path, identifier, scope, kind, constantViolations }: Binding): Kind | undefined {
    const typed = this.#ofType(typeOf(identifier))
    if (typed) return typed
    const { node, parent } = path
    if (t.isImportSpecifier(node) && t.isImportDeclaration(parent))
      return this.#ofExport(parent.source.value, t.identifier(wordOf(node.imported)))
    if (kind === 'param') return this.#ofParam(path, identifier.name)
    if (!t.isVariableDeclarator(node)) return undefined
    if (t.isIdentifier(node.id)) {
      const later = constantViolations.map((each) => each.node)
      const values = [
        node.init,
        ...later.map((each) => t.isAssignmentExpression(each) && each.right),
      ]
      return values.map((each) => this.kindOf(each || undefined, scope)).find(Boolean)
    }
    if (t.isArrayPattern(node.id)) {
      const [first] = node.id.elements
      return first === identifier ? this.#ofHolder(node.init, scope) : undefined
    }
    const key = keyOf(node.id, identifier.name)
    if (t.isThisExpression(node.init)) return this.#ofClass(key, scope)
    const type = this.#memberType(typeOf(node.id), key)
    return memberOf(this.kindOf(node.init, scope), key) ?? this.#ofType(type)
  }

  #ofParam(path: NodePath, name: string): Kind | undefined {
    const { node, parentPath } = path
    const pattern = t.isAssignmentPattern(node) ? node.left : node
    if (t.isObjectPattern(pattern)) {
      const type = typeOf(pattern)
      const key = keyOf(pattern, name)
      return memberOf(this.#ofType(type), key) ?? this.#ofType(this.#memberType(type, key))
    }
    const call = parentPath?.parent
    const isBody =
      path.key === 0 &&
      t.isCallExpression(call) &&
      call.arguments[0] === parentPath?.node &&
      this.imports.nameOf(call.callee, path.scope) === 'runAgent'
    return isBody ? 'body' : undefined
  }

  #ofCall(node: t.CallExpression, scope: Scope): Kind | undefined {
    const { callee } = node
    const name = this.imports.nameOf(callee, scope)
    if (name !== undefined) return Object.hasOwn(ofCalls, name) ? ofCalls[name] : undefined
    if (t.isMemberExpression(callee))
      return t.isIdentifier(callee.property, { name: 'with' }) &&
        this.kindOf(callee.object, scope) === 'agent'
        ? 'agent'
        : undefined
    if (!t.isIdentifier(callee)) return undefined
    const own = scope.getBinding(callee.name)?.path
    if (own?.isImportSpecifier() && t.isImportDeclaration(own.parent)) {
      const called = t.callExpression(t.identifier(wordOf(own.node.imported)), [])
      return this.#ofExport(own.parent.source.value, called)
    }
    if (own?.isFunctionDeclaration()) return this.#ofReturn(own.node, own.scope)
    const init = own?.isVariableDeclarator() ? own.node.init : undefined
    if (own && t.isFunction(init)) return this.#ofReturn(init, (own.get('init') as NodePath).scope)
    return callee.name === 'useMemo' ? this.#ofHolder(node, scope) : undefined
  }

  /** Returns what a neighbour exports. Each is read once. */
  #ofExport(source: string, value: t.Identifier | t.CallExpression): Kind | undefined {
    const name = t.isIdentifier(value)
      ? value.name
      : t.isIdentifier(value.callee) && value.callee.name
    const key = `${value.type} ${name} ${source}`
    if (!this.#exports.has(key)) this.#exports.set(key, kindOfExport(this.#path, source, value))
    return this.#exports.get(key)
  }

  /** Returns what a hook of React holds, such as `useState(() => createAgent({ model }))`. */
  #ofHolder(value: Place, scope: Scope): Kind | undefined {
    const node = bare(value)
    if (!t.isCallExpression(node)) return undefined
    const { callee } = node
    const name = t.isMemberExpression(callee) ? callee.property : callee
    if (!t.isIdentifier(name) || !holders.has(name.name)) return undefined
    const [first] = node.arguments
    return t.isFunction(first) ? this.#ofReturn(first, scope) : this.kindOf(first, scope)
  }

  #ofReturn(node: t.Function, scope: Scope): Kind | undefined {
    const typed = this.#ofType(annotationOf(node.returnType))
    if (typed || !t.isBlockStatement(node.body)) return typed ?? this.kindOf(node.body, scope)
    const last = node.body.body.at(-1)
    if (!t.isReturnStatement(last)) return undefined
    const { argument } = last
    const own = node.body.body
      .flatMap((each) => (t.isVariableDeclaration(each) ? each.declarations : []))
      .find(({ id }) => t.isIdentifier(argument) && t.isIdentifier(id, { name: argument.name }))
    return this.kindOf(own ? own.init : argument, scope)
  }

  /** Returns what a type says, such as `Agent | undefined`. */
  #ofType(type: Place): Kind | undefined {
    if (t.isTSUnionType(type))
      return type.types.map((each) => this.#ofType(each)).find((kind) => kind !== undefined)
    if (!t.isTSTypeReference(type) || !t.isIdentifier(type.typeName)) return undefined
    const imported = this.imports.ofType(type.typeName.name)
    if (!imported) return undefined
    if (imported.name === 'AgentScope')
      return imported.source === '@ambit/core/code' ? 'body' : undefined
    return Object.hasOwn(ofTypes, imported.name) ? ofTypes[imported.name] : undefined
  }

  /** Returns what the type of an object says of a member, such as `props.agent`. */
  #ofTyped({ object }: Member, name: string, scope: Scope): Kind | undefined {
    const binding = t.isIdentifier(object) ? scope.getBinding(object.name) : undefined
    return this.#ofType(this.#memberType(typeOf(binding?.identifier), name))
  }

  /** Returns what the class around a place has as a member, such as `this.agent`. */
  #ofClass(name: string, scope: Scope): Kind | undefined {
    const owner = scope.path.findParent((path) => path.isClass())?.node
    for (const member of t.isClass(owner) ? owner.body.body : []) {
      if (t.isClassProperty(member) || t.isClassPrivateProperty(member)) {
        const { key } = member
        const word = t.isPrivateName(key) ? key.id : key
        if (t.isIdentifier(word, { name }))
          return (
            this.#ofType(annotationOf(member.typeAnnotation)) ?? this.kindOf(member.value, scope)
          )
      }
      if (!t.isClassMethod(member, { kind: 'constructor' })) continue
      for (const param of member.params)
        if (t.isTSParameterProperty(param) && t.isIdentifier(param.parameter, { name }))
          return this.#ofType(typeOf(param.parameter))
    }
    return undefined
  }

  /** Returns the type of a member of a type that stands in the file. */
  #memberType(type: Place, name: string): Place {
    if (t.isTSTypeReference(type)) {
      const { typeName } = type
      const own = t.isIdentifier(typeName) ? this.#declared(typeName.name) : undefined
      return own && this.#memberType(own, name)
    }
    const members = t.isTSTypeLiteral(type)
      ? type.members
      : t.isTSInterfaceBody(type)
        ? type.body
        : []
    for (const member of members)
      if (t.isTSPropertySignature(member) && t.isIdentifier(member.key, { name }))
        return annotationOf(member.typeAnnotation)
    return undefined
  }

  #declared(name: string): t.TSTypeLiteral | t.TSInterfaceBody | undefined {
    for (const statement of this.#program.node.body) {
      const node = t.isExportNamedDeclaration(statement) ? statement.declaration : statement
      if (t.isTSInterfaceDeclaration(node) && node.id.name === name) return node.body
      if (t.isTSTypeAliasDeclaration(node) && node.id.name === name)
        return t.isTSTypeLiteral(node.typeAnnotation) ? node.typeAnnotation : undefined
    }
    return undefined
  }
}

/** Returns the name of a member, also of a private one. */
function nameOfMember({ property }: Member): string {
  const word = t.isPrivateName(property) ? property.id : property
  return t.isIdentifier(word) ? word.name : ''
}

function memberOf(kind: Kind | undefined, name: string): Kind | undefined {
  if (kind === 'agent' && name === 'history') return 'history'
  return (kind === 'hook' || kind === 'rendered') && name === 'agent' ? 'agent' : undefined
}

/** Returns the value without what only says its type, or waits for it. */
function bare(node: Place): Place {
  if (
    t.isTSAsExpression(node) ||
    t.isTSSatisfiesExpression(node) ||
    t.isTSNonNullExpression(node) ||
    t.isParenthesizedExpression(node)
  )
    return bare(node.expression)
  return t.isAwaitExpression(node) ? bare(node.argument) : node
}

const annotationOf = (node: Place): Place =>
  t.isTSTypeAnnotation(node) ? node.typeAnnotation : undefined

export const typeOf = (node: Place): Place =>
  t.isIdentifier(node) || t.isObjectPattern(node) ? annotationOf(node.typeAnnotation) : undefined

/** Returns the key under which a pattern takes a name. */
function keyOf(pattern: t.Node, name: string): string {
  if (!t.isObjectPattern(pattern)) return ''
  for (const property of pattern.properties) {
    if (t.isRestElement(property) || !t.isIdentifier(property.key)) continue
    const { value } = property
    const own = t.isAssignmentPattern(value) ? value.left : value
    if (t.isIdentifier(own, { name })) return property.key.name
  }
  return ''
}

const endings = ['', '.ts', '.tsx', '.js', '.jsx', '.mts', '.mjs']

/**
 * Returns what a neighbour exports under a name, or what the function of a name returns there;
 * undefined if there is no such file.
 */
function kindOfExport(
  path: string,
  source: string,
  value: t.Identifier | t.CallExpression,
): Kind | undefined {
  if (!source.startsWith('.') || !isAbsolute(path)) return undefined
  const base = join(dirname(path), source)
  const file = [base, base.replace(/\.[cm]?jsx?$/, ''), join(base, 'index')]
    .flatMap((stem) => endings.map((ending) => stem + ending))
    .find((each) => existsSync(each) && statSync(each).isFile())
  if (file === undefined) return undefined
  let kind: Kind | undefined
  try {
    const code = readFileSync(file, 'utf8')
    traverse(parse(code, file, true), {
      Program(program) {
        // What a neighbour has from a file of its own is not followed.
        const known = new Known(program, new Imports(program, new File(code)), '')
        const { callee } = t.isCallExpression(value) ? value : { callee: value }
        if (t.isIdentifier(callee) && exportsName(program.node, callee.name))
          kind = known.kindOf(value, program.scope)
        program.stop()
      },
    })
  } catch {
    // A neighbour that cannot be read shows nothing.
  }
  return kind
}

const exportsName = ({ body }: t.Program, name: string): boolean =>
  body.some(
    (node) =>
      t.isExportNamedDeclaration(node) &&
      (name in t.getBindingIdentifiers(node.declaration ?? t.noop(), false, true) ||
        node.specifiers.some(
          (each) => t.isExportSpecifier(each) && wordOf(each.exported) === name,
        )),
  )
