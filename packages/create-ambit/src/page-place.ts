// The reasons: decisions/0105.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { changeOf, type Change, readText, withoutMark } from './changes.ts'
import { type Project, versionOf } from './project.ts'
import { Refusal } from './refusal.ts'
import {
  addImport,
  childrenOf,
  declared,
  defaultExport,
  elementName,
  everyNode,
  isElement,
  isNode,
  type Node,
  nodesOf,
  parseSource,
  wrap,
} from './source-edit.ts'
import { sourcesIn } from './tool.ts'

/** Where the provider goes: around elements beside each other, in a file of the app. */
export interface PagePlace {
  readonly path: string
  readonly nodes: readonly Node[]
  /** The package of the router that is around them, and so around the agent. */
  readonly router?: string | undefined
}

/** A file of the app, read. */
interface Source {
  readonly path: string
  readonly program: Node
}

/**
 * Returns where the provider goes: inside of the innermost provider of the app. So tools and their
 * cards can use its router, theme and query client.
 *
 * @throws Refusal if the page is not found.
 */
export function findPlace(project: Project): PagePlace {
  const { framework, sources } = project
  const files = sourcesIn(project.folder).map((file) => relative(project.folder, file))
  const used = files.find((file) => usesAssistant(file.replaceAll('\\', '/'), project))
  if (used) return { path: used.replaceAll('\\', '/'), nodes: [] }
  const path = {
    vite: () => viteEntry(project),
    next: () => `${sources}/layout.tsx`,
    'react-router': () => `${sources}/root.tsx`,
    'tanstack-start': () => `${sources}/routes/__root.tsx`,
  }[framework]()
  const router = { vite: '', next: '', 'react-router': 'react-router', 'tanstack-start': tanstack }
  const place: { found: PagePlace | undefined } = { found: undefined }
  changeOf(project.folder, path, (text) => {
    const source = { path, program: parseSource(text) }
    if (framework === 'vite') place.found = new PageSearch(project).from(source)
    else place.found = pageIn(source, router[framework])
    return text
  })
  if (place.found) return place.found
  const from = importPath(path, project)
  throw new Refusal(
    `In ${path}, the element to put <Assistant> around was not found. Put it around your page by hand, and run this again: import { Assistant } from '${from}'`,
  )
}

/** Whether a file imports the one that is written, and not another of that name. */
function usesAssistant(path: string, { folder, sources }: Project): boolean {
  const text = readFileSync(join(folder, path), 'utf8')
  const written = `${sources}/assistant`
  const found = text.matchAll(/\bfrom\s*["']([^"']*\/assistant)(?:\.tsx)?["']/g)
  return Array.from(found).some(([, from = '']) =>
    from.startsWith('.')
      ? posix.join(posix.dirname(path), from) === written
      : // What an alias such as `@` stands for is not known here.
        `/${written}`.endsWith(from.slice(from.indexOf('/'))),
  )
}

/** Puts the provider around the page. */
export const wrapPage = (project: Project, { path, nodes }: PagePlace): Change =>
  changeOf(project.folder, path, (source) => {
    const [first, last] = [nodes[0], nodes.at(-1)]
    if (!first || !last) return source
    const wrapped = wrap(source, { start: first.start, end: last.end }, 'Assistant')
    return addImport(wrapped, '{ Assistant }', importPath(path, project))
  })

function importPath(path: string, { sources }: Project): string {
  const from = posix.relative(posix.dirname(path), `${sources}/assistant`)
  return from.startsWith('.') ? from : `./${from}`
}

const tanstack = '@tanstack/react-router'

