import type { Env } from '../base-url.ts'
import { type Check, flag, group } from '../check-options.ts'
import type { ModelRules } from '../model-table.ts'
import { ProxyError } from '../proxy-error.ts'
import { type ProviderKind, providerKinds } from './provider-kinds.ts'

/** The option `models` of `createProxy`, by a server's environment. */
export type EnvModels = Record<string, ModelRules | { readonly key: 'none' }>

/** The models that a server's environment allows. */
interface EnvProviders {
  /** The option `models` of `createProxy`. Those whose key is missing come last. */
  models: EnvModels
  /** True if any provider can be used. */
  found: boolean
  /** The names of the variables that were found, never their values. */
  variables: string[]
  /** With `ask`, the sentence for the console if the server at `AMBIT_BASE_URL` named no model. */
  problem?: string | undefined
}

/**
 * Creates the models for which a server's environment has keys.
 *
 * | variable | models | base URL |
 * |---|---|---|
 * | `OPENAI_API_KEY` | `openai/…` | `OPENAI_BASE_URL` |
 * | `ANTHROPIC_API_KEY` | `anthropic/…` | `ANTHROPIC_BASE_URL` |
 * | `GOOGLE_GENERATIVE_AI_API_KEY` | `google/…` | `GOOGLE_GENERATIVE_AI_BASE_URL` |
 * | `AMBIT_BASE_URL` | `compatible/…` | `AMBIT_BASE_URL` |
 *
 * `AMBIT_BASE_URL` is any OpenAI-compatible server. `AMBIT_API_KEY` is its key, if it needs one.
 *
 * `AMBIT_MODELS` names the models to serve, separated by commas. Without it each provider has a
 * few. A local Ollama needs `AMBIT_BASE_URL=http://localhost:11434/v1
 * AMBIT_MODELS=compatible/qwen3`, or `ask`. An empty variable counts as not set.
 *
 * With `ask: true`, returns a promise. If `AMBIT_BASE_URL` is set without `AMBIT_MODELS`, the
 * server there is asked for its models, and the first one is served by its name. If the server
 * names none within seconds, it is asked again with each call until it does. Until then a call is
 * answered with `no_key` and what to do.
 *
 * @throws TypeError if `AMBIT_MODELS` names a model whose provider is unknown or has no key, for an
 * unsafe base URL, and for an unknown option.
 */
export function providersFromEnv(env: Env): EnvProviders
export function providersFromEnv(env: Env, options: { ask: true }): Promise<EnvProviders>
export function providersFromEnv(
  env: Env,
  options: { ask?: boolean } = {},
): EnvProviders | Promise<EnvProviders> {
  check(options, ['providersFromEnv', ''])
  const known = readEnv(env)
  return options.ask ? askServer(env, known) : known
}

const check: Check = group<{ ask?: boolean }>({ ask: flag })

function readEnv(env: Env): EnvProviders {
  const all = [...providerKinds]
  const kinds = all.filter(([, { variable }]) => env[variable])
  const providers = new Map(kinds.map(([name, { create }]) => [name, create(env)]))
  const named = (env['AMBIT_MODELS'] ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
  const models: EnvModels = {}
  for (const id of named.length > 0 ? named : defaultsOf(kinds)) {
    const [, name = '', model = ''] = /^([^/]*)\/(.+)$/.exec(id) ?? []
    const provider = providers.get(name)
    if (!provider) throw new TypeError(missingProviderMessage(id, name))
    models[id] = { model: provider(model), label: model }
  }
  const others = named.length > 0 ? [] : all.filter(([, { variable }]) => !env[variable])
  for (const id of defaultsOf(others)) models[id] = { key: 'none' }
  return {
    models,
    found: kinds.length > 0,
    variables: kinds.map(([, { variable }]) => variable),
  }
}

const unnamed = 'compatible/default'

/** Asks the server at `AMBIT_BASE_URL` for its model, if the environment names none. */
async function askServer(env: Env, known: EnvProviders): Promise<EnvProviders> {
  const fallback = known.models[unnamed]
  const { AMBIT_BASE_URL: baseURL = '', AMBIT_API_KEY: apiKey, AMBIT_MODELS: named } = env
  if (!fallback || !('model' in fallback) || named) return known
  /** Puts models in the place of the one without a name. */
  const withModels = (models: EnvModels): EnvProviders => {
    const all = Object.entries(known.models)
    const placed = all.flatMap((entry) => (entry[0] === unnamed ? Object.entries(models) : [entry]))
    return { ...known, models: Object.fromEntries(placed) }
  }
  const find = async (): Promise<Record<string, ModelRules> | undefined> => {
    const found = await findModelId(baseURL, apiKey)
    if (!found) return undefined
    const id = `compatible/${found.id}`
    const own = { ...env, AMBIT_BASE_URL: found.baseURL, AMBIT_MODELS: id }
    return { [id]: { ...readEnv(own).models[id], label: found.id } as ModelRules }
  }
  const models = await find()
  if (models) return withModels(models)
  const problem = `The server at AMBIT_BASE_URL (${baseURL}) names no model at /models. Start it with a model, or set AMBIT_MODELS=compatible/<model>.`
  const resolve: ModelRules['model'] = async (request) => {
    const [rules] = Object.values((await find()) ?? {})
    if (!rules) throw new ProxyError('no_key', { message: notFound })
    return typeof rules.model === 'function' ? rules.model(request) : rules.model
  }
  return { ...withModels({ [unnamed]: { ...fallback, model: resolve } }), problem }
}

const notFound =
  'The server at AMBIT_BASE_URL names no model. Start it with a model, or set AMBIT_MODELS=compatible/<model>.'

/** The longest wait for the list of models, in milliseconds. */
const maxWaitMs = 3000

/**
 * Asks an OpenAI-compatible server for its models, at `/models` and at `/v1/models` of its base
 * URL. Returns the first one that can chat, and the base URL at which it answers. Undefined if the
 * server does not answer or names none.
 */
async function findModelId(
  baseURL: string,
  apiKey: string | undefined,
): Promise<{ id: string; baseURL: string } | undefined> {
  const base = baseURL.replace(/\/+$/, '')
  for (const url of [base, `${base}/v1`]) {
    const ids = await readIds(`${url}/models`, apiKey).catch(() => [])
    // Ollama lists models that only make embeddings beside the others.
    const id = ids.find((each) => !/embed/i.test(each)) ?? ids[0]
    if (id !== undefined) return { id, baseURL: url }
  }
  return undefined
}

async function readIds(url: string, apiKey: string | undefined): Promise<string[]> {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(maxWaitMs),
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
  })
  if (!response.ok) return []
  const { data }: { data?: unknown } = await response.json()
  if (!Array.isArray(data)) return []
  return data.flatMap((model: { id?: unknown } | null) =>
    typeof model?.id === 'string' && model.id !== '' ? [model.id] : [],
  )
}

const defaultsOf = (kinds: readonly (readonly [string, ProviderKind])[]): string[] =>
  kinds.flatMap(([name, { defaults }]) => defaults.map((model) => `${name}/${model}`))

function missingProviderMessage(id: string, name: string): string {
  const kind = providerKinds.get(name)
  return kind
    ? `AMBIT_MODELS names "${id}", but ${kind.variable} is not set. Set it, or remove the model from AMBIT_MODELS.`
    : `AMBIT_MODELS names "${id}". Begin each id with one of ${[...providerKinds.keys()].join(', ')} and a slash.`
}
