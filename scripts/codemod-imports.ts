import { type NodePath, types as t } from '@babel/core'
import { endOf, type File, startOf } from './codemod-file.ts'

type Scope = NodePath['scope']

/** One name that a file imports from Ambit. */
export interface Imported {
  readonly specifier: t.ImportSpecifier
  /** The name that the module has for it. */
  readonly name: string
  readonly source: string
  /** The places that use it, without those of types. */
  readonly uses: readonly NodePath[]
}

const isOfAmbit = (source: string): boolean => /^(?:@ambit\/|ambit(?:\/|$))/.test(source)

/** The paths of `ambit` whose names the rules know by those of the inner packages. */
const inner: Readonly<Record<string, string>> = {
  ambit: '@ambit/core',
  'ambit/chat': '@ambit/chat',
  'ambit/code': '@ambit/core/code',
  'ambit/react': '@ambit/react',
  'ambit/react/query': '@ambit/react/query',
}

const sourceOf = ({ source }: t.ImportDeclaration): string => inner[source.value] ?? source.value

/**
 * What a file imports from Ambit. Rules rename, remove and add names; each import is written once,
 * when all rules have run.
 */
export class Imports {
  readonly all: readonly Imported[]
  readonly #program: NodePath<t.Program>
  readonly #file: File
  readonly #declarations: readonly t.ImportDeclaration[]
  readonly #texts = new Map<t.Node, string | undefined>()
  readonly #needed = new Map<string, string>()