/** Returns the file that renders the app: the one that index.html names, or one of a usual name. */
function viteEntry({ folder, sources }: Project): string {
  const tags = (readText(join(folder, 'index.html')) ?? '').split('<script').slice(1)
  const scripts = tags.map((tag) => /\ssrc="([^"]*)"/.exec(tag.slice(0, tag.indexOf('>')))?.[1])
  const named = scripts.find((path) => /\.[jt]sx?$/.test(path ?? ''))?.replace(/^\.?\//, '')
  const usual = ['main', 'index'].flatMap((name) =>
    ['tsx', 'jsx', 'ts', 'js'].map((ending) => `${sources}/${name}.${ending}`),
  )
  const found = [...(named ? [posix.normalize(named)] : []), ...usual].find((path) =>
    existsSync(join(folder, path)),
  )
  if (found && !found.startsWith('../')) return found
  throw new Refusal(
    `The file that renders the app was not found in ${sources}/, nor in index.html.`,
  )
}

/** Components that give something to what is in them. */
const provides = /^App$|(?:Provider|Providers|Router|Context|StrictMode|Theme|Config)$/
/** A boundary may hide what is in it, so it is entered only for a provider below. */
const passes = /^(?![a-z])/

/** Returns what the innermost provider has in it, or the same elements if there is none. */
function findInner(nodes: readonly Node[]): readonly Node[] {
  const [node, ...others] = nodes.filter((node) => childrenOf(node).length > 0)
  // Of several parts of a page, none is around the others.
  if (!node || others.length > 0 || !/^JSX(?:Element|Fragment)$/.test(node.type)) return nodes
  const name = elementName(node)
  const children = childrenOf(node)
  const isFunction = children.some(
    ({ expression }) => isNode(expression) && expression.type === 'ArrowFunctionExpression',
  )
  if (isFunction || (!provides.test(name) && !passes.test(name))) return nodes
  const inner = findInner(children)
  return inner !== children || provides.test(name) ? inner : nodes
}

/** Returns the `<Outlet />` of a route, or the innermost of what the `<body>` of a layout has. */
function pageIn({ path, program }: Source, router?: string): PagePlace | undefined {
  const nodes = everyNode(program)
  const named = (name: string): Node[] =>
    nodes.filter((node) => isElement(node) && elementName(node) === name)
  const outlets = named('Outlet')
  if (outlets.length > 0) return outlets.length === 1 ? { path, nodes: outlets, router } : undefined
  const bodies = named('body')
  const children = (bodies.length === 1 ? bodies : [])
    .flatMap(childrenOf)
    .filter((node) => !isElement(node) || elementName(node) !== 'Scripts')
  return children.length > 0 ? { path, nodes: findInner(children), router } : undefined
}

/** A search for the innermost provider through the components of an app. */
class PageSearch {
  readonly #project: Project

  constructor(project: Project) {
    this.#project = project
  }

  /** Searches from what `root.render(…)` or `hydrateRoot(node, …)` shows. */
  from(source: Source): PagePlace | undefined {
    const elements = everyNode(source.program).flatMap(({ type, callee, arguments: given }) => {
      if (type !== 'CallExpression' || !isNode(callee)) return []
      const name = isNode(callee['property']) ? callee['property']['name'] : callee['name']
      if (name !== 'render' && name !== 'hydrateRoot') return []
      return nodesOf(given)
        .map((node) => declared(source.program, node['name']) ?? node)
        .filter(isElement)
    })
    if (elements.length !== 1) return undefined
    return this.#below(source, elements, 0) ?? { path: source.path, nodes: elements }
  }

