// The reasons: decisions/0107.
import { localModelsPath, modelsPath } from '@ambit/protocol'
import { type Connect, loadEnv, type Plugin, type PreviewServer, type ViteDevServer } from 'vite'
import { createProxy } from '../create-proxy.ts'
import { describeModels, type ModelRules } from '../model-table.ts'
import { nodeListener } from '../node/node-listener.ts'
import { defaultPath, proxyOptions, type ProxyOptions } from '../proxy-options.ts'
import { groupModules } from './ambit.ts'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { EnvModels } from '../providers/providers-from-env.ts'
import { isLoopbackHost } from '../loopback.ts'

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

/** The length of a printed message, in characters. A longer one may repeat the request. */
const mostChars = 200

/**
 * Lets models print why their provider refused a request, such as a model that it does not have.
 * It is for the user who develops the app: the page gets a code only.
 *
 * @param env The environment of the server. The values of names that end in `_KEY` are left out.
 */
export function tellRefusals(
  models: EnvModels,
  env: Readonly<Record<string, string>>,
  print: (line: string) => void,
): EnvModels {
  const keys = Object.keys(env).flatMap((name) => (name.endsWith('_KEY') && env[name]) || [])
  const told = (id: string, model: LanguageModelV4): LanguageModelV4 =>
    withWatch(model, (thrown) => {
      const refusal = toRefusal(thrown, keys)
      if (refusal !== undefined) print(`${id}: the provider answered ${refusal}`)
    })
  return Object.fromEntries(
    Object.entries(models).map(([id, rules]) => {
      if (!('model' in rules)) return [id, rules]
      const { model } = rules
      const watched: ModelRules['model'] =
        typeof model === 'function'
          ? async (request) => told(id, await model(request))
          : told(id, model)
      return [id, { ...rules, model: watched }]
    }),
  )
}

/** Returns the model with a listener for the errors of its calls. */
const withWatch = (model: LanguageModelV4, onError: (thrown: unknown) => void): LanguageModelV4 => {
  const watch = async <T>(answer: PromiseLike<T>): Promise<T> => {
    try {
      return await answer
    } catch (thrown) {
      onError(thrown)
      throw thrown
    }
  }
  // All else is the model's own, such as its settings.
  const watched: LanguageModelV4 = Object.create(model)
  watched.doGenerate = (options) => watch(model.doGenerate(options))
  watched.doStream = (options) => watch(model.doStream(options))
  return watched
}

/** Returns status and message of a refusal by the provider, on one line and without keys. */
function toRefusal(thrown: unknown, keys: readonly string[]): string | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined
  const { statusCode, message } = thrown as { statusCode?: unknown; message?: unknown }
  // A provider repeats letters of a key that it does not accept.
  if (statusCode !== 400 && statusCode !== 404 && statusCode !== 422) return undefined
  if (typeof message !== 'string') return undefined
  const line = keys
    .reduce((text, key) => text.replaceAll(key, '…'), message)
    .replaceAll(/\b(?:sk|pk|rk|gsk|AIza)[-_]?[\w*-]{6,}/g, '…')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  return `${statusCode}, “${line.slice(0, mostChars)}”`
}

/** What a server answers: an object, which is empty if there is no answer in JSON. */
type Answer = Readonly<Record<string, unknown>>
type Ask = (path: string, body?: object) => Promise<Answer>

/** A kind of model server that developers run on their own machine. */
interface ServerKind {
  readonly prefix: string
  readonly name: string
  /** The port at which such a server listens if nobody says otherwise. */
  readonly port: number
  /** Returns the ids of the models that can call tools. Undefined if this is no such server. */
  readonly list: (ask: Ask) => Promise<unknown[] | undefined>
}

/** The longest wait for one answer, in milliseconds. */
const maxWaitMs = 1000

/** The most models of Ollama whose abilities are asked for: it is one request for each. */
const maxShown = 30

const kinds: readonly ServerKind[] = [
  {
    prefix: 'ollama',
    name: 'Ollama',
    port: 11434,
    async list(ask) {
      const models = listOf((await ask('/api/tags'))['models'])?.slice(0, maxShown)
      // What ends so runs on the servers of Ollama, not on this machine.
      const near = models?.filter(({ name }) => !/[:-]cloud$/.test(String(name)))
      const able = near?.map(async ({ name }) =>
        has((await ask('/api/show', { model: name }))['capabilities'], 'tools') ? [name] : [],
      )
      return able && (await Promise.all(able)).flat()
    },
  },
  {
    prefix: 'lm-studio',
    name: 'LM Studio',
    port: 1234,
    async list(ask) {
      const models = listOf((await ask('/api/v0/models'))['data'])
      // Versions before 0.3.16 do not tell what a model can do.
      const able = models?.filter(
        ({ type, capabilities = ['tool_use'] }) =>
          (type === 'llm' || type === 'vlm') && has(capabilities, 'tool_use'),
      )
      const wait = ({ state }: Answer): number => (state === 'loaded' ? 0 : 1)
      return able?.toSorted((one, other) => wait(one) - wait(other)).map(({ id }) => id)
    },
  },
  {
    prefix: 'llama.cpp',
    name: 'llama.cpp',
    port: 8080,
    async list(ask) {
      const models = listOf((await ask('/v1/models'))['data'])
      // Any program may listen at this port.
      const own = models?.filter((model) => model['owned_by'] === 'llamacpp')
      return own?.[0] && own.map(({ id }) => id).filter((id) => !/embed/i.test(String(id)))
    },
  },
]

/** What {@link findLocalModels} found. */
interface LocalModels {
  /** The option `models` of `createProxy`: the best one of each server first. */
  readonly models: Record<string, ModelRules>
  /** The names of the servers that run, and have no model that can call tools. */
  readonly without: readonly string[]
}

/**
 * Looks for the model servers of this machine, and for their models that can call tools. A server
 * that does not answer in a second, or answers anything else, is not there. Asks for lists only:
 * nothing is loaded.
 *
 * @param urls Where to look on this machine, for a server of any kind, instead of the usual ports.
 */
export async function findLocalModels(urls?: readonly string[]): Promise<LocalModels> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const models: Record<string, ModelRules> = {}
  const without: string[] = []
  const look = async ({ prefix, name, list }: ServerKind, base: string): Promise<() => void> => {
    const ids = await list((path, body) => ask(base + path, body))
    const create = createOpenAICompatible({
      name: 'compatible',
      includeUsage: true,
      baseURL: `${base}/v1`,
    })
    return () => {
      if (ids?.length === 0) without.push(name)
      for (const id of ids ?? []) {
        if (typeof id !== 'string') continue
        // A file is named without its folder and its ending.
        const [, file = id] = /([^/\\]+?)(?:\.gguf)?$/.exec(id) ?? []
        models[`${prefix}/${id}`] = { model: create(id), label: `${file} (${name})` }
      }
    }
  }
  const looks = kinds.flatMap((kind) =>
    (urls ?? [`http://localhost:${kind.port}`]).map((url) => look(kind, url)),
  )
  // In the order of the kinds, whichever answers first.
  for (const add of await Promise.all(looks)) add()
  return { models, without }
}

async function ask(url: string, body?: object): Promise<Answer> {
  try {
    if (!isLoopbackHost(new URL(url).hostname)) return {}
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(maxWaitMs),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return response.ok ? Object(await response.json()) : {}
  } catch {
    return {}
  }
}

const listOf = (value: unknown): Answer[] | undefined =>
  Array.isArray(value) ? value.map(Object) : undefined

const has = (list: unknown, word: string): boolean => Array.isArray(list) && list.includes(word)