  constructor(program: NodePath<t.Program>, file: File) {
    this.#program = program
    this.#file = file
    this.#declarations = program.node.body
      .filter((node) => t.isImportDeclaration(node))
      .filter((node) => isOfAmbit(node.source.value))
    this.all = this.#declarations.flatMap((declaration) =>
      declaration.specifiers
        .filter((specifier) => t.isImportSpecifier(specifier))
        .map((specifier) => ({
          specifier,
          name: wordOf(specifier.imported),
          source: sourceOf(declaration),
          uses: program.scope.getBinding(specifier.local.name)?.referencePaths ?? [],
        })),
    )
  }

  /** Whether the file has anything from Ambit, in whatever way. */
  get isOfAmbit(): boolean {
    return /(?:from|import|require)\s*\(?\s*['"](?:@ambit\/|ambit['"/])/.test(this.#file.code)
  }

  /** Tells of a module that is imported as a whole: its members are not followed. */
  lookAtWhole(): void {
    for (const { specifiers, source } of this.#declarations)
      for (const specifier of specifiers)
        if (t.isImportNamespaceSpecifier(specifier))
          this.#file.look(
            specifier,
            `Import the names of \`${source.value}\`: no member is changed`,
          )
    this.#program.traverse({
      CallExpression: ({ node }) => {
        const [source] = node.arguments
        const isLoaded = t.isImport(node.callee) || t.isIdentifier(node.callee, { name: 'require' })
        if (isLoaded && t.isStringLiteral(source) && isOfAmbit(source.value))
          this.#file.look(node, `Look at the names that are taken from \`${source.value}\` here`)
      },
    })
  }

  /** Tells of names that the file exports from a module of Ambit, which has others now. */
  lookAtExports(isOld: (name: string) => boolean): void {
    for (const node of this.#program.node.body) {
      if (!t.isExportNamedDeclaration(node) || !isOfAmbit(node.source?.value ?? '')) continue
      for (const specifier of node.specifiers)
        if (t.isExportSpecifier(specifier) && isOld(specifier.local.name))
          this.#file.look(specifier, `\`${specifier.local.name}\` has another name now, or none`)
    }
  }

  /** Returns what Ambit calls a value; undefined for one that is not imported from Ambit. */
  nameOf(node: t.Node | null | undefined, scope: Scope): string | undefined {
    if (!t.isIdentifier(node) && !t.isJSXIdentifier(node)) return undefined
    const bound = scope.getBinding(node.name)?.path.node
    return this.all.find(({ specifier }) => specifier === bound)?.name
  }

  /** Returns what Ambit calls a type; undefined for one that is not imported from Ambit. */
  ofType(name: string): Imported | undefined {
    return this.all.find(({ specifier }) => specifier.local.name === name)
  }

  /** Returns the places where a name means a type. */
  typesOf(name: string): t.Identifier[] {
    return typesOf(this.#program, name)
  }

  /** Renames what is imported. An alias of it stays. */
  rename({ specifier, name }: Imported, now: string): void {
    const local = specifier.local.name
    this.#write(specifier, local === name || local === now ? now : `${now} as ${local}`)
  }

  /** Imports a name under its new name, and under the old one in the file. */
  alias({ specifier }: Imported, now: string): void {
    this.#write(specifier, `${now} as ${specifier.local.name}`)
  }

  #write(specifier: t.ImportSpecifier, text: string): void {
    this.#texts.set(specifier, specifier.importKind === 'type' ? `type ${text}` : text)
  }

  /** Removes an import whose uses are all gone. One that has other uses stays. */
  remove({ specifier, uses }: Imported, isGone: (use: NodePath) => boolean): void {
    const types = this.typesOf(specifier.local.name)
    if (uses.every((use) => isGone(use)) && types.length === 0)
      this.#texts.set(specifier, undefined)
  }

  /** Adds a name, unless the file imports it already. */
  need(name: string, source: string): void {
    const isThere = this.#declarations.some(
      ({ specifiers, importKind }) =>
        importKind !== 'type' &&
        specifiers.some((each) => each.local.name === name && !this.#isRemoved(each)),
    )
    if (!isThere) this.#needed.set(name, source)
  }

  #isRemoved(specifier: t.Node): boolean {
    return this.#texts.has(specifier) && this.#texts.get(specifier) === undefined
  }

  /** Writes each import that changed. All others stay as they are written. */
  write(): void {
    const open = new Map(this.#needed)
    const added = new Map<t.ImportDeclaration, string[]>()
    for (const node of this.#declarations) {
      if (node.importKind === 'type') continue
      const names = [...open].filter(([, from]) => from === sourceOf(node)).map(([name]) => name)
      for (const name of names) open.delete(name)
      added.set(node, names)
    }
    let lead = [...open].map(([name, from]) => `import { ${name} } from '${from}'\n`).join('')
    for (const node of this.#declarations) {
      this.#writeOne(node, added.get(node) ?? [], lead)
      lead = ''
    }
  }

  #writeOne(node: t.ImportDeclaration, added: readonly string[], lead: string): void {
    const file = this.#file
    const { specifiers } = node
    const start = startOf(node)
    const changed = specifiers.filter((specifier) => this.#texts.has(specifier))
    const texts = specifiers
      .map((each) => (this.#texts.has(each) ? this.#texts.get(each) : file.textOf(each)))
      .filter((text) => text !== undefined)
    const names = [...new Set([...texts, ...added])]
    const [first, last] = [specifiers.at(0), specifiers.at(-1)]
    if (first && names.length === 0) {
      // Nothing is left of an import, nor of its line.
      const end = endOf(node) + (file.code[endOf(node)] === '\n' ? 1 : 0)
      file.replaceBetween(start, end, lead)
      return
    }
    if (lead) file.replaceBetween(start, start, lead)
    if (names.length === specifiers.length && added.length === 0) {
      for (const each of changed) file.replace(each, this.#texts.get(each) ?? '')
    } else if (first && last && changed.length + added.length > 0)
      file.replaceBetween(startOf(first), endOf(last), names.join(', '))
  }
}

export const wordOf = (node: t.Identifier | t.StringLiteral): string =>
  t.isIdentifier(node) ? node.name : node.value

/** Returns the places of a file where a name means a type. */
function typesOf(program: NodePath<t.Program>, name: string): t.Identifier[] {
  const found: t.Identifier[] = []
  const add = (node: t.Node): void => void (t.isIdentifier(node, { name }) && found.push(node))
  program.traverse({
    TSTypeReference: ({ node }) => add(node.typeName),
    TSTypeQuery: ({ node }) => add(node.exprName),
    TSExpressionWithTypeArguments: ({ node }) => add(node.expression),
  })
  return found
}
