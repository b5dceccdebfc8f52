/** A route that speaks a provider's own wire, with the server's key and rules. */
export interface PassThroughRoute {
  /**
   * The wire: `openai` (chat completions and responses), `anthropic`, `google`, or
   * `openai-compatible` for a server that speaks OpenAI's chat completions.
   */
  wire: 'openai' | 'anthropic' | 'google' | 'openai-compatible'
  /**
   * The provider's key, or a function that returns it. The function is called for each request, so
   * keys can change while the proxy runs.
   */
  apiKey?: string | (() => string | PromiseLike<string>) | undefined
  /** The models that clients may ask for, by the provider's names. */
  models: readonly string[]
  /**
   * The base URL: `https`, or `http` to this machine. Required for `openai-compatible`. Default:
   * the provider's own.
   */
  baseURL?: string | undefined
  /** True to let `baseURL` be `http` to another machine, on a network you trust. Default: false. */
  allowHttp?: boolean | undefined
  /** The header with the key. Azure needs `api-key`. Default: `authorization`, with `Bearer`. */
  keyHeader?: 'authorization' | 'api-key' | undefined
  /** The organization of OpenAI, which the client cannot choose. Default: none. */
  organization?: string | undefined
  /** The project of OpenAI, which the client cannot choose. Default: none. */
  project?: string | undefined
  /** The version of Anthropic's wire. Default: `2023-06-01`. */
  anthropicVersion?: string | undefined
  /** The values of `anthropic-beta` that clients may send. Default: none. */
  allowBetas?: readonly string[] | undefined
  /**
   * The most tokens of one answer. Also sent if the client names no limit. Default:
   * `limits.outputTokens`.
   */
  maxOutputTokens?: number | undefined
  /** The types of hosted tools that clients may use, such as `web_search`. Default: none. */
  allowProviderTools?: readonly string[] | undefined
  /**
   * The tools that clients may send, by name: the `hashSchema` of the input schema, or
   * `true` for any schema. Default: any tool.
   */
  allowTools?: Readonly<Record<string, string | true>> | undefined
  /** The server's own instructions, which replace the client's. Default: none. */
  instructions?: string | undefined
  /**
   * True to let clients name files and items that the provider stores. Default: false, since all
   * users of a key share them.
   */
  allowFiles?: boolean | undefined
  /**
   * True to pass on URLs of files on private networks, such as `http://10.0.0.5/x.png`, and of all
   * schemes, such as `gs:`. Default: false, since a provider on the proxy's own network would fetch
   * them. Then only `http`, `https` and `data` URLs pass.
   */
  allowPrivateUrls?: boolean | undefined
  /**
   * The further fields of a request's body that may pass. `n` and `best_of` cannot: no reservation
   * covers several answers. Default: none.
   */
  allowFields?: readonly string[] | undefined
  /** True to send clients the provider's headers about the rest of the rate. Default: false. */
  exposeRateLimits?: boolean | undefined
  /**
   * The `fetch` to use, for instance with your own agent or certificates. It must not follow
   * redirects. Default: the global `fetch`.
   */
  fetch?: typeof fetch | undefined
}
