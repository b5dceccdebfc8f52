import { type ESTree, parseSync } from 'vite'

/** One member of a class, an interface or an object type. */
export interface Member {
  /** The source text, without the docstring. */
  signature: string
  doc: string | undefined
}

/** One declared name. An overloaded function has several signatures. */
export interface Declaration {
  name: string
  /** The signatures, without the members. */
  signatures: string[]
  doc: string | undefined
  members: Member[]
  /** The names of other declarations that this one uses. */
  uses: string[]
}

/** The public surface of one entry of a package. */
export interface Entry {
  /** The import path. */
  path: string
  declarations: Map<string, Declaration>
  /** The declared name for each exported name. */
  exports: Map<string, string>
}

/** Reads a file of `api/`, which has the declarations of one package, one entry after another. */
export function readSurface(text: string): Entry[] {
  const parts = text.split(/^\/\/ ((?:@ambit\/|(?:create-)?ambit\b)\S*)$/m).slice(1)
  const entries: Entry[] = []
  for (let at = 0; at < parts.length; at += 2) {
    const entry = readEntry(parts[at] ?? '', parts[at + 1] ?? '')
    // A declaration that several entries share is written once, in the first of them.
    const before = entries.flatMap(({ declarations }) => [...declarations])
    entries.push({ ...entry, declarations: new Map([...before, ...entry.declarations]) })
  }
  return entries
}

type Node = ESTree.Node

function readEntry(path: string, source: string): Entry {
  const { program, comments, errors } = parseSync(`${path}.d.ts`, source)
  if (errors[0]) throw new Error(`The declarations of ${path} cannot be read: ${errors[0].message}`)
  const text = ({ start, end }: { start: number; end: number }) => clean(source.slice(start, end))
  const docAt = (start: number): string | undefined => {
    const near = comments.findLast(({ end }) => end <= start)
    const isNext = near?.value.startsWith('*') && source.slice(near.end, start).trim() === ''
    return isNext ? near?.value.replaceAll(/^\s*\*+ ?/gm, '').trim() : undefined
  }
  const declarations = new Map<string, Declaration>()
  const exports = new Map<string, string>()

  for (const node of program.body) {
    if (node.type === 'ExportNamedDeclaration' && !node.declaration) {
      for (const { local, exported } of node.specifiers) exports.set(text(exported), text(local))
      continue
    }
    const id = nameOf(node)
    if (!id) continue
    const name = text(id)
    const body = bodyOf(node)
    const members = body?.members.filter(isPublic).map((member) => ({
      signature: text(member).replace(/;$/, ''),
      doc: docAt(member.start),
    }))
    const whole = body ? source.slice(node.start, body.start) : source.slice(node.start, node.end)
    const signature = clean(whole)
      .replace(/^declare /, '')
      .replace(/( =)?\s*;?$/, '')
    const before = declarations.get(name)
    declarations.set(name, {
      name,
      signatures: [...(before?.signatures ?? []), signature],
      doc: before?.doc ?? docAt(node.start),
      members: [...(before?.members ?? []), ...(members ?? [])],
      uses: [...(before?.uses ?? []), ...namesIn(node).map(clean)],
    })
  }
  return { path, declarations, exports }
}

/** Removes the number that the bundler of declarations adds to a name that is there twice. */
const clean = (source: string): string => source.replaceAll(/(?<=\w)\$\d+\b/g, '')

function nameOf(node: Node): { start: number; end: number } | undefined {
  switch (node.type) {
    case 'TSDeclareFunction':
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return node.id ?? undefined
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return node.id
    case 'TSModuleDeclaration':
      return node.id.type === 'Identifier' ? node.id : undefined
    case 'VariableDeclaration': {
      const id = node.declarations[0]?.id
      return id?.type === 'Identifier'
        ? { start: id.start, end: id.start + id.name.length }
        : undefined
    }
    default:
      return undefined
  }
}

function bodyOf(node: Node): { start: number; members: readonly Node[] } | undefined {
  switch (node.type) {
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
      return { start: node.body.start, members: node.body.body }
    case 'TSTypeAliasDeclaration': {
      const { typeAnnotation } = node
      if (typeAnnotation.type !== 'TSTypeLiteral') return undefined
      return { start: typeAnnotation.start, members: typeAnnotation.members }
    }
    default:
      return undefined
  }
}

const isPublic = (node: Node): boolean => {
  if ('key' in node && node.key.type === 'PrivateIdentifier') return false
  return (
    !('accessibility' in node) || node.accessibility === null || node.accessibility === 'public'
  )
}

/** Collects the name of every type that is used below a node. */
function namesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const own = ['typeName', 'expression', 'exprName', 'superClass', 'local'].flatMap((key) => {
    const named: unknown = Reflect.get(node, key)
    const isName = typeof named === 'object' && named !== null && 'name' in named
    return isName && typeof named.name === 'string' ? [named.name] : []
  })
  return [...own, ...Object.values(node).flatMap(namesIn)]
}
