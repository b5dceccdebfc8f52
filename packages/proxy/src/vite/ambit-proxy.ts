import { loadEnv, type Plugin, type PreviewServer, type ViteDevServer } from 'vite'
import { createProxy } from '../create-proxy.ts'
import { describeModels } from '../model-table.ts'
import { nodeListener } from '../node/node-listener.ts'
import { defaultPath, proxyOptions, type ProxyOptions } from '../proxy-options.ts'
import { groupModules } from './ambit.ts'
import { tellRefusals } from './tell-refusals.ts'

/** The options of `createProxy`, with defaults for a development server. */
interface AmbitProxyOptions extends ProxyOptions {
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
 * models that it serves, or that there is no key, but not in Vitest. Also prints what a provider
 * says when it refuses a call of a model of the environment. The build gets no proxy: there it does
 * what `ambit` does.
 *
 * @throws TypeError that names an option which does not exist, or which is of another type.
 *
 * @example
 * export default defineConfig({ plugins: [react(), ambitProxy()] })
 */
export function ambitProxy(options: AmbitProxyOptions = {}): Plugin {
  proxyOptions(options, ['ambitProxy', ''])
  return {
    name: 'ambit-proxy',
    configureServer: (server) => mount(server, options),
    configurePreviewServer: (server) => mount(server, options),
    ...groupModules(),
  }
}

async function mount(
  { config, middlewares }: ViteDevServer | PreviewServer,
  options: AmbitProxyOptions,
): Promise<void> {
  const { path = defaultPath, authorize, insecureDev = !authorize } = options
  const { models, describeServer }: Found = options.models
    ? { models: options.models }
    : await fromEnv(loadEnv(config.mode, config.envDir || config.root, ''), (line) =>
        config.logger.warn(`  Agent proxy: ${line}`),
      )
  const listener = nodeListener(createProxy({ ...options, models, insecureDev }))
  middlewares.use((request, response, next) => {
    if (request.url?.startsWith(`${path}/`)) listener(request, response)
    else next()
  })
  // The server of Vitest is not one that a user opens.
  if (config.plugins.some(({ name }) => name.startsWith('vitest'))) return
  config.logger.info(`  Agent proxy at ${path}: ${describeModels(models)}`)
  void describeServer?.().then((line) => config.logger.info(`  Agent proxy: ${line}`))
}

/** The models to serve, and the sentence about the server that has one of them. */
interface Found {
  models: NonNullable<ProxyOptions['models']>
  describeServer?: (() => Promise<string>) | undefined
}

/** Reads the environment. Loads the providers now, since a page with its own models needs none. */
async function fromEnv(env: Record<string, string>, print: (line: string) => void): Promise<Found> {
  const { providersFromEnv } = await import('../providers/providers-from-env.ts')
  const { models, describeServer } = providersFromEnv(env)
  return { models: tellRefusals(models, env, print), describeServer }
}
