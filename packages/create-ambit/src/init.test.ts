import { describe, expect, it } from 'vitest'
import ownManifest from '../package.json' with { type: 'json' }
import { Terminal } from '../test/terminal.ts'
import { parseSource } from './source-edit.ts'
import { templateNames } from './template.ts'

const { version } = ownManifest

const manifest = (more: object): string =>
  `${JSON.stringify({ name: 'app', dependencies: { react: '^19.2.0', ...more } }, null, 2)}\n`

const main = `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './index.css'
import App from './App.tsx'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
`
const viteApp = {
  'package.json': manifest({ 'react-dom': '^19.2.0', vite: '^8.0.0' }),
  'index.html': '<div id="root"></div><script type="module" src="/src/main.tsx"></script>',
  'src/main.tsx': main,
  'src/App.tsx': 'export default () => <h1>Hello</h1>\n',
  'vite.config.ts': `import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'

// https://vite.dev/config/
export default defineConfig({
  plugins: [react()],
})
`,
}
const nextApp = {
  'package.json': manifest({ next: '16.0.0' }),
  'src/app/layout.tsx': `import type { Metadata } from "next";
import "./globals.css";

export default function RootLayout({ children }: Readonly<{ children: React.ReactNode }>) {
  return (
    <html lang="en">
      <body className="antialiased">
        {children}
      </body>
    </html>
  );
}
`,
}
const routerApp = {
  'package.json': manifest({ '@react-router/dev': '8.0.0', 'react-router': '8.0.0', vite: '^8' }),
  'app/root.tsx': `import { Links, Outlet, Scripts } from "react-router";

export function Layout({ children }: { children: React.ReactNode }) {
  return <html><head><Links /></head><body>{children}<Scripts /></body></html>;
}

export default function App() {
  return <Outlet />;
}
`,
  'app/routes.ts': `import { type RouteConfig, index } from "@react-router/dev/routes";

export default [index("routes/home.tsx")] satisfies RouteConfig;
`,
}
const startApp = {
  'package.json': manifest({ '@tanstack/react-start': '1.0.0', vite: '^8' }),
  'src/routes/__root.tsx': `import { HeadContent, Scripts, createRootRoute } from '@tanstack/react-router'

export const Route = createRootRoute({ shellComponent: RootDocument })

function RootDocument({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}
`,
}
const apps = { vite: viteApp, next: nextApp, 'react-router': routerApp, 'tanstack-start': startApp }

