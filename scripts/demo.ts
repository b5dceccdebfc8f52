import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { providersFromEnv } from '@ambit/proxy/providers'
import {
  build,
  createServer,
  defaultClientConditions,
  type InlineConfig,
  loadEnv,
  preview,
  type ViteDevServer,
} from 'vite'

// Serves an example and its proxy on one origin: from `src`, or with `--built` as it would be
// deployed.
const { values, positionals } = parseArgs({
  options: { port: { type: 'string' }, built: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [example = 'back-office'] = positionals
const root = `examples/${example}`
if (!existsSync(`${root}/vite.config.ts`)) {
  const examples = globSync('examples/*/vite.config.ts').map((path) => basename(dirname(path)))
  console.error(`There is no example "${example}". There are: ${examples.toSorted().join(', ')}.`)
  process.exit(1)
}

const config: InlineConfig = {
  root,
  clearScreen: false,
  // A bundled configuration would be resolved without the condition `ambit-source`. Packages that
  // are not built would not be found.
  configLoader: 'native',
  // A test gives a folder of its own, because the stories serve the same example meanwhile.
  cacheDir: process.env['AMBIT_DEMO_CACHE'] ?? join('node_modules', '.vite'),
  resolve: { conditions: ['ambit-source', ...defaultClientConditions] },
}
const listening = {
  host: '127.0.0.1',
  port: Number(values.port ?? 5173),
  // A port that was asked for must be free. Otherwise the next free one is taken.
  strictPort: values.port !== undefined,
}
if (values.built) await build({ ...config, logLevel: 'warn' })
const server = values.built
  ? await preview({ ...config, preview: listening })
  : await createServer({ ...config, server: listening })
process.exitCode = 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void server.close().finally(() => process.exit(0))
  })
}

if ('listen' in server) {
  await server.listen()
  await warmUp(server)
}

const { mode, envDir } = server.config
const found = providersFromEnv(loadEnv(mode, envDir || server.config.root, ''))
const { variables, models } = found
const [firstId] = Object.keys(models)
const model = firstId === 'compatible/default' ? await found.describeServer?.() : firstId

console.log(`
  Ambit demo   ${server.resolvedUrls?.local[0] ?? ''}

  ${
    variables.length
      ? `Provider: ${variables.join(', ')} found. It stays in this server; the page never sees it.
  Model: ${model}`
      : `Provider: no key found, so the page runs its embedded demo model (rules, not an LLM). The chat
  offers what this machine has: Ollama, LM Studio, llama.cpp or the browser's own model. Or set
  OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY, or AMBIT_BASE_URL for any
  OpenAI-compatible server.`
  }

  Ctrl-C stops it.
`)

/**
 * Compiles all that the page can load, before anybody opens it. It would wait for this otherwise,
 * and load again for each dependency that Vite finds late.
 */
async function warmUp({ environments: { client } }: ViteDevServer): Promise<void> {
  await client.depsOptimizer?.scanProcessing
  const hashOf = (): string | undefined => client.depsOptimizer?.metadata.browserHash
  for (let hash: string | undefined = ''; hash !== hashOf();) {
    hash = hashOf()
    const urls = new Set(['/src/main.tsx'])
    // A set goes on to what is added meanwhile.
    for (const url of urls) {
      if (url.includes('/node_modules/')) continue
      await client.transformRequest(url).catch(() => undefined)
      const found = await client.moduleGraph.getModuleByUrl(url)
      for (const imported of found?.importedModules ?? []) urls.add(imported.url)
    }
    await client.waitForRequestsIdle()
  }
}
