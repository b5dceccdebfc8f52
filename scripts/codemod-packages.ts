import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type NodePath, traverse, types as t } from '@babel/core'
import { endOf, File, type Look, parse, startOf } from './codemod-file.ts'
import { wordOf } from './codemod-imports.ts'

/** The path of `ambit` that has most of what an inner package has at a path. */
const moved: Readonly<Record<string, string>> = {
  '@ambit/browser': 'ambit/storage',
  '@ambit/chat': 'ambit/chat',
  '@ambit/chat/parts.css': 'ambit/chat/parts.css',
  '@ambit/chat/styles.css': 'ambit/chat/styles.css',
  '@ambit/core': 'ambit',
  '@ambit/core/answers': 'ambit/plugins',
  '@ambit/core/audit': 'ambit/plugins',
  '@ambit/core/budget': 'ambit/plugins',
  '@ambit/core/code': 'ambit/code',
  '@ambit/core/compaction': 'ambit/plugins',
  '@ambit/core/eager': 'ambit/eager',
  '@ambit/core/oauth': 'ambit/protocol',
  '@ambit/core/redaction': 'ambit/plugins',
  '@ambit/core/schema': 'ambit',
  '@ambit/core/schema/valibot': 'ambit/schema/valibot',
  '@ambit/core/schema/zod': 'ambit/schema/zod',
  '@ambit/core/schema/zod3': 'ambit/schema/zod3',
  '@ambit/core/storage': 'ambit/storage',
  '@ambit/core/tool-list': 'ambit/plugins',
  '@ambit/core/wire': 'ambit/protocol',
  '@ambit/core/zustand': 'ambit',
  '@ambit/local-models': 'ambit/demo',
  '@ambit/local-models/demo': 'ambit/demo',
  '@ambit/protocol': 'ambit/protocol',
  '@ambit/protocol/oauth': 'ambit/protocol',
  '@ambit/react': 'ambit/react',
  '@ambit/react/query': 'ambit/react/query',
  '@ambit/react/ui-tool': 'ambit/react',
}

const isInner = (source: string): boolean => Object.hasOwn(moved, source)
const isOfFacade = (source: string): boolean => source === 'ambit' || source.startsWith('ambit/')

/** The packages that `ambit` takes the place of. */
const inner: ReadonlySet<string> = new Set(
  Object.keys(moved).map((path) => path.split('/').slice(0, 2).join('/')),
)

/** The path of `ambit` for each name that it passes on, read from its own files. */
const paths: ReadonlyMap<string, string> = readNames(
  join(import.meta.dirname, '../packages/ambit/src'),
)

function readNames(folder: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const file of globSync('**/*.ts', { cwd: folder }).toSorted()) {
    const path = `ambit/${file.replace(/\.ts$/, '')}`.replace(/\/index$/, '')
    for (const node of parse(readFileSync(join(folder, file), 'utf8'), file).program.body)
      if (t.isExportNamedDeclaration(node))
        for (const specifier of node.specifiers)
          if (t.isExportSpecifier(specifier)) found.set(wordOf(specifier.exported), path)
  }
  return found
}

/**
 * Moves a file from the inner packages, such as `@ambit/core`, to the paths of `ambit`. It moves
 * imports and exports, and the modules of mocks and of declarations. It also moves the commands and
 * the prose of a page, and the dependencies of a manifest. A name that no path of `ambit` has stays
 * where it is, and is told of. A second run changes nothing.
 */
