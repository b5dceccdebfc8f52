import { loadEnv, type Plugin, type PreviewServer, type ViteDevServer } from 'vite'
import { createProxy } from '../create-proxy.ts'
import { describeModels } from '../model-table.ts'
import { toNodeListener } from '../node/to-node-listener.ts'
import type { EnvProviders } from '../providers/providers-from-env.ts'
import { defaultBasePath, type ProxyOptions } from '../proxy-options.ts'

/** The options of `createProxy`, with defaults for a development server. */
export interface AmbitProxyOptions extends ProxyOptions {
  /**
   * The models to serve. Default: those that `providersFromEnv` finds in the environment and in
   * Vite's `.env` files.
   */
  models?: ProxyOptions['models']
  /** True to answer only this machine. Default: true, unless `authorize` is given. */
  insecureDev?: boolean | undefined
}

/**
 * Mounts a proxy in Vite's development and preview servers, on the page's own origin. Prints the
 * models that it serves, or that there is no key. Adds nothing to the build.
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
  config.logger.info(`  Agent proxy at ${basePath}: ${describeModels(models)}`)
}

/** Reads the environment. Loads the providers now, since a page with its own models needs none. */
async function fromEnv(
  env: Record<string, string>,
): Promise<Pick<EnvProviders, 'models' | 'modelsWithoutKey'>> {
  const { providersFromEnv } = await import('../providers/providers-from-env.ts')
  const { models, modelsWithoutKey } = providersFromEnv(env)
  return { models, modelsWithoutKey }
}
