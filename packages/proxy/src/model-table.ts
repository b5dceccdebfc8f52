import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider'

/** A request for a model, as a `ModelResolver` gets it. */
export interface ModelRequest {
  /** The id that the client asked for: one of those in `models`. */
  modelId: string
  /** The id that `authorize` returned. Undefined under `insecureDev` without `authorize`. */
  subject: string | undefined
  /** The user's own key, for models with `acceptApiKey`. Use it only for this request. */
  apiKey: string | undefined
  /** A signal that aborts when the client leaves, or when the proxy ends the call. */
  signal: AbortSignal
}

/** A function that makes a model for each request, for instance with a key that rotates. */
export type ModelResolver = (
  request: ModelRequest,
) => LanguageModelV4 | PromiseLike<LanguageModelV4>

/** One allowed model, and the rules for its clients. */
export interface ModelConfig {
  /** The AI SDK's model, or a function that returns it. */
  model: LanguageModelV4 | ModelResolver
  /** The name for people, in the list of models. Default: the id. */
  label?: string | undefined
  /**
   * True to let clients send their own key, which the resolver gets. With false, a request with a
   * key is refused. Such a call counts against the limits of requests and streams, and not against
   * those of tokens and money, if `model` is a function. Default: false.
   */
  acceptApiKey?: boolean | undefined
  /**
   * The server's own instructions. They come first, and the client's system messages are left out,
   * with a warning. Default: none, so the client's are used.
   */
  instructions?: string | undefined
  /**
   * The tools that clients may send, by name: the `hashSchema` of the input schema, or `true` for
   * any schema. Together with `instructions`, the list keeps others from using the endpoint as a
   * general model. Default: any tool.
   */
  allowTools?: Readonly<Record<string, string | true>> | undefined
  /**
   * The most tokens of one answer. Also sent if the client names no limit. Default: that of
   * `limits` if it has a budget, otherwise none.
   */
  maxOutputTokens?: number | undefined
  /**
   * The provider options of every call. They win over those of the client.
   * Default: `{ openai: { store: false } }`.
   */
  providerOptions?: SharedV4ProviderOptions | undefined
  /**
   * The provider options that a client may set on the call, a tool, a message or a part:
   * `namespace.option` or `namespace.*`. Others are left out, with a warning in the answer. Options
   * that the model itself gave with its answer, such as a reasoning signature, always go back to
   * it. Anthropic's cache mark of five minutes and `deferLoading: true` of Anthropic and OpenAI may
   * always be set, and so may OpenAI's `allowedTools`. Default: none.
   */
  allowProviderOptions?: readonly string[] | undefined
  /**
   * True to place marks of the prompt cache in calls of Anthropic's models, which cache a prompt
   * only up to marks. The marks are left out if the app sets its own. Tokens that are written to
   * the cache cost a quarter more, and those that are read a tenth. Default: true.
   */
  promptCache?: boolean | undefined
  /** The hosted tools that a client may use, by id, such as `openai.web_search`. Default: none. */
  allowProviderTools?: readonly string[] | undefined
  /**
   * True to pass on URLs of files on private networks, such as `http://10.0.0.5/x.png`. Default:
   * false, since a model server on the proxy's own network would fetch them.
   */
  allowPrivateUrls?: boolean | undefined
}

/** The models that a proxy serves, by the id that clients use. */
export type ModelsOption = Record<string, LanguageModelV4 | ModelResolver | ModelConfig>

/** A model as the routes use it, with all defaults. */
export interface ModelEntry {
  id: string
  label: string
  resolve: ModelResolver
  acceptApiKey: boolean
  /** True if a function makes the model, so that a person's own key can be used. */
  usesApiKey: boolean
  instructions: string | undefined
  allowTools: ReadonlyMap<string, string | true> | undefined
  maxOutputTokens: number | undefined
  providerOptions: SharedV4ProviderOptions
  allowedOptions: ReadonlySet<string>
  allowedTools: ReadonlySet<string>
  allowPrivateUrls: boolean
  promptCache: boolean
}

/** The allowed models. A Map, since an object would also find `constructor` and `__proto__`. */
export type ModelTable = ReadonlyMap<string, ModelEntry>

/**
 * Applies the defaults to the configured models.
 *
 * @param maxOutputTokens The limit of models that have none themselves.
 */
export const createModelTable = (models: ModelsOption, maxOutputTokens?: number): ModelTable =>
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
    usesApiKey: typeof model === 'function',
    instructions: config.instructions,
    allowTools: config.allowTools && new Map(Object.entries(config.allowTools)),
    maxOutputTokens,
    // Otherwise history would refer to stored items that another key or user cannot see.
    providerOptions: mergeOptions({ openai: { store: false } }, config.providerOptions),
    allowedOptions: new Set(config.allowProviderOptions),
    allowedTools: new Set(config.allowProviderTools),
    allowPrivateUrls: config.allowPrivateUrls ?? false,
    promptCache: config.promptCache ?? true,
  }
}

/** Merges the options of each namespace. If both set an option, `over` wins. */
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

/** Returns the served models as a line for the terminal, or advice if there are none. */
export const describeModels = (models: object): string =>
  Object.keys(models).join(', ') ||
  'no key found, so it serves no model. Set OPENAI_API_KEY, ANTHROPIC_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY or AMBIT_BASE_URL'
