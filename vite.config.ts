import { globSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defaultExclude, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import type { BrowserConfigOptions } from 'vitest/node'
import { foreignApps } from './others/foreign/foreign-apps.ts'
import type { EngineName } from './scripts/engines/engine-browser.ts'
import { engineProvider } from './scripts/engines/vitest-provider.ts'
import { browserFlags, findBrowser } from './scripts/find-browser.ts'
import { reactTests, widgetTests } from './scripts/react-tests.ts'

// Siblings and tests run from `src`: see `exports` in any packages/*/package.json.
const conditions = (defaults: readonly string[]) => ['ambit-source', ...defaults]

const browser = findBrowser()

// Vitest changes the object that it is given, so each project gets its own.
const chromium = (): BrowserConfigOptions => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: { args: browserFlags, ...(browser && { executablePath: browser }) },
  }),
  instances: [{ browser: 'chromium' }],
})

const inEngine = (browser: EngineName): BrowserConfigOptions => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: engineProvider(),
  instances: [{ browser }],
})

// The list is complete. A dependency that is found during a run reloads the page, and its tests
// then never end.
const browserDependencies = [
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@testing-library/react',
  '@testing-library/react/pure.js',
  '@testing-library/user-event',
  'axe-core',
  'react',
  'react-dom',
  'react-dom/client',
  'react-dom/server',
  'react-hook-form',
  'react-router',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'vitest-browser-react',
  'zod',
]

// The libraries beside whose dialogs, and with whose popups, the widget is tested.
const dialogLibraries = [
  '@base-ui/react/button',
  '@base-ui/react/menu',
  '@base-ui/react/select',
  '@mantine/core',
  '@mui/material/Autocomplete',
  '@mui/material/Button',
  '@mui/material/Dialog',
  '@mui/material/Drawer',
  '@mui/material/Menu',
  '@mui/material/MenuItem',
  '@mui/material/Portal',
  '@mui/material/Select',
  '@mui/material/Snackbar',
  '@mui/material/Switch',
  '@mui/material/TextField',
  '@mui/material/Tooltip',
  '@mui/material/styles',
  '@radix-ui/react-dialog',
  'antd',
  'radix-ui',
  'react-aria-components',
  'tailwindcss',
]

/** The libraries of the applications in `others/rebuilt/`. */
const rebuiltLibraries = [
  '@hookform/resolvers/zod',
  '@tanstack/react-table',
  '@tanstack/react-virtual',
  '@xyflow/react',
  'recharts',
]

/** What `registry/` imports of an application with shadcn/ui. */
const shadcnApp = {
  '@/lib/utils': resolve('others/shadcn/class-names.ts'),
  '@/components/ui/button': resolve('others/shadcn/button.tsx'),
}

const tanstackDevtools = ['@tanstack/devtools', '@tanstack/react-devtools'].map(
  (name) => `@ambit/devtools > ${name}`,
)

function folderOf(manifest: string): string {
  return dirname(fileURLToPath(manifest))
}

// React Router 8 needs React 19.
const react18 = {
  react: folderOf(import.meta.resolve('react18/package.json')),
  'react-dom': folderOf(import.meta.resolve('react-dom18/package.json')),
  'react-router': folderOf(import.meta.resolve('react-router7/package.json')),
}

const reactCanary = {
  react: folderOf(import.meta.resolve('react-canary/package.json')),
  'react-dom': folderOf(import.meta.resolve('react-dom-canary/package.json')),
}

const isLong = Boolean(env['AMBIT_LONG'])

interface BrowserTests {
  include: string[]
  /** The files that also run in the other engines each time. A long run has all of `include`. */
  chosen?: string[]
  dependencies?: string[]
  alias?: Record<string, string>
}

const hooks: BrowserTests = {
  include: ['packages/{core,react,testing,bridges,devtools,local-models}/**/*.browser.test.tsx'],
  dependencies: tanstackDevtools,
  chosen: [
    'packages/core/**/proxy-model.browser.test.tsx',
    'packages/react/**/{early-run,page-settler,settle-probes,without-probes}.browser.test.tsx',
    'packages/react/**/{bound-approval,sending,use-agent,use-form-tools}.browser.test.tsx',
  ],
}

const widget: BrowserTests = {
  include: ['packages/chat/**/*.browser.test.tsx'],
  chosen: [
    'packages/chat/src/frame/**/*.browser.test.tsx',
    'packages/chat/**/{ask-about,completion,composer,dictation,draft,long-text,unsent}.browser.test.tsx',
    'packages/chat/**/{allow-guard,changed-page,seen-facts}.browser.test.tsx',
    'packages/chat/**/{direction,markdown,missing-chunks}.browser.test.tsx',
  ],
}

const storage: BrowserTests = { include: ['packages/browser/**/*.browser.test.tsx'] }

