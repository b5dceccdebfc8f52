import type { Env } from '../base-url.ts'
import type { ModelConfig } from '../model-table.ts'
import { ProxyError } from '../proxy-error.ts'
import { findModelId } from './find-model-id.ts'
import { type EnvProviders, providersFromEnv } from './providers-from-env.ts'

/** The models of a server's environment, with what could not be found. */
export interface FoundProviders extends EnvProviders {
  /** The sentence for the console if the server at `AMBIT_BASE_URL` named no model. */
  problem?: string | undefined
}

const unnamed = 'compatible/default'

/**
 * Creates the models of {@link providersFromEnv}. If `AMBIT_BASE_URL` is set without
 * `AMBIT_MODELS`, asks the server there for its models, and serves the first one by its name.
 *
 * If the server names none within seconds, it is asked again with each call until it does. Until
 * then a call is answered with `no_key` and what to do.
 *
 * @throws TypeError as `providersFromEnv` does.
 */
export async function findProviders(env: Env): Promise<FoundProviders> {
  const known = providersFromEnv(env)
  const { [unnamed]: fallback, ...others } = known.models
  const { AMBIT_BASE_URL: baseURL = '', AMBIT_API_KEY: apiKey, AMBIT_MODELS: named } = env
  if (!fallback || named) return known
  const find = async (): Promise<Record<string, ModelConfig> | undefined> => {
    const found = await findModelId(baseURL, apiKey)
    if (!found) return undefined
    const id = `compatible/${found.id}`
    const own = { ...env, AMBIT_BASE_URL: found.baseURL, AMBIT_MODELS: id }
    return { [id]: { ...providersFromEnv(own).models[id], label: found.id } as ModelConfig }
  }
  const models = await find()
  if (models) return { ...known, models: { ...others, ...models } }
  const problem = `The server at AMBIT_BASE_URL (${baseURL}) names no model at /models. Start it with a model, or set AMBIT_MODELS=compatible/<model>.`
  const resolve: ModelConfig['model'] = async (request) => {
    const [config] = Object.values((await find()) ?? {})
    if (!config) throw new ProxyError('no_key', { message: notFound })
    return typeof config.model === 'function' ? config.model(request) : config.model
  }
  return { ...known, models: { ...others, [unnamed]: { ...fallback, model: resolve } }, problem }
}

const notFound =
  'The server at AMBIT_BASE_URL names no model. Start it with a model, or set AMBIT_MODELS=compatible/<model>.'
