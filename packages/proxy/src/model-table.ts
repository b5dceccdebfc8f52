import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider'

/** What is known when a model is asked for. */
export interface ModelRequest {
  /** The id the client asked for, which is one of the table's. */
  modelId: string
  /** Who `authorize` said is asking; undefined under `insecureDev` without it. */
  subject: string | undefined
  /** The user's own key, for models with `acceptApiKey`. Use it for this request alone. */
  apiKey: string | undefined
  /** Aborts when the client goes away. */
  signal: AbortSignal
}

/** A model made for each request, for instance with a key that is fetched and rotated elsewhere. */
export type ModelResolver = (
  request: ModelRequest,
) => LanguageModelV4 | PromiseLike<LanguageModelV4>

/** One allowed model and what clients may do with it. */
export interface ModelConfig {
  /** The AI SDK's model, or a function that returns it. */
  model: LanguageModelV4 | ModelResolver
  /** For people, in the list of models. Default: the id. */
  label?: string | undefined
  /** Lets clients bring a key of their own, which the resolver gets. Others are refused. Default: false. */
  acceptApiKey?: boolean | undefined
  /**
   * Instructions of the server's own. They stand first, and system messages of the client are left out,
   * with a warning. Default: none, so the client's are used.
   */
  instructions?: string | undefined
  /**
   * The tools of their own that clients may send, by name, each with the `hashSchema` of its input
   * schema, or `true` for any schema. With `instructions` it keeps the endpoint from being a model for
   * whatever somebody likes. Default: any tool.
   */
  allowTools?: Readonly<Record<string, string | true>> | undefined
  /** The most tokens one answer may have; also sent when the client names no limit. Default: none. */
  maxOutputTokens?: number | undefined
  /** Sent with every call, over what the client sends. Default: `{ openai: { store: false } }`. */
  providerOptions?: SharedV4ProviderOptions | undefined
  /**
   * The provider options a client may set, as `namespace.option` or `namespace.*`, on the call, a tool,
   * a message or a part. Others are left out, with a warning in the answer. What a model itself gave
   * with a part of its answer, such as a reasoning signature, always comes back to it. Default: none.
   */
  allowProviderOptions?: readonly string[] | undefined
  /** The hosted tools a client may ask for, by id, such as `openai.web_search`. Default: none. */
  allowProviderTools?: readonly string[] | undefined
}

/** The models a proxy serves, by the id its clients use. */
export type ModelsOption = Record<string, LanguageModelV4 | ModelResolver | ModelConfig>

/** A model as the routes use it: every default in its place. */
export interface ModelEntry {
  id: string
  label: string
  resolve: ModelResolver
  acceptApiKey: boolean
  instructions: string | undefined
  allowTools: ReadonlyMap<string, string | true> | undefined
  maxOutputTokens: number | undefined
  providerOptions: SharedV4ProviderOptions
  allowedOptions: ReadonlySet<string>
  allowedTools: ReadonlySet<string>
}

/** The allow-list. A Map, since an object would also find `constructor` and `__proto__`. */
export type ModelTable = ReadonlyMap<string, ModelEntry>

/** Puts every default into the configured models. */
export const createModelTable = (
  models: ModelsOption,
  /** For models that have none of their own. */
  maxOutputTokens?: number,
): ModelTable =>
  new Map(
    Object.entries(models).map(([id, option]) => [
      id,
      toEntry(id, { maxOutputTokens, ...toConfig(option) }),
    ]),
  )

const toConfig = (option: ModelsOption[string]): ModelConfig =>
  typeof option === 'function' || 'doStream' in option ? { model: option } : option

function toEntry(id: string, config: ModelConfig): ModelEntry {
  const { model, maxOutputTokens } = config
  if (maxOutputTokens !== undefined && !(maxOutputTokens >= 1)) {
    throw new TypeError(
      `createProxy: \`models["${id}"].maxOutputTokens\` is ${maxOutputTokens}. Give a whole number of tokens, or leave it out.`,
    )
  }
  return {
    id,
    label: config.label ?? id,
    resolve: typeof model === 'function' ? model : () => model,
    acceptApiKey: config.acceptApiKey ?? false,
    instructions: config.instructions,
    allowTools: config.allowTools && new Map(Object.entries(config.allowTools)),
    maxOutputTokens,
    // Stored answers would make history refer to items another key or user cannot see.
    providerOptions: mergeOptions({ openai: { store: false } }, config.providerOptions),
    allowedOptions: new Set(config.allowProviderOptions),
    allowedTools: new Set(config.allowProviderTools),
  }
}

/** Options of both, per namespace; where both set one, `over` wins. */
export function mergeOptions(
  base: SharedV4ProviderOptions | undefined,
  over: SharedV4ProviderOptions | undefined,
): SharedV4ProviderOptions {
  const merged: SharedV4ProviderOptions = { ...base }
  for (const [namespace, options] of Object.entries(over ?? {})) {
    merged[namespace] = { ...merged[namespace], ...options }
  }
  return merged
}

/** Which models a proxy serves, for the terminal of whoever starts it; what to do when there are none. */
export const servedModels = (models: object): string =>
  Object.keys(models).join(', ') ||
  'no key found, so it serves no model. Set OPENAI_API_KEY, ANTHROPIC_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY or AMBIT_BASE_URL'
