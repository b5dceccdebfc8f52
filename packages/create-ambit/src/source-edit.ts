import { parse } from '@babel/parser'

/** A node of a syntax tree, as far as it is read here. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Reads a file of TypeScript or JavaScript, with JSX. Throws a SyntaxError. */
export const parseSource = (source: string): Node =>
  parse(source, { sourceType: 'module', plugins: ['typescript', 'jsx'] }).program as unknown as Node

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

export const nodesOf = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter(isNode) : []

/** Returns a node and all below it, in the order of the text. */
export function everyNode(node: Node): Node[] {
  const below = Object.entries(node).flatMap(([key, value]) =>
    key === 'loc' ? [] : [...(isNode(value) ? [value] : []), ...nodesOf(value)],
  )
  return [node, ...below.flatMap(everyNode)]
}

/** Returns the name of a JSX element: `StrictMode` for `<React.StrictMode>`. */
export function elementName({ openingElement }: Node): string {
  const name = isNode(openingElement) ? openingElement['name'] : undefined
  const last = isNode(name) && name.type === 'JSXMemberExpression' ? name['property'] : name
  return isNode(last) ? String(last['name']) : ''
}

export const isElement = (node: unknown): node is Node => isNode(node) && node.type === 'JSXElement'

/** Returns the children of a JSX element that are not only space. */
export const childrenOf = (element: Node): readonly Node[] =>
  nodesOf(element['children']).filter(
    ({ type, value }) => type !== 'JSXText' || String(value).trim() !== '',
  )

interface Range {
  readonly start: number
  readonly end: number
}

/** Puts a JSX element around a range of a text, which has whole elements. */
export function wrap(source: string, { start, end }: Range, name: string): string {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1
  const pad = source.slice(lineStart, start)
  const inner = source.slice(start, end)
  const [step = '  '] = /^(?:\t| {2,8})(?=\S)/m.exec(source) ?? []
  const isAlone = pad.trim() === '' && /^\s*(?:\n|$)/.test(source.slice(end))
  // The lines of a template literal must stay where they are.
  const indented = inner.includes('`') ? inner : inner.replaceAll(/\n(?=.)/g, `\n${step}`)
  const wrapped = isAlone
    ? `<${name}>\n${pad}${step}${indented}\n${pad}</${name}>`
    : `<${name}>${inner}</${name}>`
  return source.slice(0, start) + wrapped + source.slice(end)
}

/** Adds an import after the last one, in the quotes and with the semicolon that the file has. */
export function addImport(source: string, names: string, from: string): string {
  const { body, directives } = parseSource(source)
  const last = nodesOf(body).findLast(({ type }) => type === 'ImportDeclaration')
  const text = last ? source.slice(last.start, last.end) : ''
  const quote = text.includes('"') ? '"' : "'"
  const line = `import ${names} from ${quote}${from}${quote}${text.endsWith(';') ? ';' : ''}`
  const at = last?.end ?? nodesOf(directives).at(-1)?.end ?? 0
  return at === 0 ? `${line}\n${source}` : `${source.slice(0, at)}\n${line}${source.slice(at)}`
}

/** Adds an element to the end of an array literal. */
export function addToArray(source: string, array: Node, text: string): string {
  const last = nodesOf(array['elements']).at(-1)
  if (!last) return `${source.slice(0, array.start)}[${text}]${source.slice(array.end)}`
  const { parenthesized } = Object(last['extra']) as { parenthesized?: boolean }
  const end = parenthesized ? source.indexOf(')', last.end) + 1 : last.end
  const lineStart = source.lastIndexOf('\n', last.start) + 1
  const pad = source.slice(lineStart, last.start)
  // An element that has a line of its own gets a neighbour that has one.
  const between = lineStart > array.start && pad.trim() === '' ? `,\n${pad}` : ', '
  return `${source.slice(0, end)}${between}${text}${source.slice(end)}`
}

/** Returns true if the file imports from that path. */
export const importsFrom = (source: string, from: RegExp): boolean =>
  nodesOf(parseSource(source)['body']).some(
    ({ type, source: path }) =>
      type === 'ImportDeclaration' && isNode(path) && from.test(String(path['value'])),
  )

/** Returns the function or the value that a file gives to a name, without types around it. */
export function declared(program: Node, name: unknown): Node | undefined {
  if (typeof name !== 'string') return undefined
  const found = everyNode(program).find(
    ({ type, id }) =>
      /^(?:VariableDeclarator|FunctionDeclaration)$/.test(type) &&
      isNode(id) &&
      id['name'] === name,
  )
  return found?.type === 'VariableDeclarator' ? withoutTypes(found['init']) : found
}

/** Returns what a file exports by default, without types around it. A name leads to its value. */
export function defaultExport(program: Node): Node | undefined {
  const statement = nodesOf(program['body']).find(({ type }) => type === 'ExportDefaultDeclaration')
  const value = withoutTypes(statement?.['declaration'])
  return value?.type === 'Identifier' ? declared(program, value['name']) : value
}

export const withoutTypes = (value: unknown): Node | undefined =>
  isNode(value) && /^TS(?:As|Satisfies)Expression$/.test(value.type)
    ? withoutTypes(value['expression'])
    : isNode(value)
      ? value
      : undefined
