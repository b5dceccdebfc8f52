interface AgentOptions extends RunOptions {
  /**
   * The model: of `createProxyModel`, `createDemoModel`, or any model of the AI SDK 7. A key in the
   * page is everybody's, so a real model belongs behind the proxy.
   */
  readonly model: LanguageModelV4;
  /** The agent's name. Default: a name made from the provider, the model and the tools. */
  readonly name?: string | undefined;
  /** The scopes that are there from the start. A page adds its own with `AgentScope`. */
  readonly scopes?: readonly Scope[] | undefined;
  /** The tools that belong to no scope. They form a scope named `agent`. */
  readonly tools?: readonly Tool[] | undefined;
  /** Handlers of events by their type, for all runs. They come before those of `agent.on`. */
  readonly on?: EventHandlerMap | undefined;
  /**
   * The place that keeps sessions; made by `indexedDbStorage` or `memoryStorage` of
   * `ambit/storage`. Default: sessions are not kept.
   */
  readonly storage?: AgentStorage | undefined;
  /**
   * The first session: the one that was used `latest`, a `new` one, or the one with this id.
   * Without a storage, the first session is always new, and a given id is its id. It is not an id
   * of `execute`, which runs apart from the session. Default `latest`.
   */
  readonly session?: FirstSession | {
    readonly open?: FirstSession | undefined;
    /**
     * True to continue a run that was cut short, in this page or in another that is gone,
     * without a call of `resume`. Needs a storage. Default false.
     */
    readonly autoResume?: boolean | undefined;
  } | undefined;
  /**
   * The time at which the engine's code is fetched:
   *
   * - `now`: when the agent is made
   * - `idle`: when the page is idle
   * - `intent`: when `preload` is called or a run starts; a widget calls `preload` when a user
   * begins to write
   *
   * Default `intent`.
   */
  readonly preload?: "intent" | "idle" | "now" | undefined;
}
interface RunOptions<Data = unknown> {
  /** The model of these runs, in place of the agent's. */
  readonly model?: LanguageModelV4 | undefined;
  /**
   * The text that states what the agent is and how it should act. A function is called before every
   * model call. The run fails if it throws, or has not resolved after 10 s.
   */
  readonly instructions?: string | ((run: RunContext) => string | Promise<string>) | undefined;
  /**
   * The limits of a run. Those of a call are merged key by key with the agent's: `undefined` keeps
   * the agent's limit, and `Infinity` lifts it.
   */
  readonly limits?: Limits | undefined;
  /** The prices of models, by model id. */
  readonly prices?: Prices | undefined;
  /** The treatment of the calls that the model makes. */
  readonly calls?: {
    /**
     * With `return`, calls are not run: they end the run, and are the result's `calls`.
     * `resume({ results })` goes on with their results. Default `run`.
     */
    readonly mode?: "run" | "return" | undefined;
    /**
     * The order of calls. Default `serial`: one call after another, in the model's order. Each
     * then sees what the calls before it changed on the page. With `parallel`, calls start in
     * that order and do not see what the others change. Each is reported when it ends. An error
     * that ends the run cancels the others at once.
     */
    readonly order?: "serial" | "parallel" | undefined;
    /** The number of calls that run at once in parallel order. Default 5. */
    readonly concurrency?: number | undefined;
    /**
     * The check of arguments. `lenient` corrects mistakes where the schema makes the meaning
     * clear. `unchecked` passes the model's arguments as they are. Default `strict`.
     */
    readonly arguments?: "strict" | "lenient" | "unchecked" | undefined;
    /**
     * The effect of an error in a tool's own code. With `abort`, it ends the run. Default
     * `tell`: the model gets the error.
     */
    readonly errors?: "tell" | "abort" | undefined;
    /** The most UTF-8 bytes of one result that the model gets. Default 65,536. */
    readonly maxResultBytes?: number | undefined;
  } | undefined;
  /** The options of each request to the model. */
  readonly request?: {
    /** The amount of thinking of a model that can think. Default: the provider's. */
    readonly reasoning?: Reasoning | undefined;
    /**
     * The kinds of parts that the model accepts besides text. A message with other parts fails
     * before any request, and no later request holds them. A file of text counts as text.
     * Default: all.
     */
    readonly modalities?: readonly ("image" | "audio" | "file")[] | undefined;
    /**
     * The retries of failed model calls. A call is retried only before its first content was
     * shown. Default 3.
     */
    readonly retry?: RequestRetry | undefined;
    /**
     * The user's own key. It is sent only with the requests of these runs, to a proxy that
     * accepts such keys.
     */
    readonly apiKey?: string | undefined;
    /**
     * The options for a provider, by the provider's name, such as
     * `{ openai: { serviceTier: 'flex' } }`. Those of `with` are merged with the agent's, by
     * the provider's name and by key. A proxy lets through only those of its
     * `provider.allow`.
     */
    readonly provider?: SharedV4ProviderOptions | undefined;
    /**
     * True to put the provider's own chunks into the result as `raw`, if the model passes them
     * on. Default false.
     */
    readonly keepRaw?: boolean | undefined;
  } | undefined;
  /**
   * The longest time that a call, or the next request, waits until the page shows what the calls
   * before it changed; false for no wait. Default `'2s'`. Once the page was not ready in time,
   * calls wait at most 250 ms, until it is.
   */
  readonly settle?: false | Duration | undefined;
  /**
   * The user, for the audit, the ledger, approvals and `serverStorage`: an id, and the id of a
   * tenant.
   */
  readonly user?: {
    readonly id?: string | undefined;
    readonly tenant?: string | undefined;
  } | undefined;
  /** The data of your own for plug-ins and tools. That of a call is merged with it by key. */
  readonly metadata?: Metadata | undefined;
  /**
   * The services that tools use. Those of `with` are merged with the agent's by key. An instance
   * of a class is not merged: it replaces the agent's.
   */
  readonly dependencies?: Dependencies | undefined;
  /**
   * The schema of the answer, an object at the top level. The result's `data` is the answer parsed
   * by it.
   */
  readonly output?: StandardSchema<unknown, Data> | undefined;
  /**
   * The approvals of calls. Default: a user is asked before destructive calls, and if a tool or
   * third-party text requires it.
   */
  readonly approval?: ApprovalOptions | undefined;
  /**
   * The plug-ins, in the order in which they nest: the first is the outermost. Those of `with` are
   * the innermost, and replace the agent's of the same name.
   */
  readonly use?: PluginsToUse | undefined;
  /** What a `chat` does while another one runs. Default `reject`; `queue` of `useAgent().chat`. */
  readonly onBusy?: OnBusy | undefined;
}