// A warning that no test expects fails the test.
const setupFiles = [resolve('scripts/test-setup.ts')]

/** Creates a project of tests that run in pages of a browser. */
function browserProject(
  name: string,
  browser: BrowserConfigOptions,
  { include, dependencies = [], alias = {} }: BrowserTests,
): TestProjectInlineConfiguration {
  return {
    extends: true,
    resolve: { alias },
    optimizeDeps: { include: [...browserDependencies, ...dependencies], noDiscovery: true },
    // A state may be late on a busy machine.
    test: { name, include, setupFiles, browser, expect: { poll: { timeout: 15_000 } } },
  }
}

/** Creates the projects of one more engine. */
function engineProjects(engine: EngineName): TestProjectInlineConfiguration[] {
  return Object.entries({ hooks, widget, storage }).map(([name, tests]) => {
    const { include, chosen = include } = tests
    return browserProject(`${engine}-${name}`, inEngine(engine), {
      ...tests,
      include: env['AMBIT_LONG'] ? include : chosen,
    })
  })
}

const nodeTests = globSync('{packages,examples,scripts}/**/*.test.ts', {
  exclude: ['**/node_modules/**', '**/dist/**', '**/*.{browsers,system}.test.ts'],
}).map((path) => path.replaceAll('\\', '/'))

// Tests that mock or load modules say so in a line of their own, and get the modules to themselves.
const isolated = nodeTests.filter((path) => /^\/\/ isolated: /m.test(readFileSync(path, 'utf8')))

/** Creates a project of tests in a DOM that is no browser. */
const domProject = (
  name: string,
  environment: 'jsdom' | 'happy-dom',
  folder: string,
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, environment, globals: true, setupFiles, include: [`${folder}/**/*.dom.test.tsx`] },
})

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: conditions(defaultClientConditions) },
  ssr: { resolve: { conditions: conditions(defaultServerConditions) } },
  test: {
    env: { AMBIT_LONG: env['AMBIT_LONG'] ?? '' },
    // A busy machine must not fail a test.
    testTimeout: 30_000,
    projects: [
      // One thread for many files: a module is loaded once, not once for each file.
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          pool: 'threads',
          isolate: false,
          setupFiles,
          include: nodeTests.filter((path) => !isolated.includes(path)),
        },
      },
      {
        extends: true,
        test: { name: 'node-isolated', environment: 'node', setupFiles, include: isolated },
      },
      {
        extends: true,
        test: {
          name: 'system',
          environment: 'node',
          include: ['{packages,scripts}/**/*.system.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          environment: 'node',
          include: ['packages/**/*.browsers.test.ts'],
        },
      },
      browserProject('browser', chromium(), hooks),
      browserProject('browser-widget', chromium(), widget),
      browserProject('browser-storage', chromium(), storage),
      browserProject('browser-react18', chromium(), {
        // The panel reads React's own tree of the page.
        include: [
          'packages/react/**/*.browser.test.tsx',
          'packages/devtools/src/panel/tools/*.browser.test.tsx',
        ],
        alias: react18,
      }),
      browserProject('browser-widget18', chromium(), {
        include: widgetTests(isLong),
        alias: react18,
      }),
      browserProject('browser-canary', chromium(), {
        include: reactTests(isLong),
        alias: reactCanary,
      }),
      {
        ...browserProject('browser-compiler', chromium(), {
          include: ['packages/react/test/compiler/*.test.tsx', ...reactTests(isLong)],
        }),
        plugins: [babel({ presets: [reactCompilerPreset()] })],
      },
      ...engineProjects('firefox'),
      ...engineProjects('webkit'),
      {
        extends: true,
        test: {
          name: 'others',
          environment: 'node',
          include: ['{others,bench}/**/*.test.ts'],
          exclude: defaultExclude,
        },
      },
      {
        ...browserProject('others-browser', chromium(), {
          include: [isLong ? '*.browser.test.tsx' : '!(*long-*).browser.test.tsx'],
          dependencies: [...dialogLibraries, ...rebuiltLibraries],
          alias: shadcnApp,
        }),
        root: 'others',
        plugins: [foreignApps()],
        server: { fs: { allow: [resolve('.')] } },
      },
      {
        extends: true,
        test: { name: 'runners', environment: 'node', include: ['scripts/*.packed.ts'] },
      },
      // The usual set-up of Testing Library: its globals, and a DOM that is no browser.
      domProject('jsdom', 'jsdom', '{packages,examples}'),
      domProject('happy-dom', 'happy-dom', 'packages'),
      domProject('others-dom', 'jsdom', 'others'),
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            // The step `types` reports errors outside of type tests.
            ignoreSourceErrors: true,
            include: ['packages/**/*.test-d.ts', 'packages/**/*.test-d.tsx'],
            tsconfig: './tsconfig.json',
          },
        },
      },
    ],
  },
})
