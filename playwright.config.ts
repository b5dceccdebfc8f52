import { env } from 'node:process'
import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './scripts/find-browser.ts'
import { freePort } from './scripts/free-port.ts'

// Read once more by every worker, which inherits the environment: the port is chosen once.
const port = (env['AMBIT_E2E_PORT'] ??= String(await freePort()))
const baseURL = `http://127.0.0.1:${port}`
const browser = findBrowser()
// See e2e/support/page-test.ts.
const engine = env['AMBIT_ENGINE'] ?? 'chromium'

export default defineConfig({
  testDir: 'e2e',
  // These need built packages, and have a step of their own: `frameworks.config.ts`.
  testIgnore: 'frameworks/**',
  forbidOnly: Boolean(env['CI']),
  // One browser at a time: a story that passes only with a core to itself is a wrong story.
  workers: 1,
  // The machine may be slow; a story waits for states and never for time, so this costs nothing.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  outputDir: `.reports/e2e-${engine}`,
  reporter: [['list'], ['json', { outputFile: `.reports/e2e-${engine}.json` }]],
  use: {
    baseURL,
    trace: 'retain-on-failure',
    launchOptions: { args: browserFlags, ...(browser && { executablePath: browser }) },
  },
  webServer: {
    command: `node --conditions=ambit-source scripts/demo.ts start --port ${port}`,
    url: baseURL,
    // The stories run on the embedded model, whatever keys the machine has.
    env: {
      AMBIT_BASE_URL: '',
      AMBIT_LOCAL_MODELS: 'off',
      ANTHROPIC_API_KEY: '',
      GOOGLE_GENERATIVE_AI_API_KEY: '',
      OPENAI_API_KEY: '',
    },
    gracefulShutdown: { signal: 'SIGINT', timeout: 5000 },
  },
})
