import { dirname } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defaultExclude, defineConfig } from 'vitest/config'
import type { BrowserConfigOptions } from 'vitest/node'
import { browserFlags, findBrowser } from './scripts/find-browser.ts'

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

// The list is complete. A dependency that is found during a run reloads the page, and its tests
// then never end.
const browserDependencies = [
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@testing-library/react',
  '@testing-library/react/pure.js',
  '@testing-library/user-event',
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

// The libraries beside whose dialogs the widget is tested.
const dialogLibraries = [
  '@mui/material/Dialog',
  '@mui/material/TextField',
  '@radix-ui/react-dialog',
  'react-aria-components',
].map((name) => `@ambit/chat > ${name}`)

// React Router 8 needs React 19.
const react18 = {
  react: folderOf(import.meta.resolve('react18/package.json')),
  'react-dom': folderOf(import.meta.resolve('react-dom18/package.json')),
  'react-router': folderOf(import.meta.resolve('react-router7/package.json')),
}

function folderOf(manifest: string): string {
  return dirname(fileURLToPath(manifest))
}

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: conditions(defaultClientConditions) },
  ssr: { resolve: { conditions: conditions(defaultServerConditions) } },
  test: {
    env: { AMBIT_LONG: env['AMBIT_LONG'] ?? '' },
    // A busy machine must not fail a test.
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/**/*.test.ts', 'examples/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [...defaultExclude, '**/*.browsers.test.ts'],
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
      {
        extends: true,
        optimizeDeps: { include: browserDependencies, noDiscovery: true },
        test: {
          name: 'browser',
          include: ['packages/{core,react,testing}/**/*.browser.test.tsx'],
          browser: chromium(),
        },
      },
      {
        extends: true,
        optimizeDeps: {
          include: [...browserDependencies, ...dialogLibraries],
          noDiscovery: true,
        },
        test: {
          name: 'browser-widget',
          include: ['packages/chat/**/*.browser.test.tsx'],
          browser: chromium(),
        },
      },
      {
        extends: true,
        optimizeDeps: { include: browserDependencies, noDiscovery: true },
        test: {
          name: 'browser-storage',
          include: ['packages/browser/**/*.browser.test.tsx'],
          browser: chromium(),
        },
      },
      {
        extends: true,
        resolve: { alias: react18 },
        optimizeDeps: { include: browserDependencies, noDiscovery: true },
        test: {
          name: 'browser-react18',
          include: ['packages/react/**/*.browser.test.tsx'],
          browser: chromium(),
        },
      },
      {
        extends: true,
        test: { name: 'runners', environment: 'node', include: ['scripts/*.packed.ts'] },
      },
      // The usual set-up of Testing Library: its globals, and a DOM that is no browser.
      ...(['jsdom', 'happy-dom'] as const).map((environment) => ({
        extends: true as const,
        test: {
          name: environment,
          environment,
          globals: true,
          include: ['packages/**/*.dom.test.tsx'],
        },
      })),
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