export function movePackages(text: string, name: string, look: Look): string {
  if (!/@ambit\//.test(text)) return text
  if (/(?:^|\/)package\.json$/.test(name)) return moveManifest(text)
  if (/\.[cm]?[jt]sx?$/.test(name)) return moveCode(text, name, look)
  return name.endsWith('.md') ? moveMarkdown(text, look) : moveText(text)
}

/** Moves the words of a text, such as prose, commands and styles. */
const moveText = (text: string): string =>
  text
    .replaceAll(/^.*\b(?:npm|pnpm|yarn|bun) (?:i|install|add)\b.*$/gm, moveCommand)
    .replaceAll(
      /@ambit\/(?:browser|chat|core|local-models|protocol|react)\b(?:\/[\w-]+(?:\.css)?)*/g,
      (path) => moved[path] ?? path,
    )

/** Moves a command that installs. All inner packages become one. */
function moveCommand(line: string): string {
  let isThere = false
  return line.replaceAll(/ @ambit\/([\w-]+)(?:@[\w.^~-]+)?(?![\w/])/g, (all, name: string) => {
    if (!inner.has(`@ambit/${name}`)) return all
    const first = !isThere
    isThere = true
    return first ? ' ambit' : ''
  })
}

/** Moves a page: its code blocks as code, or as text if they do not parse. */
function moveMarkdown(text: string, look: Look): string {
  const fence = /(^|\n)( *```(?:tsx?|jsx?|typescript|javascript)[^\n]*\n)([\s\S]*?)(\n *```)/g
  let moved = ''
  let at = 0
  for (const block of text.matchAll(fence)) {
    const [all, start = '', open = '', code = '', close = ''] = block
    const above = text.slice(0, block.index).split('\n').length + (start ? 1 : 0)
    moved += moveText(text.slice(at, block.index)) + start + open
    try {
      moved += moveCode(code, 'page.tsx', (line, why) => look(above + line, why))
    } catch {
      moved += moveText(code)
    }
    moved += close
    at = block.index + all.length
  }
  return moved + moveText(text.slice(at))
}

type Section = Record<string, string>

/** Moves the dependencies of a manifest. The others stay in their order. */
function moveManifest(text: string): string {
  const manifest: Record<string, unknown> = JSON.parse(text)
  let isMoved = false
  for (const key of [
    'dependencies',
    'devDependencies',
    'peerDependencies',
    'optionalDependencies',
  ]) {
    const section = manifest[key] as Section | undefined
    const [first] = Object.keys(section ?? {}).filter((name) => inner.has(name))
    if (!section || first === undefined) continue
    const others = Object.entries(section).filter(([name]) => !inner.has(name) && name !== 'ambit')
    const isElsewhere = key !== 'dependencies' && hasAmbit(manifest['dependencies'])
    const own: [string, string][] = isElsewhere ? [] : [['ambit', section[first] ?? '*']]
    const place = others.findIndex(([name]) => name > 'ambit')
    const at = place < 0 ? others.length : place
    manifest[key] = Object.fromEntries([...others.slice(0, at), ...own, ...others.slice(at)])
    isMoved = true
  }
  return isMoved ? `${JSON.stringify(manifest, null, /^[ \t]+/m.exec(text)?.[0] ?? 2)}\n` : text
}

const hasAmbit = (section: unknown): boolean =>
  typeof section === 'object' && section !== null && 'ambit' in section

/** Moves code. Throws if it does not parse. */
function moveCode(code: string, name: string, look: Look): string {
  const file = new File(code)
  const tree = parse(code, name, true)
  traverse(tree, {
    Program(path) {
      moveImports(path, file)
      moveLiterals(path, file)
      path.stop()
    },
  })
  for (const comment of tree.comments ?? []) {
    const { start, end } = comment
    if (typeof start !== 'number' || typeof end !== 'number') continue
    const text = moveText(code.slice(start, end))
    if (text !== code.slice(start, end)) file.replaceBetween(start, end, text)
  }
  for (const [line, why] of file.looks) look(line, why)
  return file.text(0, code.length)
}

/** One part of an import, and the path that has it now. */
interface Part {
  readonly path: string
  readonly isType: boolean
  /** The name as it stands in the braces; a default or a namespace stands alone. */
  readonly text: string
  readonly isNamed: boolean
}

type Declaration = t.ImportDeclaration | t.ExportNamedDeclaration

/** Moves imports, and exports of what another module has. Two of one path become one. */
function moveImports(program: NodePath<t.Program>, file: File): void {
  const all = program.node.body.filter(
    (node): node is Declaration =>
      (t.isImportDeclaration(node) || t.isExportNamedDeclaration(node)) &&
      node.specifiers.length > 0 &&
      (isInner(node.source?.value ?? '') || isOfFacade(node.source?.value ?? '')),
  )
  for (const declarations of [
    all.filter((node) => t.isImportDeclaration(node)),
    all.filter((node) => t.isExportNamedDeclaration(node)),
  ])
    if (declarations.some(({ source }) => isInner(source?.value ?? ''))) moveAll(declarations, file)
}

/** One declaration as it will stand. */
interface Line {
  readonly path: string
  readonly isType: boolean
  readonly parts: Part[]
}

function moveAll(declarations: readonly Declaration[], file: File): void {
  const lines = new Map<string, Line>()
  const own = new Map<Declaration, Line[]>()
  for (const node of declarations) {
    const isType = kindOf(node) === 'type'
    own.set(node, [])
    for (const [path, parts] of Map.groupBy(partsOf(node, file), (part) => part.path)) {
      const isNamed = parts.every((part) => part.isNamed)
      const line = lines.get(`${path} false`) ?? lines.get(`${path} ${isType}`)
      if (line && isNamed) {
        const isThere = ({ text }: Part): boolean => line.parts.some((each) => each.text === text)
        line.parts.push(...parts.filter((part) => !isThere(part)))
        continue
      }
      const added: Line = { path, isType, parts }
      if (isNamed) lines.set(`${path} ${isType}`, added)
      own.get(node)?.push(added)
    }
  }
  for (const [node, its] of own) {
    const [first] = its
    if (!first) file.replaceBetween(startOf(node), endOf(node) + endOfLine(file, node), '')
    else if (its.length > 1 || first.parts.length !== node.specifiers.length)
      file.replace(node, its.map((line) => toText(line, node, file)).join('\n'))
    else if (node.source && first.path !== node.source.value)
      file.replaceBetween(startOf(node.source) + 1, endOf(node.source) - 1, first.path)
  }
}

const endOfLine = (file: File, node: t.Node): number => (file.code[endOf(node)] === '\n' ? 1 : 0)

function toText({ path, isType, parts }: Line, node: Declaration, file: File): string {
  const { source } = node
  const quote = file.code[source ? startOf(source) : 0] ?? "'"
  const end = file.code.slice(source ? endOf(source) : 0, endOf(node))
  const word = t.isImportDeclaration(node) ? 'import' : 'export'
  const whole = parts.filter(({ isNamed }) => !isNamed).map(({ text }) => text)
  const named = parts
    .filter(({ isNamed }) => isNamed)
    .map((part) => (part.isType && !isType ? `type ${part.text}` : part.text))
  const names = [...whole, ...(named.length > 0 ? [`{ ${named.join(', ')} }`] : [])].join(', ')
  return `${word}${isType ? ' type' : ''} ${names} from ${quote}${path}${quote}${end}`
}

const kindOf = (node: Declaration): string | null | undefined =>
  t.isImportDeclaration(node) ? node.importKind : node.exportKind

function partsOf(node: Declaration, file: File): Part[] {
  const source = node.source?.value ?? ''
  return node.specifiers.map((specifier): Part => {
    const isAll = kindOf(node) === 'type'
    if (t.isImportSpecifier(specifier) || t.isExportSpecifier(specifier)) {
      const name = t.isImportSpecifier(specifier)
        ? wordOf(specifier.imported)
        : specifier.local.name
      const isOwn = t.isImportSpecifier(specifier)
        ? specifier.importKind === 'type'
        : specifier.exportKind === 'type'
      const path = isInner(source) ? paths.get(name) : source
      if (path === undefined) file.look(specifier, notThere(name, source))
      const text = file.textOf(specifier).replace(/^type\s+/, '')
      return { path: path ?? source, isType: isOwn || isAll, text, isNamed: true }
    }
    return {
      path: moved[source] ?? source,
      isType: false,
      text: file.textOf(specifier),
      isNamed: false,
    }
  })
}

const notThere = (name: string, source: string): string =>
  `\`${name}\` of \`${source}\` is not in \`ambit\`: do without it, or read its type from what has it`

/** Moves the modules that are no imports with names: `import()`, mocks, `declare module`, types. */
function moveLiterals(program: NodePath<t.Program>, file: File): void {
  program.traverse({
    StringLiteral({ node, parent }) {
      const isOfNames =
        (t.isImportDeclaration(parent) || t.isExportNamedDeclaration(parent)) &&
        parent.specifiers.length > 0
      if (!isInner(node.value) || isOfNames) return
      const quote = file.code[startOf(node)] ?? "'"
      const taken = namesTaken(program, node).flatMap((name) => paths.get(name) ?? [])
      const path = (taken.length > 0 && taken[0]) || moved[node.value]
      if (taken.some((each) => each !== path))
        file.look(node, `Split this: its names are in ${[...new Set(taken)].join(' and ')}`)
      file.replace(node, `${quote}${path}${quote}`)
    },
  })
}

/** Returns the names that the code takes from a module at its place. */
function namesTaken(program: NodePath<t.Program>, literal: t.StringLiteral): string[] {
  let names: string[] = []
  program.traverse({
    StringLiteral(path) {
      if (path.node !== literal) return
      const type = path.findParent((each) => each.isTSImportType())?.node
      if (t.isTSImportType(type) && t.isIdentifier(type.qualifier)) names = [type.qualifier.name]
      if (t.isTSModuleDeclaration(path.parent) && t.isTSModuleBlock(path.parent.body))
        names = path.parent.body.body.flatMap((node) => {
          const own = t.isExportNamedDeclaration(node) ? node.declaration : node
          return t.isTSInterfaceDeclaration(own) ? [own.id.name] : []
        })
      const declared = path.findParent((each) => each.isVariableDeclarator())?.node
      const isAwaited = path.parentPath?.parentPath?.isAwaitExpression()
      if (isAwaited && t.isVariableDeclarator(declared) && t.isObjectPattern(declared.id))
        names = declared.id.properties.flatMap((each) =>
          t.isObjectProperty(each) && t.isIdentifier(each.key) ? [each.key.name] : [],
        )
      path.stop()
    },
  })
  return names
}