  /** Returns the place in the innermost provider, or undefined if none is below. */
  #below(source: Source, nodes: readonly Node[], depth: number): PagePlace | undefined {
    const inner = findInner(nodes)
    const here = inner === nodes ? undefined : { path: source.path, nodes: inner }
    const elements = depth < 5 ? inner.filter(isElement) : []
    const router = elements.find((node) => elementName(node) === 'RouterProvider')
    if (router) return this.#rootRoute() ?? { path: source.path, nodes: [router] }
    const shown = elements.flatMap((node) => this.#component(source, elementName(node)) ?? [])
    const [one, ...others] = shown
    return (one && others.length === 0 && this.#below(one.source, [one.element], depth + 1)) || here
  }

  /** Returns the place in the route that is around all others, if there is one. */
  #rootRoute(): PagePlace | undefined {
    const { manifest, sources } = this.#project
    if (versionOf(manifest, tanstack)) {
      const root =
        this.#only(/\bcreateRootRoute(?:WithContext)?[<(]/) ?? `${sources}/routes/__root.tsx`
      const source = this.#read(root)
      return source && pageIn(source, tanstack)
    }
    const source = this.#read(this.#only(/\bcreate(?:Browser|Hash)Router\(/) ?? '')
    if (!source) return undefined
    const call = everyNode(source.program).find(
      ({ callee }) =>
        isNode(callee) && /^create(?:Browser|Hash)Router$/.test(String(callee['name'])),
    )
    const [given] = nodesOf(call?.['arguments'])
    const list = given && (declared(source.program, given['name']) ?? given)
    const [route, ...others] = nodesOf(list?.['elements'])
    if (!route || others.length > 0) return undefined
    const router = versionOf(manifest, 'react-router-dom') ? 'react-router-dom' : 'react-router'
    for (const { key, value } of nodesOf(route['properties'])) {
      const name = isNode(key) ? key['name'] : undefined
      if (name === 'element' && isElement(value))
        return { path: source.path, nodes: findInner([value]), router }
      const shown =
        name === 'Component' && isNode(value) && this.#component(source, String(value['name']))
      if (shown) return pageIn(shown.source, router)
    }
    return undefined
  }

  /** Returns the path of the one file that has such a text. */
  #only(text: RegExp): string | undefined {
    const { folder } = this.#project
    const files = sourcesIn(folder).filter((file) => text.test(readFileSync(file, 'utf8')))
    return files.length === 1 ? relative(folder, files[0] ?? '') : undefined
  }

  /** Returns what a component shows, if it is of a file of the app, and that file. */
  #component({ path, program }: Source, name: string) {
    const own = declared(program, name)
    if (own) return toShown({ path, program }, own)
    for (const { type, specifiers, source: from } of nodesOf(program['body'])) {
      if (type !== 'ImportDeclaration' || !isNode(from)) continue
      const one = nodesOf(specifiers).find(({ local }) => isNode(local) && local['name'] === name)
      const file = one && this.#resolve(path, String(from['value']))
      if (!file) continue
      const { imported } = one
      const value = isNode(imported)
        ? declared(file.program, imported['name'])
        : defaultExport(file.program)
      return value && toShown(file, value)
    }
    return undefined
  }

  #resolve(path: string, from: string): Source | undefined {
    if (!/^(?:\.|@\/)/.test(from)) return undefined
    const base = from.startsWith('.')
      ? posix.join(posix.dirname(path), from)
      : from.replace('@', this.#project.sources)
    const endings = ['', '.tsx', '.jsx', '.ts', '.js', '/index.tsx', '/index.jsx']
    return endings.map((ending) => this.#read(base + ending)).find(Boolean)
  }

  #read(path: string): Source | undefined {
    const file = join(this.#project.folder, path)
    if (!/\.[jt]sx?$/.test(path) || !statSync(file, { throwIfNoEntry: false })?.isFile())
      return undefined
    try {
      const program = parseSource(withoutMark(readFileSync(file, 'utf8')))
      return { path: path.replaceAll('\\', '/'), program }
    } catch {
      return undefined
    }
  }
}

/** Returns the element that a component returns at its end. */
function toShown(source: Source, value: Node): { source: Source; element: Node } | undefined {
  if (value.type === 'CallExpression') {
    // `memo(App)`, `withSession(App)`, `observer(function App() { … })`
    const last = nodesOf(value['arguments']).at(-1)
    const inner = last && (declared(source.program, last['name']) ?? last)
    return inner && inner !== value ? toShown(source, inner) : undefined
  }
  const { body } = value
  if (!isNode(body)) return undefined
  const end =
    body.type === 'BlockStatement'
      ? nodesOf(body['body']).findLast(({ type }) => type === 'ReturnStatement')?.['argument']
      : body
  return isNode(end) && end.type.startsWith('JSX') ? { source, element: end } : undefined
}
