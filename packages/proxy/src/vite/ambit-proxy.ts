import { localModelsPath, modelsPath } from '@ambit/protocol'
import { loadEnv, type Connect, type Plugin, type PreviewServer, type ViteDevServer } from 'vite'
import { createProxy } from '../create-proxy.ts'
import { describeModels } from '../model-table.ts'
import { nodeListener } from '../node/node-listener.ts'
import { defaultPath, proxyOptions, type ProxyOptions } from '../proxy-options.ts'
import { groupModules } from './ambit.ts'
import { findLocalModels } from './local-servers.ts'
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
 * Without a key, the development server serves the models of this machine to pages with the demo
 * model: those of Ollama, LM Studio and llama.cpp. It looks for them when such a page asks. The
 * variable `AMBIT_LOCAL_MODELS` is `off`, or names other addresses of this machine, separated by
 * commas.
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
    async configureServer(server) {
      const isFound = await mount(server, options)
      if (!isFound) server.middlewares.use(localModels(server, options))
    },
    configurePreviewServer: async (server) => void (await mount(server, options)),
    ...groupModules(),
  }
}

/** Mounts the proxy. Returns false if the environment has no key and the options have no models. */
async function mount(
  { config, middlewares }: ViteDevServer | PreviewServer,
  options: AmbitProxyOptions,
): Promise<boolean> {
  const { path = defaultPath, authorize, insecureDev = !authorize } = options
  const { models, found, describeServer }: Found = options.models
    ? { models: options.models, found: true }
    : await fromEnv(loadEnv(config.mode, envDirOf(config), ''), (line) =>
        config.logger.warn(`  Agent proxy: ${line}`),
      )
  const listener = nodeListener(createProxy({ ...options, models, insecureDev }))
  middlewares.use((request, response, next) => {
    if (request.url?.startsWith(`${path}/`)) listener(request, response)
    else next()
  })
  // The server of Vitest is not one that a user opens.
  if (config.plugins.some(({ name }) => name.startsWith('vitest'))) return true
  config.logger.info(`  Agent proxy at ${path}: ${describeModels(models)}`)
  void describeServer?.().then((line) => config.logger.info(`  Agent proxy: ${line}`))
  return found
}

/**
 * Serves the models of this machine to pages of this machine. Looks for them each time that a page
 * asks for the list.
 */
function localModels(
  { config }: ViteDevServer,
  { authorize }: AmbitProxyOptions,
): Connect.NextHandleFunction {
  const { AMBIT_LOCAL_MODELS: named } = loadEnv(config.mode, envDirOf(config), 'AMBIT_LOCAL_MODELS')
  const urls = named ? named.split(',').map((url) => url.trim().replace(/\/+$/, '')) : undefined
  const told = new Set<string>()
  const look = async (): Promise<ReturnType<typeof nodeListener>> => {
    const { models, without } = await findLocalModels(named === 'off' ? [] : urls)
    const labels = Object.values(models).map(({ label }) => label)
    const lines = [
      ...labels.map((label) => `the chat offers ${label}.`),
      ...without.map((name) => `${name} has no model that can call tools.`),
    ]
    for (const line of lines) {
      if (!told.has(line)) config.logger.info(`  Agent proxy: ${line}`)
      told.add(line)
    }
    const path = localModelsPath
    return nodeListener(createProxy({ authorize, models, path, insecureDev: true }))
  }
  let listener: ReturnType<typeof look> | undefined
  let isLooking = false
  return (request, response, next) => {
    if (!request.url?.startsWith(`${localModelsPath}/`)) return next()
    // Who asks is checked afterwards, so pages that ask at once share a look.
    if (!listener || (request.url === modelList && !isLooking)) {
      isLooking = true
      listener = look().finally(() => (isLooking = false))
    }
    void listener.then((listen) => listen(request, response), next)
  }
}

/** Where a page asks for the models of this machine. */
const modelList = localModelsPath + modelsPath

const envDirOf = ({ envDir, root }: ViteDevServer['config']): string => envDir || root

/** The models to serve, and the sentence about the server that has one of them. */
interface Found {
  models: NonNullable<ProxyOptions['models']>
  found: boolean
  describeServer?: (() => Promise<string>) | undefined
}

/** Reads the environment. Loads the providers now, since a page with its own models needs none. */
async function fromEnv(env: Record<string, string>, print: (line: string) => void): Promise<Found> {
  const { providersFromEnv } = await import('../providers/providers-from-env.ts')
  const { models, found, describeServer } = providersFromEnv(env)
  return { models: tellRefusals(models, env, print), found, describeServer }
}
