import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider'
import {
  any,
  type Check,
  flag,
  group,
  is,
  list,
  record,
  text,
  whole,
  word,
  wrong,
} from './check-options.ts'
import type { ProxyOptions } from './proxy-options.ts'

/** A request for a model, as a function that makes it gets it. */
export interface ModelRequest {
  /** The id that the client asked for: one of those in `models`. */
  modelId: string
  /** The id that `authorize` returned. Undefined under `insecureDev` without `authorize`. */
  subject: string | undefined
  /** The user's own key, if `key` allows one. Use it only for this request. */
  apiKey: string | undefined
  /** A signal that aborts when the client leaves, or when the proxy ends the call. */
  signal: AbortSignal
}

/** The efforts of reasoning, from the lowest to the highest. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

type Effort = (typeof efforts)[number]

/** A model that clients may use, and the rules for them. */
export interface ModelRules {
  /** The AI SDK's model, or a function that returns it, for instance with a key that rotates. */
  model:
    | LanguageModelV4
    | ((request: ModelRequest) => LanguageModelV4 | PromiseLike<LanguageModelV4>)
  /** The name for people, in the list of models. Default: the id. */
  label?: string | undefined
  /**
   * The server's own instructions. They come first, and the client's system messages are left out,
   * with a warning. Default: none, so the client's are used.
   */
  instructions?: string | undefined
  /**
   * Whose key pays. With `server`, a request with a key is refused. With `either`, the function for
   * the model gets the key that a client sends. With `user`, a request without one is refused with
   * `no_key`, and `model` must be a function. If it is, a call with a user's own key counts for
   * the limits of requests and streams alone, and for no budget. Default: `server`.
   */
  key?: 'server' | 'user' | 'either' | undefined
  /**
   * The most tokens of one answer. Also sent if the client names no limit. Default:
   * `limits.outputTokens`.
   */
  maxOutputTokens?: number | undefined
  /**
   * The highest effort of reasoning that clients may ask for: a higher one becomes this one. With
   * it, a client sets no budget of thinking. `none` for no reasoning. Reasoning is a part of
   * `maxOutputTokens` in any case. Default: `max`, so any effort.
   */
  reasoning?: Effort | undefined
  /**
   * True to place marks of the prompt cache in calls of Anthropic's models, which cache a prompt
   * only up to marks. The marks are left out if the app sets its own. Tokens that are written to
   * the cache cost a quarter more, and those that are read a tenth. Default: true.
   */
  promptCache?: boolean | undefined
  /** What belongs to the provider of the model. */
  provider?:
    | {
        /**
         * The provider options of every call. They win over those of the client.
         * Default: `{ openai: { store: false } }`.
         */
        options?: SharedV4ProviderOptions | undefined
        /**
         * The provider options that a client may set on the call, a tool, a message or a part:
         * `namespace.option` or `namespace.*`. Others are left out, with a warning in the answer,
         * and so are those that replace `maxOutputTokens`, such as `openai.maxCompletionTokens`.
         * Options that the model itself gave with its answer, such as a reasoning signature, always
         * go back to it. Anthropic's cache mark of five minutes and `deferLoading: true` of
         * Anthropic and OpenAI may always be set, and so may OpenAI's `allowedTools`. So may a
         * budget of thinking up to 99,999 tokens, unless `reasoning` is given. Default: none.
         */
        allow?: readonly string[] | undefined
        /**
         * The hosted tools that a client may use, by id, such as `openai.web_search`. Default:
         * none.
         */
        tools?: readonly string[] | undefined
      }
    | undefined
  /**
   * The tools that clients may send, by name: the `hashSchema` of the input schema, or `true` for
   * any schema. Together with `instructions`, the list keeps others from using the endpoint as a
   * general model. Default: any tool.
   */
  allowTools?: Readonly<Record<string, string | true>> | undefined
  /**
   * True to pass on URLs of files on private networks, such as `http://10.0.0.5/x.png`. Default:
   * false, since a model server on the proxy's own network would fetch them.
   */
  allowPrivateUrls?: boolean | undefined
}

