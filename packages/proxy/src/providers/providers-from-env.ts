import type { LanguageModelV4 } from '@ai-sdk/provider'
import { baseUrlFrom, type Env } from '../base-url.ts'
import type { ModelRules } from '../model-table.ts'
import { ProxyError } from '../proxy-error.ts'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'

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
  /**
   * Returns the sentence for the console that names the model of the server at `AMBIT_BASE_URL`, or
   * tells what to do. Undefined if `compatible/default` is not served.
   */
  describeServer?: (() => Promise<string>) | undefined
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
 * few. That of `AMBIT_BASE_URL` is `compatible/default`: the first model that the server lists when
 * it is first called. If it lists none, the call is answered with `no_key` and what to do, and the
 * next call asks again. An empty variable counts as not set.
 *
 * @throws TypeError if `AMBIT_MODELS` names a model whose provider is unknown or has no key, and
 * for an unsafe base URL.
 */
export function providersFromEnv(env: Env): EnvProviders {
  const all = [...providerKinds]
  const kinds = all.filter(([, { variable }]) => env[variable])
  const providers = new Map(kinds.map(([name, { create }]) => [name, create(env)]))
  const named = (env['AMBIT_MODELS'] ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
  const models: EnvModels = {}
  const server = named.length === 0 && env['AMBIT_BASE_URL'] ? firstModelOf(env) : undefined
  for (const id of named.length > 0 ? named : defaultsOf(kinds)) {
    const [, name = '', model = ''] = /^([^/]*)\/(.+)$/.exec(id) ?? []
    const provider = providers.get(name)
    if (!provider) throw new TypeError(missingProviderMessage(id, name))
    models[id] = { model: (id === unnamed && server) || provider(model), label: model }
  }
  const others = named.length > 0 ? [] : all.filter(([, { variable }]) => !env[variable])
  for (const id of defaultsOf(others)) models[id] = { key: 'none' }
  return {
    models,
    found: kinds.length > 0,
    variables: kinds.map(([, { variable }]) => variable),
    describeServer:
      server &&
      (() =>
        server().then(
          ({ modelId }) => `${unnamed} is ${modelId}, the first model at AMBIT_BASE_URL.`,
          (thrown: Error) => thrown.message,
        )),
  }
}

const unnamed = 'compatible/default'

/** Returns a function that asks the server at `AMBIT_BASE_URL` for its model until it has one. */
function firstModelOf(env: Env): () => Promise<LanguageModelV4> {
  let model: LanguageModelV4 | undefined
  return async () => (model ??= await findModel(env))
}

/** The longest wait for the list of models, in milliseconds. */
const maxWaitMs = 3000

/**
 * Asks for the list of models, at `/models` and at `/v1/models` of the base URL. Returns the first
 * one that can chat, at the base URL that has it.
 *
 * @throws ProxyError if the server cannot be reached, or lists none.
 */
async function findModel(env: Env): Promise<LanguageModelV4> {
  const { AMBIT_BASE_URL = '', AMBIT_API_KEY } = env
  const base = AMBIT_BASE_URL.replace(/\/+$/, '')
  let isReached = false
  for (const url of [base, `${base}/v1`]) {
    const ids = await readIds(url, AMBIT_API_KEY).catch(() => undefined)
    isReached ||= ids !== undefined
    // Ollama lists models that only make embeddings beside the others.
    const id = ids?.find((each) => !/embed/i.test(each)) ?? ids?.[0]
    const kind = providerKinds.get('compatible')
    if (id !== undefined && kind) return kind.create({ ...env, AMBIT_BASE_URL: url })(id)
  }
  if (isReached) throw new ProxyError('no_key', { message: notFound })
  throw new ProxyError('upstream_unreachable', { message: notReached, isUnbilled: true })
}

const notFound =
  'The server at AMBIT_BASE_URL names no model. Start it with a model, or set AMBIT_MODELS=compatible/<model>.'

const notReached = 'The server at AMBIT_BASE_URL cannot be reached. Start it, or mend the address.'

/** Returns the ids that a server lists. Rejects if it does not answer. */
async function readIds(base: string, apiKey: string | undefined): Promise<string[]> {
  const response = await fetch(`${base}/models`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(maxWaitMs),
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
  })
  if (!response.ok) return []
  const { data }: { data?: unknown } = Object(await response.json().catch(() => undefined))
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

/** A provider that this package can set up from the environment. */
interface ProviderKind {
  /** The variable that must be set for this provider. */
  variable: string
  /** The models that are served unless `AMBIT_MODELS` names others. */
  defaults: readonly string[]
  create: (env: Env) => (modelId: string) => LanguageModelV4
}

const settings = (env: Env, key: string, url: string) => {
  const baseURL = baseUrlFrom(env, url)
  const apiKey = env[key]
  return { ...(apiKey && { apiKey }), ...(baseURL && { baseURL }) }
}

/** The providers, by the prefix of a model's id. */
export const providerKinds: ReadonlyMap<string, ProviderKind> = new Map([
  [
    'openai',
    {
      variable: 'OPENAI_API_KEY',
      defaults: ['gpt-5', 'gpt-5-mini'],
      create: (env) => createOpenAI(settings(env, 'OPENAI_API_KEY', 'OPENAI_BASE_URL')),
    },
  ],
  [
    'anthropic',
    {
      variable: 'ANTHROPIC_API_KEY',
      defaults: ['claude-sonnet-5-5', 'claude-haiku-5-5'],
      create: (env) => createAnthropic(settings(env, 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL')),
    },
  ],
  [
    'google',
    {
      variable: 'GOOGLE_GENERATIVE_AI_API_KEY',
      defaults: ['gemini-flash-latest', 'gemini-pro-latest'],
      create: (env) =>
        createGoogle(
          settings(env, 'GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_GENERATIVE_AI_BASE_URL'),
        ),
    },
  ],
  [
    'compatible',
    {
      variable: 'AMBIT_BASE_URL',
      // llama-server ignores the name and uses its loaded model. Ollama needs a real name.
      defaults: ['default'],
      create: (env) =>
        createOpenAICompatible({
          name: 'compatible',
          includeUsage: true,
          baseURL: '',
          ...settings(env, 'AMBIT_API_KEY', 'AMBIT_BASE_URL'),
        }),
    },
  ],
])
