import { env } from 'node:process'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { browserFlags, findBrowser } from './scripts/find-browser.ts'

// Siblings and tests run from `src`: see `exports` in any packages/*/package.json.
const conditions = (defaults: readonly string[]) => ['ambit-source', ...defaults]

const browser = findBrowser()

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: conditions(defaultClientConditions) },
  ssr: { resolve: { conditions: conditions(defaultServerConditions) } },
  test: {
    env: { AMBIT_LONG: env['AMBIT_LONG'] ?? '' },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        extends: true,
        // Found in mid run, a dependency would reload the page under the tests.
        optimizeDeps: {
          include: ['react', 'react-dom/client', 'react-dom/server', 'vitest-browser-react', 'zod'],
        },
        test: {
          name: 'browser',
          include: ['packages/**/*.browser.test.tsx', 'packages/**/*.browser.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: browserFlags, ...(browser && { executablePath: browser }) },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            // An error outside a type test is the type check's to report.
            ignoreSourceErrors: true,
            include: ['packages/**/*.test-d.ts', 'packages/**/*.test-d.tsx'],
            tsconfig: './tsconfig.json',
          },
        },
      },
    ],
  },
})
