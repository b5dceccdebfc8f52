import { env } from 'node:process'
import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './scripts/find-browser.ts'

const browser = findBrowser()

// The stories of `examples/frameworks`. `scripts/frameworks.ts` installs before it runs them.
export default defineConfig({
  testDir: 'e2e/frameworks',
  forbidOnly: Boolean(env['CI']),
  workers: 1,
  // A build is part of a story, and the machine may be slow.
  timeout: 600_000,
  // A development server compiles each page when it is first asked for.
  expect: { timeout: 90_000 },
  outputDir: '.reports/frameworks/results',
  reporter: [['list'], ['json', { outputFile: '.reports/frameworks.json' }]],
  use: {
    trace: 'retain-on-failure',
    launchOptions: { args: browserFlags, ...(browser && { executablePath: browser }) },
  },
})