/** A model as the routes use it, with all defaults. */
export interface ModelEntry {
  id: string
  label: string
  resolve: Exclude<ModelRules['model'], LanguageModelV4>
  key: NonNullable<ModelRules['key']>
  /** True if a function makes the model, so that a user's own key can be used. */
  usesApiKey: boolean
  instructions: string | undefined
  allowTools: ReadonlyMap<string, string | true> | undefined
  maxOutputTokens: number | undefined
  /** The highest effort of reasoning. Undefined for any effort and any budget. */
  reasoning: Effort | undefined
  providerOptions: SharedV4ProviderOptions
  allowedOptions: ReadonlySet<string>
  allowedTools: ReadonlySet<string>
  allowPrivateUrls: boolean
  promptCache: boolean
}

/** The allowed models. A Map, since an object would also find `constructor` and `__proto__`. */
export type ModelTable = ReadonlyMap<string, ModelEntry>

const isModel = (value: unknown): boolean =>
  typeof value === 'function' || typeof Object(value).doStream === 'function'

/** Checks the tools that clients may send, each by the hash of its schema. */
export const allowedTools: Check = record(
  is(
    'true, or what `hashSchema` returns',
    (value) => value === true || (typeof value === 'string' && /^[\da-f]{64}$/.test(value)),
  ),
)

const rules: Check = group<ModelRules>(
  {
    model: is('a model of the AI SDK, or a function that returns one', isModel),
    label: text,
    instructions: text,
    key: word('server', 'user', 'either'),
    maxOutputTokens: whole(1),
    reasoning: word(...efforts),
    promptCache: flag,
    provider: group<NonNullable<ModelRules['provider']>>({
      options: record(record(any)),
      allow: list(text),
      tools: list(text),
    }),
    allowTools: allowedTools,
    allowPrivateUrls: flag,
  },
  ['model'],
)

const missing: Check = group<{ key: 'none' }>({ key: word('none') })

/** Checks one of `models`: a model, a function, rules, or the sign that its key is missing. */
export const modelOption: Check = (value, at) => {
  if (isModel(value)) return
  ;(Object(value).key === 'none' ? missing : rules)(value, at)
}

/**
 * Applies the defaults to the configured models. Leaves out those whose key is missing.
 *
 * @param maxOutputTokens The limit of models that have none themselves.
 * @throws TypeError for a model of the server where a user is to pay.
 */
export const createModelTable = (
  models: NonNullable<ProxyOptions['models']>,
  maxOutputTokens?: number,
): ModelTable =>
  new Map(
    Object.entries(models).flatMap(([id, option]) => {
      if (isModel(option)) {
        return [[id, toEntry(id, { model: option as ModelRules['model'] }, maxOutputTokens)]]
      }
      return 'model' in option ? [[id, toEntry(id, option, maxOutputTokens)]] : []
    }),
  )

function toEntry(id: string, rules: ModelRules, most: number | undefined): ModelEntry {
  const { model, key = 'server', maxOutputTokens = most, provider = {} } = rules
  if (key === 'user' && typeof model !== 'function') {
    throw wrong(
      ['createProxy', `models["${id}"].model`],
      'must be a function, since `key` is "user": it makes the model with the user\'s own key.',
    )
  }
  return {
    id,
    label: rules.label ?? id,
    resolve: typeof model === 'function' ? model : () => model,
    key,
    usesApiKey: typeof model === 'function',
    instructions: rules.instructions,
    allowTools: rules.allowTools && new Map(Object.entries(rules.allowTools)),
    maxOutputTokens,
    reasoning: rules.reasoning,
    // Otherwise history would refer to stored items that another key or user cannot see.
    providerOptions: mergeOptions({ openai: { store: false } }, provider.options),
    allowedOptions: new Set(provider.allow),
    allowedTools: new Set(provider.tools),
    allowPrivateUrls: rules.allowPrivateUrls ?? false,
    promptCache: rules.promptCache ?? true,
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
export const describeModels = (models: NonNullable<ProxyOptions['models']>): string =>
  [...createModelTable(models).keys()].join(', ') ||
  'no key found, so it serves no model. Set OPENAI_API_KEY, ANTHROPIC_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY or AMBIT_BASE_URL'
