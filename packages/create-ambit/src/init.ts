import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type Change, changeOf, readText } from './changes.ts'
import { findPlace, type PagePlace, wrapPage } from './page-place.ts'
import {
  type Additions,
  hasFileRoutes,
  majorOf,
  type Project,
  versionOf,
  withAdditions,
} from './project.ts'
import { Refusal } from './refusal.ts'
import {
  addImport,
  addToArray,
  defaultExport,
  everyNode,
  importsFrom,
  isNode,
  type Node,
  nodesOf,
  parseSource,
  withoutTypes,
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
  const place = findPlace(project)
  const files = newFiles(project, template, place)
    .filter(([path]) => path !== appToolsPath(project) || isShown(project))
    .map(([path, text]) => newFile(project, path, text))
  const page = wrapPage(project, place)
  // An app with an `authorize` of its own needs no cookie of development.
  const isByCookie = files.some(({ after }) => after.includes('authorizeDev'))
  const changes = [
    changeOf(folder, 'package.json', () => withAdditions(project, additions)),
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

/** Returns the file that makes the agent. It waits for the router that is around it. */
function assistantFile(template: AppFiles, { router }: PagePlace): string {
  const example = template.get(findPath(template, 'assistant.tsx')) ?? ''
  const isTanStack = router === '@tanstack/react-router'
  const [until, name] = isTanStack
    ? [' until={tanstackRouter(useRouter())}', 'tanstackRouter']
    : ['', router && 'PageBusy']
  const after = "import type { ReactNode } from 'react'\n"
  return replaceEach(withDemoModel(example), [
    [
      'You help with the shopping list that the user sees.',
      'You help with the page that the user sees.',
    ],
    ['newAgent = (): Agent', 'newAgent = (user?: string): Agent'],
    ["name: 'shopping'", "name: 'assistant', user"],
    ['Add honey to the list', 'Set the title to Hello'],
    [
      'the chat in the corner. */',
      'the chat in the corner. Where users sign in, give it\n * the id of the `user`: each then has conversations of their own.\n */',
    ],
    ['/** Gives the page', '/**\n * Gives the page'],
    [
      '{ children }: { children: ReactNode }',
      '{ user, children }: { user?: string; children: ReactNode }',
    ],
    ['agent={newAgent}', `key={user} agent={() => newAgent(user)}${until}`],
    [
      '      {children}\n',
      `      {children}\n      <AppTools />\n${router && !isTanStack ? "      <PageBusy when={useNavigation().state !== 'idle'} />\n" : ''}`,
    ],
    [after, `${after}import { AppTools } from './app-tools'\n`],
    [
      "import { AgentProvider } from 'ambit/react'\n",
      `import { AgentProvider${name ? `, ${name}` : ''} } from 'ambit/react'\n`,
    ],
    ...(router
      ? ([
          [
            after,
            `import { ${isTanStack ? 'useRouter' : 'useNavigation'} } from '${router}'\n${after}`,
          ],
        ] as const)
      : []),
  ])
}

function newFiles(
  project: Project,
  template: AppFiles,
  place: PagePlace,
): [path: string, text: string][] {
  const { sources, framework } = project
  const assistant = assistantFile(template, place)
  const routes = {
    vite: [],
    next: ['api/agent/[...path]/route.ts'],
    'react-router': ['agent-proxy.server.ts', 'routes/agent.ts'],
    'tanstack-start': ['agent-proxy.ts', 'routes/api/agent/$.ts'],
  }[framework]
  return [
    [`${sources}/assistant.tsx`, assistant],
    [appToolsPath(project), pageTools(project)],
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

const appToolsPath = ({ sources }: Project): string => `${sources}/app-tools.tsx`

/** Returns true if the file that makes the agent shows the tools of the page, or is to be made. */
function isShown({ folder, sources }: Project): boolean {
  const assistant = readText(join(folder, sources, 'assistant.tsx'))
  return assistant === undefined || importsFrom(assistant, /\/app-tools(?:\.tsx)?$/)
}

const pageTools = (project: Project): string => {
  const { imports, schema } = schemaOf(project.manifest, 'title')
  return `${project.framework === 'next' ? "'use client'\n" : ''}import { useTool } from 'ambit/react'
${imports}

const parameters = ${schema}

/** What the agent may do on every page: here, change the title of the browser's tab. */
export function AppTools() {
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

/** Returns the change of the file that has the routes, or the plug-ins, where it is one by hand. */
function routeChange(project: Project): Change[] {
  if (project.framework === 'vite') return [addProxyPlugin(project)]
  if (project.framework !== 'react-router' || hasFileRoutes(project)) return []
  const path = `${project.sources}/routes.ts`
  return [
    changeOf(project.folder, path, (source) => {
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

function addProxyPlugin(project: Project): Change {
  const path = ['ts', 'js', 'mts', 'mjs']
    .map((ending) => `vite.config.${ending}`)
    .find((name) => existsSync(join(project.folder, name)))
  if (!path) throw new Refusal('There is no vite.config file, where the proxy is a plug-in.')
  return changeOf(project.folder, path, (source) => {
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

/** Returns the object of a Vite config: given as it is, to a function, or by one. */
function configOf(value: Node | undefined): Node | undefined {
  if (!value || value.type === 'ObjectExpression') return value
  if (value.type === 'CallExpression') return configOf(withoutTypes(nodesOf(value['arguments'])[0]))
  const body = withoutTypes(value['body'])
  if (body?.type !== 'BlockStatement') return configOf(body)
  const last = nodesOf(body['body']).findLast(({ type }) => type === 'ReturnStatement')
  return configOf(withoutTypes(last?.['argument']))
}
