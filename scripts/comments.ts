import { type ESTree, parseSync } from 'vite'

/** One comment of a source file. */
export interface Comment {
  /** Offsets in the source, delimiters included. */
  start: number
  end: number
  /** The text of a docstring (`/** … *\/`), without delimiters and leading asterisks. */
  doc: string | undefined
  /** Tells if the docstring is that of a function, a method or a const arrow function. */
  isOnFunction: boolean
}

/**
 * Reads the comments of a TypeScript, JavaScript or CSS file.
 *
 * @throws when the file cannot be parsed.
 */
export function readComments(file: string, source: string): Comment[] {
  return file.endsWith('.css') ? readStyleComments(source) : readScriptComments(file, source)
}

function readStyleComments(source: string): Comment[] {
  // A string is matched first, so that what looks like a comment in it is none.
  const pieces = source.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\*[\s\S]*?\*\//g)
  return [...pieces].flatMap(({ 0: text, index: start }) =>
    text.startsWith('/*')
      ? [{ start, end: start + text.length, doc: docOf(text), isOnFunction: false }]
      : [],
  )
}

function readScriptComments(file: string, source: string): Comment[] {
  const { program, comments, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`)
  const functions = new Set<number>()
  collectFunctions(program, functions)
  const endAt = new Map(comments.map(({ start, end }) => [start, end]))
  /** Returns the offset of the first code after a comment. */
  const nextCode = (from: number): number => {
    const at = from + (/\S/.exec(source.slice(from))?.index ?? 0)
    const end = endAt.get(at)
    return end === undefined ? at : nextCode(end)
  }
  return comments.map(({ start, end }) => ({
    start,
    end,
    doc: docOf(source.slice(start, end)),
    isOnFunction: functions.has(nextCode(end)),
  }))
}

const docOf = (comment: string): string | undefined =>
  /^\/\*\*[^*/]/.test(comment)
    ? comment
        .slice(3, -2)
        .replaceAll(/^[ \t]*\*+ ?/gm, '')
        .trim()
    : undefined

type Node = ESTree.Node

/** Adds the offset of every function below a node whose docstring would begin with a verb. */
function collectFunctions(node: unknown, starts: Set<number>): void {
  if (typeof node !== 'object' || node === null) return
  if (isNode(node)) {
    const declared = 'declaration' in node && node.declaration ? node.declaration : node
    if (isNode(declared) && isFunction(declared)) starts.add(node.start)
  }
  for (const child of Object.values(node)) collectFunctions(child, starts)
}

const isNode = (value: object): value is Node => 'type' in value && 'start' in value

function isFunction(node: Node): boolean {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
      return true
    case 'MethodDefinition':
    case 'TSAbstractMethodDefinition':
    case 'TSMethodSignature':
      return node.kind === 'method'
    case 'PropertyDefinition':
      return isFunctionValue(node.value)
    case 'Property':
      return node.method
    case 'VariableDeclaration':
      return isFunctionValue(node.declarations[0]?.init ?? null)
    default:
      return false
  }
}

const isFunctionValue = (node: Node | null): boolean =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
