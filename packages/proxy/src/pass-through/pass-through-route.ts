/** A provider's own wire, with the server's key and by the server's rules. */
export interface PassThroughRoute {
  /** Which provider's: `openai` (chat completions and responses), `anthropic`, `google`, or a server that speaks OpenAI's chat completions. */
  wire: 'openai' | 'anthropic' | 'google' | 'openai-compatible'
  /** The provider's key, or a function asked for it at each request, so that keys can be changed while the proxy runs. */
  apiKey?: string | (() => string | PromiseLike<string>) | undefined
  /** The models clients may ask for, by the provider's names. */
  models: readonly string[]
  /** Default: the provider's own. Needed for `openai-compatible`. `https`, or `http` to this machine. */
  baseURL?: string | undefined
  /** Lets `baseURL` be `http` to another machine, on a network you trust. Default: false. */
  allowHttp?: boolean | undefined
  /** `api-key` for Azure. Default: `authorization`, with `Bearer`. */
  keyHeader?: 'authorization' | 'api-key' | undefined
  /** OpenAI's organization and project, which the client cannot choose. */
  organization?: string | undefined
  project?: string | undefined
  /** Default: `2023-06-01`. */
  anthropicVersion?: string | undefined
  /** The values of `anthropic-beta` that clients may send. Default: none. */
  allowBetas?: readonly string[] | undefined
  /** The most tokens one answer may have; also sent when the client names no limit. Default: none. */
  maxOutputTokens?: number | undefined
  /** Types of hosted tools that clients may ask for, such as `web_search`. Default: none. */
  allowProviderTools?: readonly string[] | undefined
  /** As `allowTools` of a model. Default: any tool of the client's own. */
  allowTools?: Readonly<Record<string, string | true>> | undefined
  /** Instructions of the server's own, in the place of the client's. Default: none. */
  instructions?: string | undefined
  /** Lets clients name files and items that the provider stores. Default: false, since a key's are everybody's. */
  allowFiles?: boolean | undefined
  /** Further fields of a request's body that may go through. Default: none. */
  allowFields?: readonly string[] | undefined
  /** Gives clients what a provider says of the rate that is left. Default: false. */
  exposeRateLimits?: boolean | undefined
  /** Default: the global `fetch`. For an agent or certificates of your own. Must not follow redirects. */
  fetch?: typeof fetch | undefined
}
