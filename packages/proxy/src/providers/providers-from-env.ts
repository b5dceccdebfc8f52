import type { Env } from '../base-url.ts'
import type { ModelConfig } from '../model-table.ts'
import { type ProviderKind, providerKinds } from './provider-kinds.ts'

/** The models that a server's environment allows. */
export interface EnvProviders {
  /** The option `models` of `createProxy`. Empty if no key was found. */
  models: Record<string, ModelConfig>
  /** The option `modelsWithoutKey`: the models that the missing keys would add. */
  modelsWithoutKey: string[]
  /** True if any provider can be used. */
  found: boolean
  /** The names of the variables that were found, never their values. */
  variables: string[]
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
 * few. A local Ollama needs
 * `AMBIT_BASE_URL=http://localhost:11434/v1 AMBIT_MODELS=compatible/qwen3`, or `findProviders`,
 * which asks the server for its models. An empty variable counts as not set.
 *
 * @throws TypeError if `AMBIT_MODELS` names a model whose provider is unknown or has no key, and
 * for an unsafe base URL.
 */
export function providersFromEnv(env: Env): EnvProviders {
  const all = [...providerKinds]
  const kinds = all.filter(([, { variable }]) => env[variable])
  const providers = new Map(kinds.map(([name, { create }]) => [name, create(env)]))
  const defaults = defaultsOf(kinds)
  const named = (env['AMBIT_MODELS'] ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)

  const models: EnvProviders['models'] = {}
  for (const id of named.length > 0 ? named : defaults) {
    const [, name = '', model = ''] = /^([^/]*)\/(.+)$/.exec(id) ?? []
    const provider = providers.get(name)
    if (!provider) throw new TypeError(missingProviderMessage(id, name))
    models[id] = { model: provider(model), label: model }
  }
  const others = all.filter(([, { variable }]) => !env[variable])
  return {
    models,
    modelsWithoutKey: named.length > 0 ? [] : defaultsOf(others),
    found: kinds.length > 0,
    variables: kinds.map(([, { variable }]) => variable),
  }
}

const defaultsOf = (kinds: readonly (readonly [string, ProviderKind])[]): string[] =>
  kinds.flatMap(([name, { defaults }]) => defaults.map((model) => `${name}/${model}`))

function missingProviderMessage(id: string, name: string): string {
  const kind = providerKinds.get(name)
  return kind
    ? `AMBIT_MODELS names "${id}", but ${kind.variable} is not set. Set it, or remove the model from AMBIT_MODELS.`
    : `AMBIT_MODELS names "${id}". Begin each id with one of ${[...providerKinds.keys()].join(', ')} and a slash.`
}
