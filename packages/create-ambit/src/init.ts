import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type Change, readText } from './changes.ts'
import { type Additions, majorOf, type Project, versionOf, withAdditions } from './project.ts'
import { Refusal } from './refusal.ts'
import {
  addImport,
  addToArray,
  childrenOf,
  elementName,
  everyNode,
  importsFrom,
  isElement,
  isNode,
  type Node,
  nodesOf,
  parseSource,
  wrap,
} from './source-edit.ts'
import { type AppFiles, findPath, replaceEach, withDemoModel } from './template.ts'
import { schemaOf, sourcesIn } from './tool.ts'

/**
 * Returns the changes that give an app an agent, the route of the proxy, the provider and a tool.
 * It is empty if the app has them.
 *
 * @throws Refusal if a file cannot be changed safely. Then nothing should be.
 */
export function planInit(project: Project, template: AppFiles, version: string): Change[] {
  const { folder, sources } = project
  const assistant = `${sources}/assistant.tsx`
  // An app that has only installed it uses nothing yet.
  const isUsed = (file: string): boolean =>
    /\bfrom\s*(["'])ambit\b/.test(readFileSync(file, 'utf8'))
  if (!existsSync(join(folder, assistant)) && sourcesIn(folder).some(isUsed)) {
    throw new Refusal(
      `This app uses Ambit, and not from ${assistant}, so nothing is added. For one more tool: npx ambit add tool NAME`,
    )
  }
  const own = `^${version}`
  const additions: Additions = {
    dependencies: {
      ambit: own,
      ...(project.framework !== 'vite' && { '@ambit/proxy': own }),
      zod: versionFrom(template, 'zod'),
    },
    // The development server has it. A server of one's own is another package.
    ...(project.framework === 'vite' && { devDependencies: { '@ambit/proxy': own } }),
  }
  const files = newFiles(project, template)
    .filter(([path]) => path !== pageToolsPath(project) || isShown(project))
    .map(([path, text]) => newFile(project, path, text))
  const page = wrapPage(project)
  // An app with an `authorize` of its own needs no cookie of development.
  const isByCookie = files.some(({ after }) => after.includes('authorizeDev'))
  const changes = [
    changeOf(project, 'package.json', () => withAdditions(project, additions)),
    ...files,
    ...(isByCookie
      ? [...cookieFile(project, template), withCookie(project, template, page)]
      : [page]),
    ...routeChange(project),
  ]
  return changes.filter(({ before, after }) => before !== after)
}

const versionFrom = (template: AppFiles, name: string): string => {
  const manifest = JSON.parse(template.get('package.json') ?? '{}') as Project['manifest']
  return `^${versionOf(manifest, name)}`
}

function newFiles(project: Project, template: AppFiles): [path: string, text: string][] {
  const { sources, framework } = project
  const example = template.get(findPath(template, 'assistant.tsx')) ?? ''
  const assistant = replaceEach(withDemoModel(example), [
    [
      'You help with the shopping list that the user sees.',
      'You help with the page that the user sees.',
    ],
    ["name: 'shopping'", "name: 'assistant'"],
    ['Add honey to the list', 'Set the title to Hello'],
    ['      {children}\n', '      {children}\n      <PageTools />\n'],
    [
      "import type { ReactNode } from 'react'\n",
      "import type { ReactNode } from 'react'\nimport { PageTools } from './page-tools'\n",
    ],
  ])
  const routes = {
    vite: [],
    next: ['api/agent/[...path]/route.ts'],
    'react-router': ['agent-proxy.server.ts', 'routes/agent.ts'],
    'tanstack-start': ['agent-proxy.ts', 'routes/api/agent/$.ts'],
  }[framework]
  return [
    [`${sources}/assistant.tsx`, assistant],
    [pageToolsPath(project), pageTools(project)],
    ...routes.map((name): [string, string] => {
      const text = template.get(findPath(template, name)) ?? ''
      const isFile = name === 'routes/agent.ts' && hasFileRoutes(project)
      return [`${sources}/${isFile ? 'routes/api.agent.$.ts' : name}`, text]
    }),
  ]
}

/**
 * Returns the file that gives pages the cookie of development. An app that has one of that name
 * keeps it, and what the proxy answers says what is missing there.
 */
function cookieFile(
  { folder, framework, manifest, sources }: Project,
  template: AppFiles,
): Change[] {
  const isOld = majorOf(versionOf(manifest, 'next') ?? '') < 16
  if (framework !== 'tanstack-start' && (framework !== 'next' || isOld)) return []
  const [into, names] =
    framework === 'next' ? [posix.dirname(sources), ['proxy', 'middleware']] : [sources, ['start']]
  const isTaken = names
    .flatMap((name) => ['ts', 'tsx', 'js', 'mjs'].map((ending) => `${name}.${ending}`))
    .some((name) => existsSync(join(folder, into, name)))
  const path = posix.join(into, `${names[0]}.ts`)
  const after = template.get(findPath(template, `${names[0]}.ts`)) ?? ''
  return isTaken ? [] : [{ path, before: undefined, after }]
}

/** Adds the middleware of React Router that gives pages the development cookie. */
function withCookie({ framework, manifest }: Project, template: AppFiles, page: Change): Change {
  const version = versionOf(manifest, '@react-router/dev') ?? ''
  if (framework !== 'react-router' || majorOf(version) < 8) return page
  if (/\bmiddleware\b/.test(page.after)) return page
  const example = template.get(findPath(template, 'root.tsx')) ?? ''
  const start = example.indexOf('/** Gives pages')
  const code = example.slice(start, example.indexOf('\n]\n', start) + 3)
  if (start < 0) throw new Error('The template has no middleware.')
  const after = addImport(page.after, '{ withDevCookie }', '@ambit/proxy/dev')
  return { ...page, after: `${after.trimEnd()}\n\n${code}` }
}

const pageToolsPath = ({ sources }: Project): string => `${sources}/page-tools.tsx`

/** Returns true if the file that makes the agent shows the tools of the page, or is to be made. */
function isShown({ folder, sources }: Project): boolean {
  const assistant = readText(join(folder, sources, 'assistant.tsx'))
  return assistant === undefined || importsFrom(assistant, /\/page-tools(?:\.tsx)?$/)
}

const pageTools = (project: Project): string => {
  const { imports, schema } = schemaOf(project.manifest, 'title')
  return `${project.framework === 'next' ? "'use client'\n" : ''}import { useTool } from 'ambit/react'
${imports}

const parameters = ${schema}

/** What the agent may do on every page: here, change the title of the browser's tab. */
export function PageTools() {
  useTool({
    name: 'set_title',
    title: 'Set title',
    description: "Set the title of the browser's tab.",
    parameters,
    handler: ({ title }, { undo }) => {
      const before = document.title
      document.title = title
      undo(() => {
        document.title = before
      })
      return { title }
    },
  })
  return null
}
`
}

/** Returns a new file, or one that is left as it is because it is Ambit's already. */
function newFile({ folder }: Project, path: string, text: string): Change {
  const before = readText(join(folder, path))
  if (before === undefined) return { path, before, after: text }
  if (importsFrom(before, /^(?:@ambit\/|ambit(?:\/|$))|\/agent-proxy(?:\.server)?$/))
    return { path, before, after: before }
  throw new Refusal(`${path} is there already, and is another file. Rename it first.`)
}

function changeOf({ folder }: Project, path: string, edit: (source: string) => string): Change {
  const before = readText(join(folder, path))
  if (before === undefined) throw new Refusal(`There is no ${path}, which would be changed.`)
  try {
    return { path, before, after: edit(before) }
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Refusal(`${path} could not be read: ${error.message}`)
    throw error
  }
}

/** Puts the provider around the page, in the file that renders it. */
function wrapPage(project: Project): Change {
  const { framework, sources } = project
  const path = {
    vite: () => viteEntry(project),
    next: () => `${sources}/layout.tsx`,
    'react-router': () => `${sources}/root.tsx`,
    'tanstack-start': () => `${sources}/routes/__root.tsx`,
  }[framework]()
  const from = framework === 'tanstack-start' ? '../assistant' : './assistant'
  return changeOf(project, path, (source) => {
    if (importsFrom(source, /\/assistant(?:\.tsx)?$/)) return source
    const nodes = everyNode(parseSource(source))
    const page = framework === 'vite' ? renderedBy(nodes) : pageIn(nodes)
    if (page) return addImport(wrap(source, page, 'Assistant'), '{ Assistant }', from)
    throw new Refusal(
      `In ${path}, the element to put <Assistant> around was not found. Put it around your page by hand, and run this again: import { Assistant } from '${from}'`,
    )
  })
}

function viteEntry({ folder, sources }: Project): string {
  const tags = (readText(join(folder, 'index.html')) ?? '').split('<script').slice(1)
  const scripts = tags.map((tag) => /\ssrc="([^"]*)"/.exec(tag.slice(0, tag.indexOf('>')))?.[1])
  const named = scripts.find((path) => /\.[jt]sx?$/.test(path ?? ''))?.replace(/^\//, '')
  const usual = ['main', 'index'].flatMap((name) =>
    ['tsx', 'jsx', 'ts', 'js'].map((ending) => `${sources}/${name}.${ending}`),
  )
  const found = [...(named ? [named] : []), ...usual].find((path) => existsSync(join(folder, path)))
  if (found?.startsWith(`${sources}/`) && !found.slice(sources.length + 1).includes('/'))
    return found
  throw new Refusal(
    `The file that renders the app was not found in ${sources}/, nor in index.html.`,
  )
}

/** Returns what `root.render(…)` or `hydrateRoot(node, …)` shows, inside of `StrictMode`. */
function renderedBy(nodes: readonly Node[]): Node | undefined {
  const elements = nodes.flatMap(({ type, callee, arguments: given }) => {
    if (type !== 'CallExpression' || !isNode(callee)) return []
    const name = isNode(callee['property']) ? callee['property']['name'] : callee['name']
    return name === 'render' || name === 'hydrateRoot' ? nodesOf(given).filter(isElement) : []
  })
  const [element] = elements
  if (!element || elements.length > 1) return undefined
  const [child, ...others] = childrenOf(element)
  const isStrict = elementName(element) === 'StrictMode' && others.length === 0
  return isStrict && isElement(child) ? child : element
}

/** Returns the `<Outlet />` of a root route, or what the `<body>` of a layout has. */
function pageIn(nodes: readonly Node[]): Pick<Node, 'start' | 'end'> | undefined {
  const named = (name: string): Node[] =>
    nodes.filter((node) => isElement(node) && elementName(node) === name)
  const outlets = named('Outlet')
  if (outlets.length > 0) return outlets.length === 1 ? outlets[0] : undefined
  const children = named('body')
    .flatMap(childrenOf)
    .filter((node) => !isElement(node) || elementName(node) !== 'Scripts')
  const [first, last] = [children[0], children.at(-1)]
  return first && last && { start: first.start, end: last.end }
}

/** Returns the change of the file that has the routes, or the plug-ins, where it is one by hand. */
function routeChange(project: Project): Change[] {
  if (project.framework === 'vite') return [addProxyPlugin(project)]
  if (project.framework !== 'react-router' || hasFileRoutes(project)) return []
  const path = `${project.sources}/routes.ts`
  return [
    changeOf(project, path, (source) => {
      if (/['"]routes\/agent\.ts['"]/.test(source)) return source
      const program = parseSource(source)
      const routes = defaultExport(program)
      if (routes?.type !== 'ArrayExpression')
        throw new Refusal(`${path} does not export a list of routes, so none can be added.`)
      const added = addToArray(source, routes, "route('api/agent/*', 'routes/agent.ts')")
      const hasRoute = everyNode(program).some(
        ({ type, imported }) =>
          type === 'ImportSpecifier' && isNode(imported) && imported['name'] === 'route',
      )
      return hasRoute ? added : addImport(added, '{ route }', '@react-router/dev/routes')
    }),
  ]
}

/** Returns true if the routes of React Router are the files in a folder. */
const hasFileRoutes = ({ folder, sources }: Project): boolean =>
  readText(join(folder, sources, 'routes.ts'))?.includes('flatRoutes(') ?? false

function addProxyPlugin(project: Project): Change {
  const path = ['ts', 'js', 'mts', 'mjs']
    .map((ending) => `vite.config.${ending}`)
    .find((name) => existsSync(join(project.folder, name)))
  if (!path) throw new Refusal('There is no vite.config file, where the proxy is a plug-in.')
  return changeOf(project, path, (source) => {
    if (importsFrom(source, /^@ambit\/proxy\/vite$/)) return source
    const config = configOf(defaultExport(parseSource(source)))
    if (!config) {
      throw new Refusal(
        `${path} does not export a config that can be read. Add ambitProxy() of '@ambit/proxy/vite' to its plug-ins by hand, and run this again.`,
      )
    }
    const properties = nodesOf(config['properties'])
    const plugins = properties.find(
      ({ key }) => isNode(key) && (key['name'] ?? key['value']) === 'plugins',
    )
    const list = plugins?.['value']
    // What is spread may have plug-ins, too, which a list beside it would replace.
    const isHidden = !plugins && properties.some(({ type }) => type === 'SpreadElement')
    if (isHidden || (plugins && !(isNode(list) && list.type === 'ArrayExpression'))) {
      throw new Refusal(
        `The plug-ins in ${path} are not a list. Add ambitProxy() of '@ambit/proxy/vite' by hand, and run this again.`,
      )
    }
    const at = config.start + 1
    const added = isNode(list)
      ? addToArray(source, list, 'ambitProxy()')
      : `${source.slice(0, at)} plugins: [ambitProxy()],${source.slice(at)}`
    return addImport(added, '{ ambitProxy }', '@ambit/proxy/vite')
  })
}

/** Returns what a file exports by default, without types around it. A name leads to its value. */
function defaultExport(program: Node): Node | undefined {
  const statement = nodesOf(program['body']).find(({ type }) => type === 'ExportDefaultDeclaration')
  const value = withoutTypes(statement?.['declaration'])
  if (value?.type !== 'Identifier') return value
  const variable = everyNode(program).find(
    ({ type, id }) => type === 'VariableDeclarator' && isNode(id) && id['name'] === value['name'],
  )
  return withoutTypes(variable?.['init'])
}

const withoutTypes = (value: unknown): Node | undefined =>
  isNode(value) && /^TS(?:As|Satisfies)Expression$/.test(value.type)
    ? withoutTypes(value['expression'])
    : isNode(value)
      ? value
      : undefined

/** Returns the object of a Vite config: given as it is, to a function, or by one. */
function configOf(value: Node | undefined): Node | undefined {
  if (!value || value.type === 'ObjectExpression') return value
  if (value.type === 'CallExpression') return configOf(withoutTypes(nodesOf(value['arguments'])[0]))
  const body = withoutTypes(value['body'])
  if (body?.type !== 'BlockStatement') return configOf(body)
  const last = nodesOf(body['body']).findLast(({ type }) => type === 'ReturnStatement')
  return configOf(withoutTypes(last?.['argument']))
}