describe('init', () => {
  it.each(Object.entries(apps))('changes an app of %s once, and nothing again', async (_, app) => {
    const terminal = new Terminal(app)
    expect(await terminal.run('init --yes')).toBe(0)
    const after = terminal.files()
    expect(JSON.parse(after['package.json'] ?? '')).toMatchObject({
      dependencies: { ambit: `^${version}`, zod: expect.stringMatching(/^\^4/) },
    })
    for (const [path, text] of Object.entries(after)) {
      if (/\.tsx?$/.test(path)) expect(parseSource(text).type).toBe('Program')
    }

    expect(await terminal.run('init --yes')).toBe(0)
    expect(terminal.output).toBe('This app has Ambit. Nothing to change.\n')
    expect(terminal.files()).toEqual(after)
  })

  it('changes an app that has installed Ambit, and not used it', async () => {
    const own = manifest({ 'react-dom': '^19.2.0', vite: '^8.0.0', ambit: `^${version}` })
    const terminal = new Terminal({ ...viteApp, 'package.json': own })
    expect(await terminal.run('init --yes')).toBe(0)
    expect(Object.keys(terminal.files())).toContain('src/assistant.tsx')
  })

  it.each(templateNames)(
    'leaves an app that was made from the template of %s',
    async (template) => {
      const terminal = new Terminal()
      await terminal.run(`app --template ${template}`)
      const made = terminal.files()
      expect(await terminal.run('init --yes', { in: 'app' })).toBe(0)
      expect(terminal.output).toBe('This app has Ambit. Nothing to change.\n')
      expect(terminal.files()).toEqual(made)
    },
  )

  it('adds the proxy to plug-ins however they are written', async () => {
    const configs = {
      "{ 'plugins': [a()] }": "{ 'plugins': [a(), ambitProxy()] }",
      '{ ...base, plugins: [(a(), b())] }': '{ ...base, plugins: [(a(), b()), ambitProxy()] }',
    }
    for (const [config, changed] of Object.entries(configs)) {
      const terminal = new Terminal({ ...viteApp, 'vite.config.ts': `export default ${config}\n` })
      await terminal.run('init --yes')
      expect(terminal.read('vite.config.ts')).toContain(`export default ${changed}\n`)
    }
  })

  it.each(['    ', '\t'])('indents as the file does: %j', async (step) => {
    const terminal = new Terminal({ ...viteApp, 'src/main.tsx': main.replaceAll('  ', step) })
    await terminal.run('init --yes')
    expect(terminal.read('src/main.tsx')).toContain(
      `\n${step.repeat(2)}<Assistant>\n${step.repeat(3)}<App />\n${step.repeat(2)}</Assistant>\n`,
    )
  })

  it('puts the provider around a page of Vite, and the proxy among the plug-ins', async () => {
    const terminal = new Terminal(viteApp)
    await terminal.run('init --yes')
    expect(terminal.read('src/main.tsx')).toBe(
      main
        .replace("'./App.tsx'\n", "'./App.tsx'\nimport { Assistant } from './assistant'\n")
        .replace('    <App />', '    <Assistant>\n      <App />\n    </Assistant>'),
    )
    expect(terminal.read('vite.config.ts')).toContain('plugins: [react(), ambitProxy()],')
    expect(terminal.read('vite.config.ts')).toContain(
      "import { ambitProxy } from '@ambit/proxy/vite'\n",
    )
    expect(JSON.parse(terminal.read('package.json')).devDependencies).toEqual({
      '@ambit/proxy': `^${version}`,
    })
    expect(terminal.read('src/assistant.tsx')).toContain('<AppTools />')
  })

  const shows = (page: string, imports = ''): string =>
    main.replace('    <App />\n', page).replace("import App from './App.tsx'\n", imports)
  const rootRoute = {
    'src/routes/__root.tsx': `import { createRootRoute, Outlet } from '@tanstack/react-router'
export const Route = createRootRoute({ component: () => <><Bar /><Outlet /></> })
`,
  }
  const tanstack = manifest({ vite: '^8', '@tanstack/react-router': '^1' })
  const reactRouter = manifest({ vite: '^8', 'react-router-dom': '^7' })
  it.each([
    [
      'providers by any name',
      { 'src/main.tsx': shows('<Query><ThemeProvider><App /></ThemeProvider></Query>\n') },
      ['src/main.tsx', '<Query><ThemeProvider><Assistant><App /></Assistant></ThemeProvider>'],
    ],
    [
      'a theme, and what stands beside the page',
      { 'src/main.tsx': shows('<ThemeProvider><App /><Toaster /></ThemeProvider>\n') },
      ['src/main.tsx', '<ThemeProvider><Assistant><App /><Toaster /></Assistant></ThemeProvider>'],
    ],
    [
      'a boundary without a provider in it',
      { 'src/main.tsx': shows('<Suspense><App /></Suspense>\n') },
      ['src/main.tsx', '<Assistant><Suspense><App /></Suspense></Assistant>'],
    ],
    [
      'providers in the component of another file',
      {
        'src/App.tsx':
          'function App() {\n  return <><Redux.Provider><HashRouter><Pages /></HashRouter></Redux.Provider></>\n}\nexport default memo(App)\n',
      },
      ['src/App.tsx', '<HashRouter><Assistant><Pages /></Assistant></HashRouter>'],
    ],
    [
      'TanStack Router',
      {
        ...rootRoute,
        'package.json': tanstack,
        'src/main.tsx': shows('<QueryClientProvider><RouterProvider /></QueryClientProvider>\n'),
      },
      ['src/routes/__root.tsx', '<Bar /><Assistant><Outlet /></Assistant>'],
      'until={tanstackRouter(useRouter())}',
    ],
    [
      'React Router with one root route',
      {
        'package.json': reactRouter,
        'src/main.tsx': shows('<RouterProvider router={router} />\n'),
        'src/router.tsx':
          "import { Shell } from '@/layout/shell'\nexport const router = createBrowserRouter([{ path: '/', Component: Shell, children: [] }])\n",
        'src/layout/shell.tsx': 'export const Shell = () => <main><Outlet /></main>\n',
      },
      ['src/layout/shell.tsx', '<main><Assistant><Outlet /></Assistant></main>'],
      "import { useNavigation } from 'react-router-dom'",
    ],
    [
      'React Router with many routes',
      {
        'package.json': reactRouter,
        'src/main.tsx': shows('<I18nProvider><RouterProvider router={router} /></I18nProvider>\n'),
        'src/router.tsx': 'export const router = createBrowserRouter([{}, {}])\n',
      },
      ['src/main.tsx', '<I18nProvider><Assistant><RouterProvider router={router} /></Assistant>'],
    ],
    [
      'an entry in a deeper folder',
      {
        'index.html': '<script type="module" src="/src/app/main.tsx"></script>',
        'src/app/main.tsx': main,
        'src/main.tsx': 'export {}\n',
      },
      ['src/app/main.tsx', "import { Assistant } from '../assistant'"],
    ],
    [
      'parts of a page beside each other, of which some provide something',
      {
        'src/App.tsx':
          'const App = () => <Layout><Card.Root><Form /></Card.Root><DndContext><Board /></DndContext></Layout>\nexport default App\n',
      },
      ['src/main.tsx', '<StrictMode><Assistant><App /></Assistant></StrictMode>'],
    ],
    [
      'components of the app beside each other',
      {
        'src/main.tsx': `import Side from './side'\n${shows('<><Side /><App /></>\n')}`,
        'src/side.tsx':
          'const Side = () => <FormProvider><Form /></FormProvider>\nexport default Side\n',
      },
      ['src/main.tsx', '<Assistant><><Side /><App /></></Assistant>'],
    ],
    [
      'another assistant of the app',
      {
        'src/ai/assistant.ts': 'export const ask = 1\n',
        'src/ai/assistant.test.ts': "import { ask } from './assistant'\n",
      },
      ['src/main.tsx', '<StrictMode><Assistant><App /></Assistant></StrictMode>'],
    ],
    [
      'an element with a name',
      {
        'src/main.tsx': 'const app = <App />\ncreateRoot(document.body).render(app)\n',
      },
      ['src/main.tsx', '<Assistant><App /></Assistant>'],
    ],
  ] satisfies [string, Record<string, string>, [string, string], string?][])(
    'finds the innermost provider: %s',
    async (_, more, [path, text], ofRouter = 'key={user} agent={() => newAgent(user)}>') => {
      const terminal = new Terminal({ ...viteApp, ...more })
      expect(await terminal.run('init --yes')).toBe(0)
      expect(terminal.read(path).replaceAll(/\n\s*/g, '')).toContain(text)
      expect(terminal.read('src/assistant.tsx')).toContain(ofRouter)
      expect(terminal.read('src/assistant.tsx')).toContain(
        "indexedDbStorage({ name: 'assistant', user })",
      )
      for (const [path, text] of Object.entries(terminal.files())) {
        if (/\.tsx?$/.test(path)) expect(parseSource(text).type).toBe('Program')
      }
      await terminal.run('init --yes')
      expect(terminal.output).toBe('This app has Ambit. Nothing to change.\n')
    },
  )

  it('says that the agent is outside of a router that has no root route', async () => {
    const terminal = new Terminal({ ...viteApp, 'src/main.tsx': shows('<RouterProvider />\n') })
    await terminal.run('init --yes')
    expect(terminal.output).toContain('No route is around all others')
  })

  it('keeps line ends and byte order marks', async () => {
    const marked = Object.entries(viteApp).map(([path, text]) => [
      path,
      `\uFEFF${text.replaceAll('\n', '\r\n')}`,
    ])
    const terminal = new Terminal(Object.fromEntries(marked))
    expect(await terminal.run('init --yes')).toBe(0)
    for (const [path, text] of Object.entries(terminal.files())) {
      expect({ path, isMarked: text.startsWith('\uFEFF') }).toEqual({
        path,
        isMarked: path in viteApp,
      })
      expect({ path, text: text.replaceAll('\r\n', '') }).not.toMatchObject({
        text: expect.stringContaining('\n'),
      })
    }
    const mixed = new Terminal({ ...viteApp, 'src/main.tsx': main.replace('\n', '\r\n') })
    await mixed.run('init --yes')
    expect(mixed.read('src/main.tsx').split('\r\n')).toHaveLength(2)
  })

  it('formats the files that it wrote as the app does, and no other', async () => {
    const program = "require('fs').writeFileSync('ran', process.argv.slice(2).join(' '))\n"
    const bin = (name: string, text: string) => ({
      [`node_modules/${name}/package.json`]: JSON.stringify({ name, bin: 'run.cjs' }),
      [`node_modules/${name}/run.cjs`]: text,
    })
    const own = manifest({ vite: '^8', prettier: '^3', eslint: '^9' })
    const terminal = new Terminal({
      ...viteApp,
      'package.json': own,
      ...bin('prettier', program),
      ...bin('eslint', 'process.exit(1)\n'),
      // It is there for another package.
      ...bin('oxfmt', 'throw 1\n'),
    })
    expect(await terminal.run('init --yes')).toBe(0)
    expect(terminal.read('ran')).toBe(
      '--write --ignore-unknown package.json src/assistant.tsx src/app-tools.tsx src/main.tsx vite.config.ts',
    )
    expect(terminal.output).toContain('Written and formatted (prettier).')
    expect(terminal.output).toContain('eslint did not like all of it')
  })

  it('changes a layout of Next.js in its quotes and semicolons, and keeps it on the server', async () => {
    const terminal = new Terminal(nextApp)
    await terminal.run('init --yes')
    const layout = terminal.read('src/app/layout.tsx')
    expect(layout).toContain('import "./globals.css";\nimport { Assistant } from "./assistant";\n')
    expect(layout).toContain(
      '        <Assistant>\n          {children}\n        </Assistant>\n      </body>',
    )
    expect(layout).not.toContain('use client')
    expect(terminal.read('src/app/assistant.tsx')).toMatch(/^'use client'\n/)
    expect(terminal.read('src/app/app-tools.tsx')).toMatch(/^'use client'\n/)
    expect(terminal.read('src/app/api/agent/[...path]/route.ts')).toContain('createProxy')
  })

  it('adds the route of the proxy to React Router, in its list or as a file', async () => {
    const terminal = new Terminal(routerApp)
    await terminal.run('init --yes')
    expect(terminal.read('app/routes.ts')).toContain(
      `[index("routes/home.tsx"), route('api/agent/*', 'routes/agent.ts')] satisfies RouteConfig`,
    )
    expect(terminal.read('app/routes.ts')).toContain(
      'import { route } from "@react-router/dev/routes";',
    )
    expect(terminal.read('app/root.tsx')).toContain('<Assistant><Outlet /></Assistant>')

    const files = 'export default flatRoutes()\n'
    const byFiles = new Terminal({ ...routerApp, 'app/routes.ts': files })
    await byFiles.run('init --yes')
    expect(byFiles.read('app/routes/api.agent.$.ts')).toContain('proxy(request)')
    expect(byFiles.read('app/routes.ts')).toBe(files)
  })

  it('gives pages the cookie of development where the framework answers them', async () => {
    const at = {
      next: 'src/proxy.ts',
      'react-router': 'app/root.tsx',
      'tanstack-start': 'src/start.ts',
    }
    for (const [name, app] of Object.entries({ ...apps, vite: undefined })) {
      if (!app) continue
      const terminal = new Terminal(app)
      await terminal.run('init --yes')
      expect(terminal.read(at[name as keyof typeof at])).toContain('withDevCookie(request, ')
    }
  })

  it('leaves what an app has in the place of that cookie', async () => {
    const middleware = 'export default function middleware() {}\n'
    const next = new Terminal({ ...nextApp, 'src/middleware.ts': middleware })
    expect(await next.run('init --yes')).toBe(0)
    expect(next.files()).toMatchObject({ 'src/middleware.ts': middleware })
    expect(Object.keys(next.files())).not.toContain('src/proxy.ts')
    expect(next.output).toContain('The proxy refuses your pages (401)')
    expect(next.output).toContain('Add `--hostname localhost` to the script `dev`')

    const root = `export const middleware = [logged]\n${routerApp['app/root.tsx']}`
    const router = new Terminal({ ...routerApp, 'app/root.tsx': root })
    expect(await router.run('init --yes')).toBe(0)
    expect(router.read('app/root.tsx')).not.toContain('withDevCookie')

    const route =
      "import { createProxy } from '@ambit/proxy'\nexport const GET = createProxy({ authorize })\n"
    const own = new Terminal({ ...nextApp, 'src/app/api/agent/[...path]/route.ts': route })
    expect(await own.run('init --yes')).toBe(0)
    expect(Object.keys(own.files())).not.toContain('src/proxy.ts')
  })

  it('leaves the scripts of a document of TanStack Start outside', async () => {
    const terminal = new Terminal(startApp)
    await terminal.run('init --yes')
    expect(terminal.read('src/routes/__root.tsx')).toContain(
      '        <Assistant>\n          {children}\n        </Assistant>\n        <Scripts />',
    )
    expect(terminal.read('src/routes/api/agent/$.ts')).toContain("'/api/agent/$'")
  })

  it.each([
    [
      'a function',
      'export default defineConfig(({ mode }) => ({ base: mode, plugins: [] }))',
      '[ambitProxy()]',
    ],
    [
      'a function with a body',
      'export default () => {\n  return { plugins: [a()] }\n}',
      '[a(), ambitProxy()]',
    ],
    [
      'a name',
      'const config: UserConfig = { plugins: [a()] }\nexport default config',
      '[a(), ambitProxy()]',
    ],
    [
      'no plug-ins',
      'export default defineConfig({ base: "/" })',
      '{ plugins: [ambitProxy()], base',
    ],
    [
      'plug-ins elsewhere too',
      'export default { worker: { plugins: () => [] }, plugins: [\n  a(),\n] }',
      '\n  a(),\n  ambitProxy(),\n]',
    ],
  ])('finds the plug-ins of a config that is given as %s', async (_, config, plugins) => {
    const terminal = new Terminal({ ...viteApp, 'vite.config.ts': `${config}\n` })
    expect(await terminal.run('init --yes')).toBe(0)
    expect(terminal.read('vite.config.ts')).toContain(plugins)
  })

  it('needs no zod 4 in an app that has zod 3', async () => {
    const app = { ...viteApp, 'package.json': manifest({ vite: '^8', zod: '^3.23.8' }) }
    const terminal = new Terminal(app)
    await terminal.run('init --yes')
    expect(JSON.parse(terminal.read('package.json')).dependencies.zod).toBe('^3.23.8')
    expect(terminal.read('src/app-tools.tsx')).toContain('jsonSchema<{ title: string }>')
  })

  it('shows the changes and asks; without an answer it writes nothing', async () => {
    const terminal = new Terminal(viteApp)
    const asked: string[] = []
    const prompts = {
      text: async () => '',
      select: async () => '',
      confirm: async (message: string) => {
        asked.push(message)
        return asked.length > 1
      },
    }
    expect(await terminal.run('init')).toBe(1)
    expect(terminal.output).toContain(
      '-    <App />\n+    <Assistant>\n+      <App />\n+    </Assistant>',
    )
    expect(terminal.output).toContain('Nothing was written, as nobody can be asked here.')
    expect(await terminal.run('init', { prompts })).toBe(1)
    expect(terminal.files()).toEqual(viteApp)
    expect(await terminal.run('init', { prompts })).toBe(0)
    expect(asked).toEqual(['Write these 5 files?', 'Write these 5 files?'])
    expect(terminal.files()).toHaveProperty(['src/assistant.tsx'])
  })

  it.each([
    ['package-lock.json', 'npm install'],
    ['pnpm-lock.yaml', 'pnpm install'],
    ['yarn.lock', 'yarn install'],
    ['bun.lock', 'bun install'],
  ])('says the commands that go with %s, also of a folder above', async (lockfile, command) => {
    const inside = Object.entries(viteApp).map(([path, text]) => [`apps/web/${path}`, text])
    const terminal = new Terminal({ ...Object.fromEntries(inside), [lockfile]: '' })
    expect(await terminal.run('init --yes', { in: 'apps/web', userAgent: 'npm/11' })).toBe(0)
    expect(terminal.output).toContain(`\n  ${command}\n`)
  })

  it.each([
    ['no package.json', { 'package.json': undefined }, 'There is no package.json'],
    ['a broken package.json', { 'package.json': '{' }, 'package.json is not valid JSON'],
    [
      'no React',
      { 'package.json': '{ "dependencies": { "vite": "8" } }' },
      'React is not a dependency',
    ],
    [
      'an old React',
      { 'package.json': manifest({ react: '^17.0.2', vite: '8' }) },
      'This app has React ^17.0.2',
    ],
    ['another framework', { 'package.json': manifest({ parcel: '2' }) }, 'none of next, @tanstack'],
    [
      'Next.js without the app router',
      { 'package.json': manifest({ next: '16' }) },
      'no app/layout.tsx',
    ],
    ['two lockfiles', { 'yarn.lock': '', 'bun.lock': '' }, 'lockfiles of yarn and bun'],
    [
      'a file with the name of one of its own',
      { 'src/assistant.tsx': 'export const a = 1\n' },
      'src/assistant.tsx is there already',
    ],
    [
      'a use of Ambit by hand',
      { 'src/agent.ts': "export { createAgent } from 'ambit'\n" },
      'This app uses Ambit',
    ],
    [
      'a page that it does not find',
      { 'src/main.tsx': 'start()\n' },
      'In src/main.tsx, the element',
    ],
    ['a file that is none', { 'src/main.tsx': 'const = 1\n' }, 'src/main.tsx could not be read'],
    [
      'plug-ins that are no list',
      { 'vite.config.ts': 'export default { plugins: all() }\n' },
      'are not a list',
    ],
    [
      'plug-ins that may be in another object',
      { 'vite.config.ts': 'export default { ...base }\n' },
      'are not a list',
    ],
    ['no Vite config', { 'vite.config.ts': undefined }, 'There is no vite.config file'],
    [
      'routes that are no list',
      { ...routerApp, 'app/routes.ts': 'export default all()\n' },
      'does not export a list of routes',
    ],
  ])('refuses %s, and writes nothing', async (_, more, sentence) => {
    const files = Object.entries({ ...viteApp, ...more }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    const terminal = new Terminal(Object.fromEntries(files))
    const before = terminal.files()
    expect(await terminal.run('init --yes')).toBe(1)
    expect(terminal.output).toContain(sentence)
    expect(terminal.files()).toEqual(before)
  })
})

describe('add tool', () => {
  it('adds a tool and its test beside a component, with what the test needs', async () => {
    const terminal = new Terminal({ ...viteApp, 'src/orders/orders.tsx': 'export const a = 1\n' })
    expect(await terminal.run('add tool archive_order src/orders/orders.tsx --yes')).toBe(0)
    expect(terminal.read('src/orders/archive-order.tsx')).toContain("name: 'archive_order'")
    expect(terminal.read('src/orders/archive-order.test.tsx')).toContain('<ArchiveOrder onCall=')
    expect(JSON.parse(terminal.read('package.json'))).toMatchObject({
      devDependencies: { '@ambit/testing': `^${version}`, vitest: expect.any(String) },
      scripts: { test: 'vitest run' },
    })
    expect(terminal.output).toContain('In src/orders/orders.tsx')

    const before = terminal.files()
    expect(await terminal.run('add tool archive_order --yes')).toBe(1)
    expect(terminal.output).toContain('has a tool "archive_order" already')
    expect(terminal.files()).toEqual(before)
  })

  it.each([
    { 'package.json': manifest({ vite: '^8', '@tanstack/react-router': '^1' }) },
    { ...routerApp, 'app/routes.ts': 'export default flatRoutes()\n' },
  ])('makes no route in a folder of routes', async (app) => {
    const sources = 'app/routes.ts' in app ? 'app' : 'src'
    const orders = `${sources}/routes/_admin/orders.tsx`
    const terminal = new Terminal({ ...viteApp, ...app, [orders]: 'export const a = 1\n' })
    expect(await terminal.run(`add tool archive_order ${orders} --yes`)).toBe(0)
    expect(Object.keys(terminal.files())).toContain(`${sources}/archive-order.test.tsx`)
  })

  it.each([
    ['archiveOrder', 'For example: archive_order'],
    ['archive-order', 'For example: archive_order'],
    ['42', 'is not a name for a tool'],
    ['archive_order src/none.tsx', 'There is no file src/none.tsx'],
    ['archive_order ../other/orders.tsx', 'is outside of this app'],
    ['archive_order index.html', 'is no component'],
    ['archive_order src', 'is no component'],
    ['undo_last', 'Choose another name'],
    ['made_already', 'tools/made.ts has a tool "made_already" already'],
    ['set_filters', 'src/filters.tsx has a tool "set_filters" already'],
    ['fill_order', 'src/filters.tsx has a tool "fill_order" already'],
    ['archive_order src/App.tsx more', 'one name and one file'],
    ['', 'The tool has no name'],
  ])('refuses `%s`, and writes nothing', async (rest, sentence) => {
    const app = {
      ...viteApp,
      'tools/made.ts': 'export const made = new Tool({ name: "made_already" })\n',
      'src/filters.tsx': `const [filters] = useAgentState<Filters>('filters', {})
useFormTools(form, schema, { name: 'order' })
`,
    }
    const terminal = new Terminal(app)
    expect(await terminal.run(`add tool ${rest} --yes`)).toBe(1)
    expect(terminal.output).toContain(sentence)
    expect(terminal.files()).toEqual(app)
  })
})
