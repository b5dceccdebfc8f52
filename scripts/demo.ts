import process from 'node:process'
import { parseArgs } from 'node:util'
import { providersFromEnv } from '@ambit/proxy/providers'
import { createServer, defaultClientConditions, loadEnv } from 'vite'

// Serves examples/start and its proxy on one origin, straight from `src`: nothing is built first.
const { values } = parseArgs({ options: { port: { type: 'string' } } })

const server = await createServer({
  root: 'examples/start',
  clearScreen: false,
  // Bundled, the file would be resolved without the condition, and packages that are not built not found.
  configLoader: 'native',
  resolve: { conditions: ['ambit-source', ...defaultClientConditions] },
  server: {
    host: '127.0.0.1',
    port: Number(values.port ?? 5173),
    // A port that was asked for is the one to have; else the next that is free.
    strictPort: values.port !== undefined,
  },
})
process.exitCode = 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void server.close().finally(() => process.exit(0))
  })
}

await server.listen()

const { mode, envDir } = server.config
const { variables } = providersFromEnv(loadEnv(mode, envDir || server.config.root, ''))

console.log(`
  Ambit demo   ${server.resolvedUrls?.local[0] ?? ''}

  ${
    variables.length
      ? `Provider: ${variables.join(', ')} found. It stays in this server; the page never sees it.`
      : `Provider: no key found, so the page runs its embedded demo model (rules, not an LLM). For a
  real one set OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY, or AMBIT_BASE_URL
  for any OpenAI-compatible server.`
  }

  Ctrl-C stops it.
`)
