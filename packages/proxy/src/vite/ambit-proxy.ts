import { type Plugin, type PreviewServer, type ViteDevServer, loadEnv } from 'vite'
import { createProxy } from '../create-proxy.ts'
import { toNodeListener } from '../node/to-node-listener.ts'
import type { EnvProviders } from '../providers/providers-from-env.ts'
import { type ProxyOptions, defaultBasePath } from '../proxy-options.ts'
import { servedModels } from '../model-table.ts'

/** As `createProxy`, with defaults that fit a development server. */
export interface AmbitProxyOptions extends ProxyOptions {
  /** Default: what `providersFromEnv` finds in the environment and in Vite's `.env` files. */
  models?: ProxyOptions['models']
  /** Default: true unless `authorize` is given; so the server answers this machine alone. */
  insecureDev?: boolean | undefined
}

/**
 * Mounts a proxy in Vite's development and preview servers, on the page's own origin. It prints the
 * models it serves, or that there is no key; it is no part of what is built.
 *
 * @example
 * export default defineConfig({ plugins: [react(), ambitProxy()] })
 */
export function ambitProxy(options: AmbitProxyOptions = {}): Plugin {
  return {
    name: 'ambit-proxy',
    configureServer: (server) => mount(server, options),
    configurePreviewServer: (server) => mount(server, options),
  }
}

async function mount(
  { config, middlewares }: ViteDevServer | PreviewServer,
  options: AmbitProxyOptions,
): Promise<void> {
  const { basePath = defaultBasePath, authorize, insecureDev = !authorize } = options
  const { models, ...found } = options.models
    ? { models: options.models }
    : await fromEnv(loadEnv(config.mode, config.envDir || config.root, ''))
  const listener = toNodeListener(createProxy({ ...found, ...options, models, insecureDev }))
  middlewares.use((request, response, next) => {
    if (request.url?.startsWith(`${basePath}/`)) listener(request, response)
    else next()
  })
  config.logger.info(`  Agent proxy at ${basePath}: ${servedModels(models)}`)
}

/** Loaded when needed: a page with its own models needs none of the providers installed with it. */
async function fromEnv(
  env: Record<string, string>,
): Promise<Pick<EnvProviders, 'models' | 'modelsWithoutKey'>> {
  const { providersFromEnv } = await import('../providers/providers-from-env.ts')
  const { models, modelsWithoutKey } = providersFromEnv(env)
  return { models, modelsWithoutKey }
}
