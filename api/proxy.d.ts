// @ambit/proxy

import { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart, SharedV4ProviderOptions } from "@ai-sdk/provider";
/**
 * The body of a request to the model endpoint: the AI SDK's call options, without those of the
 * connection.
 */
interface ModelCall {
  /** The model's id, one of those that the proxy allows, such as `openai/gpt-5`. */
  modelId: string;
  options: Omit<LanguageModelV4CallOptions, "abortSignal" | "headers">;
  /** The number of messages that the client's next call repeats. Default: unknown. */
  stableEnd?: number | undefined;
}
/** The codes that a proxy answers with. */
type WireErrorCode = "invalid_request" | "unauthorized" | "sign_in_required" | "sign_in_failed" | "origin_not_allowed" | "model_not_allowed" | "tool_not_allowed" | "api_key_not_accepted" | "unknown_route" | "method_not_allowed" | "body_too_large" | "unsupported_media_type" | "unknown_prefix" | "rate_limited" | "too_many_streams" | "budget_exhausted" | "client_closed" | "internal_error" | "store_unavailable" | "no_key" | "shutting_down" | "upstream_rejected" | "upstream_unauthorized" | "upstream_rate_limited" | "upstream_overloaded" | "upstream_unreachable" | "upstream_timeout" | "upstream_connect_timeout" | "upstream_first_byte_timeout" | "upstream_idle_timeout" | "upstream_total_timeout" | "upstream_redirect" | "upstream_bad_content" | "upstream_too_large" | "upstream_paused" | "upstream_error" | "upstream_cut";
/**
 * A length of time: milliseconds, or a number with a unit, such as `'500ms'`, `'10s'`, `'5m'`,
 * `'1h'`, `'1d'`.
 */
type Duration = number | `${number}${"ms" | "s" | "m" | "h" | "d"}`;
/** The price of a model, in US dollars per million tokens. */
interface Price {
  /** The price of the prompt. */
  readonly input: number;
  /** The price of the answer, reasoning included. */
  readonly output: number;
  /** The price of a prompt's tokens that the provider read from its cache. Default: `input`. */
  readonly cachedInput?: number | undefined;
  /**
   * The price of a prompt's tokens that the provider wrote to its cache. Default: a quarter more
   * than `input`, as Anthropic charges. Other providers report no such tokens.
   */
  readonly cacheWrite?: number | undefined;
  /** The price of reasoning, where it is not that of the answer. Default: `output`. */
  readonly reasoning?: number | undefined;
}
/** The prices by model id. */
type Prices = Readonly<Record<string, Price>>;
/** One limit of a user, and what is left of it. */
interface LimitUse {
  /** The most in one window, or at the same time. */
  max: number;
  /** The amount that counts now. A running call counts with the most that it may cost. */
  used: number;
  /** The rest, from 0. */
  left: number;
  /** The time until the window ends and nothing is used, in milliseconds. Absent for streams. */
  resetsInMs?: number | undefined;
}
/** The limits of a user at a proxy. A limit that the proxy does not set is absent. */
interface ProxyUsage {
  /** The requests in this minute. */
  requests?: LimitUse | undefined;
  /** The answers that stream now. */
  streams?: LimitUse | undefined;
  /** The tokens of prompts and answers together. */
  tokens?: LimitUse | undefined;
  /** The cost in US dollars, to a millionth. */
  costUsd?: LimitUse | undefined;
}
/**
 * Returns the SHA-256 of a JSON Schema in hexadecimal digits, for `allowTools`. The order of the
 * schema's keys does not change it.
 */
declare const hashSchema: (schema: unknown) => Promise<string>;
/** The timers of one call. Each ends the call with a different error code. */
interface Deadlines {
  /** Reports that the proxy waits for the next piece. The first wait is for the first byte. */
  waiting: () => void;
  /** Reports that a piece arrived. */
  arrived: () => void;
  /** Stops all timers, once the call is over. */
  end: () => void;
}
/** The details of an error beyond its code. */
interface ProxyErrorDetail {
  /** The message for the client. Never holds text of a provider or a part of a secret. */
  message?: string | undefined;
  retryable?: boolean | undefined;
  retryAfterMs?: number | undefined;
  /** The status that the provider answered with, only for the log. */
  upstreamStatus?: number | undefined;
  /** True if the provider surely did not accept the request, so that nobody is billed for it. */
  isUnbilled?: boolean | undefined;
  /** What the provider said, only for `onProviderError`. */
  sentence?: string | undefined;
  /** The value that was thrown, only for the log. */
  cause?: unknown;
  /** The part that failed, as a sentence begins, only for the log. Default: that of the limits. */
  part?: string | undefined;
}
/** A refusal with a code of a closed set. A client gets nothing else about a failure. */
declare class ProxyError extends Error {
  override readonly name = "ProxyError";
  readonly code: WireErrorCode;
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly upstreamStatus: number | undefined;
  readonly isUnbilled: boolean;
  readonly sentence: string | undefined;
  readonly part: string | undefined;
  constructor(code: WireErrorCode, detail?: ProxyErrorDetail);
}
/** One request to a provider, which the provider may bill. */
interface Attempt {
  modelId: string | undefined;
  /** The time of the request, by `performance.now()`. */
  askedAt: number;
  /** The time of its failure. Undefined if it has not failed before its answer began. */
  failedAt?: number | undefined;
}
/** The measurements of an answer so far. */
interface Meter {
  /** The usage that a model of the AI SDK reported at its end. `readUsage` reads it. */
  usage?: unknown;
  /** The tokens of the prompt as the provider counted them. Undefined if it counted none. */
  inputTokens?: number | undefined;
  /** The tokens of the answer as the provider counted them. Undefined if it counted none. */
  outputTokens?: number | undefined;
  /** The tokens of the prompt that came from the provider's cache, as it counted them. */
  cachedInputTokens?: number | undefined;
  /** The tokens of the prompt that the provider wrote to its cache, as it counted them. */
  cacheWriteTokens?: number | undefined;
  /** The tokens of the answer that were reasoning, as the provider counted them. */
  reasoningTokens?: number | undefined;
  /** The requests to providers that may be billed, in order. */
  attempts: Attempt[];
  /** The model's own name for itself. */
  responseModel?: string | undefined;
  /** An estimate of the tokens of the answer, not rounded. Used if the provider counts none. */
  streamedTokens: number;
  /** True once the provider has ended an answer without an error, be it empty. */
  isAnswered?: boolean | undefined;
  /** The bytes sent to the client. */
  bytes: number;
  /** The time of the first byte, by `performance.now()`. */
  firstByteAt?: number | undefined;
}
/** An amount that counts against a limit. All amounts are whole numbers. */
interface Charge {
  /** The name of the counter. A limit per window has a new key for each window. */
  readonly key: string;
  /** The amount to add. A negative amount is refunded, unless the counter has expired. */
  readonly amount: number;
  /** The most that the counter may hold. Default: no limit. */
  readonly limit?: number | undefined;
  /** The time, from now, in which the counter is needed, in milliseconds. */
  readonly ttlMs: number;
  /**
   * The id of one holder. Such a charge is a lease: its amount is 1 to take it or to renew it, and
   * -1 to release it. The counter is then the number of holders whose `ttlMs` is not over.
   */
  readonly holder?: string | undefined;
}
/**
 * What a proxy keeps: the counts of its limits, parts of calls for `prefixes()`, and the sign-ins
 * of `mcpServers()`. A store that several proxies share keeps it for all of them. Its texts are
 * conversations and secrets, so nobody but the proxy may read them.
 *
 * The key of a text is a kind, an owner and a name, with colons between them. The store may drop a
 * text at any time, and may bound what it keeps of each kind and for each owner. All texts of a
 * kind are kept for the same time.
 *
 * A call first reserves the most it may cost, and settles once its real cost is known. So calls at
 * the same time cannot exceed a limit together.
 */
interface ProxyStore {
  /** Returns a text. Undefined or null if it is not there, or no more. */
  readonly get: (key: string) => Promise<string | null | undefined>;
  /** Keeps a text for `ttlMs` milliseconds. */
  readonly set: (key: string, text: string, ttlMs: number) => Promise<void>;
  /**
   * Deletes a text if it is still this one, in one step. Resolves with true if it did, so only one
   * of several requests can take it.
   */
  readonly take: (key: string, text: string) => Promise<boolean>;
  /**
   * Adds all charges, or none if one would exceed its limit. Does so in one step, or gives back
   * what it added. A key that comes twice counts twice. A lease that is renewed or released always
   * fits.
   *
   * The proxy reserves with limits, and settles with the same keys and no limits. If that rejects,
   * it is logged once, and added before the next reservation.
   *
   * @returns The index of the first charge that does not fit. Undefined if all were added.
   */
  readonly add: (charges: readonly Charge[]) => Promise<number | undefined>;
  /** Returns what the counter of each charge holds now, 0 for none. Amounts do not matter. */
  readonly count: (charges: readonly Charge[]) => Promise<readonly number[]>;
  /**
   * The most bytes of texts that the store keeps of one kind for one owner. The proxy asks for
   * parts of calls only if they fit together. Default: no bound.
   */
  readonly maxBytesPerOwner?: number | undefined;
}
/**
 * An amount in a window of time, or one in the window that the limit has by default. Windows follow
 * each other; they do not slide.
 */
type Window = number | {
  /** The largest amount in one window. */
  max: number;
  /** The length of a window, such as `'1d'`. */
  per: Duration;
};
/** The tokens of one attempt, as they are charged. */
interface Spent extends TokenCount {
  modelId: string | undefined;
  /** True if the provider did not count all of them. */
  isEstimated: boolean;
}
/** One request to a provider that may be billed, as `ledger` receives it. Frozen. */
interface LedgerRow extends Readonly<Spent> {
  /** The time of the end, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** The id that `authorize` returned. */
  readonly subject: string;
  /** The cost in US dollars. Undefined without a price of the model. */
  readonly costUsd?: number | undefined;
}
/** The tokens of calls. */
interface TokenCount {
  /** The tokens of the prompt, those of a cache included. */
  inputTokens: number;
  /** The tokens of the answer, reasoning included. */
  outputTokens: number;
  /** The part of `inputTokens` that the provider read from its cache. */
  cachedInputTokens?: number | undefined;
  /** The part of `inputTokens` that the provider wrote to its cache. */
  cacheWriteTokens?: number | undefined;
  /** The part of `outputTokens` that was reasoning. */
  reasoningTokens?: number | undefined;
}
/** The part of its subject's limits that one call holds. */
interface Lease {
  /** Gives the unused part back. Resolves once the store has counted it. */
  settle: (spent: readonly Spent[]) => Promise<void>;
  /** True if the store answered for the first time after a failure. */
  isStoreBack: boolean;
}
/** The limits of a proxy. */
interface Limits {
  /**
   * Returns the most tokens that the answer to a model call may have, thinking included. `most` is
   * the limit of the model.
   */
  mostOutput: (options: ModelCall["options"], most?: number) => number;
  /** Estimates the tokens of a request, or of a text, rather too high than too low. */
  estimate: (body: unknown) => number;
  /** Returns what each attempt of a call is charged, of which `reserved` is the most. */
  spentBy: (meter: Meter, reserved: TokenCount) => Spent[];
  /** Returns the cost in US dollars. Undefined if a price is not known. */
  costOf: (spent: readonly Spent[]) => number | undefined;
  /**
   * Tells what is left of a subject's limits.
   *
   * @throws ProxyError `rate_limited` if the subject asks too often.
   */
  read: (subject: string) => Promise<ProxyUsage>;
  /**
   * Counts a request, before its body is read. Resolves with true if the store answered for the
   * first time after a failure.
   *
   * @throws ProxyError `rate_limited` if there were too many.
   */
  admit: (subject: string) => Promise<boolean>;
  /**
   * Takes the count of a request back that is sent again as a whole. In a window it does so no more
   * often than there may be requests. After the window of the request it does nothing. Resolves
   * with true if the store answered for the first time after a failure.
   *
   * @param at The time of the request, as `Date.now()` told it.
   */
  forgive: (subject: string, at: number) => Promise<boolean>;
  /**
   * Reserves the most that a call may use. The request itself was counted by `admit`.
   *
   * @throws ProxyError with status 429, and the time to wait if it is known.
   */
  reserve: (subject: string, modelId: string | undefined, most: TokenCount) => Promise<Lease>;
}
/** A request for a model, as a function that makes it gets it. */
interface ModelRequest {
  /** The id that the client asked for: one of those in `models`. */
  modelId: string;
  /** The id that `authorize` returned. Undefined under `insecureDev` without `authorize`. */
  subject: string | undefined;
  /** The user's own key, if `key` allows one. Use it only for this request. */
  apiKey: string | undefined;
  /** A signal that aborts when the client leaves, or when the proxy ends the call. */
  signal: AbortSignal;
}
/** The efforts of reasoning, from the lowest to the highest. */
declare const efforts: readonly ["none", "minimal", "low", "medium", "high", "xhigh", "max"];
type Effort = (typeof efforts)[number];
/** A model that clients may use, and the rules for them. */
interface ModelRules {
  /** The AI SDK's model, or a function that returns it, for instance with a key that rotates. */
  model: LanguageModelV4 | ((request: ModelRequest) => LanguageModelV4 | PromiseLike<LanguageModelV4>);
  /** The name for people, in the list of models. Default: the id. */
  label?: string | undefined;
  /**
   * The server's own instructions. They come first, and the client's system messages are left out,
   * with a warning. Default: none, so the client's are used.
   */
  instructions?: string | undefined;
  /**
   * Whose key pays. With `server`, a request with a key is refused. With `either`, the function for
   * the model gets the key that a client sends. With `user`, a request without one is refused with
   * `no_key`, and `model` must be a function. If it is, a call with a user's own key counts for
   * the limits of requests and streams alone, and for no budget. Default: `server`.
   */
  key?: "server" | "user" | "either" | undefined;
  /**
   * The most tokens of one answer. Also sent if the client names no limit. Default:
   * `limits.outputTokens`.
   */
  maxOutputTokens?: number | undefined;
  /**
   * The highest effort of reasoning that clients may ask for: a higher one becomes this one. With
   * it, a client sets no budget of thinking. `none` for no reasoning. Reasoning is a part of
   * `maxOutputTokens` in any case. Default: `max`, so any effort.
   */
  reasoning?: Effort | undefined;
  /**
   * True to place marks of the prompt cache in calls of Anthropic's models, which cache a prompt
   * only up to marks. The marks are left out if the app sets its own. Tokens that are written to
   * the cache cost a quarter more, and those that are read a tenth. Default: true.
   */
  promptCache?: boolean | undefined;
  /** What belongs to the provider of the model. */
  provider?: {
    /**
     * The provider options of every call. They win over those of the client.
     * Default: `{ openai: { store: false } }`.
     */
    options?: SharedV4ProviderOptions | undefined;
    /**
     * The provider options that a client may set on the call, a tool, a message or a part:
     * `namespace.option` or `namespace.*`. Others are left out, with a warning in the answer,
     * and so are those that replace `maxOutputTokens`, such as `openai.maxCompletionTokens`.
     * Options that the model itself gave with its answer, such as a reasoning signature, always
     * go back to it. Anthropic's cache mark of five minutes and `deferLoading: true` of
     * Anthropic and OpenAI may always be set, and so may OpenAI's `allowedTools`. So may a
     * budget of thinking up to 99,999 tokens, unless `reasoning` is given. Default: none.
     */
    allow?: readonly string[] | undefined;
    /**
     * The hosted tools that a client may use, by id, such as `openai.web_search`. Default:
     * none.
     */
    tools?: readonly string[] | undefined;
  } | undefined;
  /**
   * The tools that clients may send, by name: the `hashSchema` of the input schema, or `true` for
   * any schema. Together with `instructions`, the list keeps others from using the endpoint as a
   * general model. Default: any tool.
   */
  allowTools?: Readonly<Record<string, string | true>> | undefined;
  /**
   * True to pass on URLs of files on private networks, such as `http://10.0.0.5/x.png`. Default:
   * false, since a model server on the proxy's own network would fetch them.
   */
  allowPrivateUrls?: boolean | undefined;
}
/** A model as the routes use it, with all defaults. */
interface ModelEntry {
  id: string;
  label: string;
  resolve: Exclude<ModelRules["model"], LanguageModelV4>;
  key: NonNullable<ModelRules["key"]>;
  /** True if a function makes the model, so that a user's own key can be used. */
  usesApiKey: boolean;
  instructions: string | undefined;
  allowTools: ReadonlyMap<string, string | true> | undefined;
  maxOutputTokens: number | undefined;
  /** The highest effort of reasoning. Undefined for any effort and any budget. */
  reasoning: Effort | undefined;
  providerOptions: SharedV4ProviderOptions;
  allowedOptions: ReadonlySet<string>;
  allowedTools: ReadonlySet<string>;
  allowPrivateUrls: boolean;
  promptCache: boolean;
}
/** The allowed models. A Map, since an object would also find `constructor` and `__proto__`. */
type ModelTable = ReadonlyMap<string, ModelEntry>;
/** Where parts of calls are kept, and how long. */
interface KeptParts {
  store: ProxyStore;
  ttlMs: number;
}
/** The options of `prefixes`. */
interface PrefixesOptions {
  /** The store. Several instances need a shared one. Default: `memoryStore()`. */
  store?: ProxyStore | undefined;
  /** The time that a part is kept. Default: `'10m'`. */
  ttl?: Duration | undefined;
}
/**
 * Keeps the stable parts of calls for some minutes: tools and messages. The next call of the same
 * user names them by their hash, and sends only what is new. These are parts of conversations, so
 * it is a choice: without this plug-in nothing is kept. Without `authorize` nothing is kept either.
 *
 * @throws TypeError for an unknown option, and for a `ttl` that is not a time from 1 ms.
 *
 * @example
 * createProxy({ …, use: [prefixes()] })
 */
declare function prefixes(options?: PrefixesOptions): ProxyPlugin;
/** The facts about a value that a function of the app threw. They can always be written as JSON. */
interface FailureCause {
  /** The name of the error, such as `TypeError`, or the type of a value that is not an error. */
  name: string;
  /** The message: at most 300 characters. Passwords in URLs and keys are replaced by `***`. */
  message: string;
  /** The code of the error or of its cause, such as `ECONNREFUSED`. */
  code?: string | undefined;
}
/** The log entry of one request, written when the request is over. */
interface ProxyLog {
  /** The id of the request, which the client got as `x-request-id`. */
  requestId: string;
  /** The route below the path of the proxy. Undefined if no route matched. */
  route: string | undefined;
  /**
   * The first 16 digits of the SHA-256 of the id that `authorize` returned. They group the requests
   * of one user without naming the user.
   */
  subjectHash?: string | undefined;
  /** The id of the model, if it is an allowed one. */
  modelId?: string | undefined;
  /** The status that was sent. A stream has 200, even if it failed later. */
  status: number;
  /** The error that was sent, before the stream or in it. `client_closed` if the client left. */
  code?: WireErrorCode | undefined;
  /** The status that the provider answered with, if it refused. */
  upstreamStatus?: number | undefined;
  /**
   * The facts about the value that `authorize`, a resolver, a key's callback or a store threw, with
   * `internal_error` and `store_unavailable` only.
   */
  cause?: FailureCause | undefined;
  /**
   * True for the first request that the store of the limits counted after it had failed. Of the
   * requests that were refused before with `store_unavailable`, the first has a `cause`.
   */
  isStoreBack?: boolean | undefined;
  /** The time from the request to its end, in milliseconds. */
  durationMs: number;
  /** The time to the first byte of a streamed answer, in milliseconds. */
  firstByteMs?: number | undefined;
  /** The bytes of a streamed answer that were sent. */
  bytes: number;
  /**
   * The tokens that limits counted for the request, those of failed attempts included. With
   * `isEstimated`, the provider did not count all of them. Undefined if nothing is counted, with a
   * user's own key, and if no provider was asked or each surely refused.
   */
  usage?: (TokenCount & {
    isEstimated: boolean;
  }) | undefined;
  /** The cost of `usage` in US dollars. Undefined without a price of the model. */
  costUsd?: number | undefined;
  /**
   * The header `traceparent` of the request, in the form of W3C Trace Context 00. Undefined without
   * the header, and if it has another form. `traceProxy` of `@ambit/bridges/otel` reads it.
   */
  traceparent?: string | undefined;
  /**
   * The same facts by OpenTelemetry's names for generative AI, for a span or a log record. With
   * `ambit.usage.estimated`, the provider counted no tokens, so limits counted an estimate.
   */
  attributes: Record<string, string | number | boolean>;
}
/** A failure of a provider, as `onProviderError` receives it. */
interface ProviderFailure {
  /** The id of the request, which the client got as `x-request-id`. */
  readonly requestId: string;
  /** The id of the model that the client asked for. */
  readonly modelId: string | undefined;
  /** The error that the client got. */
  readonly code: WireErrorCode;
  /** The status that the provider answered with. Undefined if it answered with none. */
  readonly status: number | undefined;
  /**
   * What the provider said, at most 1,000 characters. It may repeat parts of the request. Empty if
   * it said nothing, and for a key that it does not accept.
   */
  readonly sentence: string;
}
type Parts = ReadableStream<LanguageModelV4StreamPart>;
/** The retries of a proxy. */
interface Retries {
  /**
   * Returns the result of `attempt` for the first model that answers.
   *
   * @param hasOwnKey True for a call with a user's own key. Such a call is retried, but asks no
   * other model, whose key is the server's. The circuit breaker does not count it, nor stop it.
   */
  run: <Answer>(modelId: string, signal: AbortSignal, attempt: (modelId: string) => Promise<Answer>, hasOwnKey?: boolean) => Promise<Answer>;
  /**
   * Returns a model's answer, once its first content has come.
   *
   * @throws ProxyError if the answer begins with an error.
   */
  peek: (parts: Parts, signal: AbortSignal) => Promise<Parts>;
}
/** The facts about a request that its response needs. */
interface ResponseContext {
  requestId: string;
  /** More headers of the response. */
  headers?: Record<string, string> | undefined;
}
/** The id of the user or session behind a request. A falsy value refuses the request. */
type Subject = string | null | undefined | false;
/** What `authorize` returns: who asks, or the answer to somebody who may not. */
type Authorized = Subject | Response;
/** The options of a proxy, with defaults, on which the answer to a request depends. */
interface CallOptions {
  authorize?: ((request: Request) => Authorized | PromiseLike<Authorized>) | undefined;
  /** Loads the limits. Undefined if nothing is counted. */
  loadLimits: (() => Promise<Limits>) | undefined;
  /** Loads the retries. Undefined if there are none. */
  loadRetries: (() => Promise<Retries>) | undefined;
  /** The most tokens of an answer of a model or a route without an own limit. */
  maxOutputTokens: number | undefined;
  /** The time limits, in milliseconds. */
  timeouts: typeof defaultTimeouts;
  /** The largest amounts of bytes. */
  bytes: {
    request: number;
    response: number;
    event: number;
  };
  /** The ids of the models that would be served if their key were set. */
  modelsWithoutKey: ReadonlySet<string>;
  /** What keeps parts of calls. Undefined if nothing does. */
  prefixes: KeptParts | undefined;
  allowedOrigins: ReadonlySet<string>;
  allowCredentials: boolean;
  allowedHeaders: string;
  insecureDev: boolean;
  log?: ((entry: ProxyLog) => unknown) | undefined;
  onProviderError?: ((failure: ProviderFailure) => unknown) | undefined;
}
/** One request on its way through the proxy, with all that a route needs. */
interface Exchange extends ResponseContext {
  request: Request;
  /** The name of the route in the log. Undefined until a route matched. */
  label?: string | undefined;
  /** The origin of the page, if it is one of `origins`. */
  corsOrigin?: string | undefined;
  options: CallOptions;
  models: ModelTable;
  /** The limits of the proxy. Undefined if nothing is counted, and before `admit`. */
  limits?: Limits | undefined;
  /** The retries of the proxy. Undefined if there are none, and before `begin`. */
  retries?: Retries | undefined;
  subject?: string | undefined;
  /** The time at which the request was counted, in milliseconds since the Unix epoch. */
  admittedAt: number;
  /** The code that writes log entries. Undefined until it is loaded, or without a log. */
  logging?: Logging | undefined;
  /** The first digits of the subject's SHA-256, for the log. */
  subjectHash?: string | undefined;
  /** True if the store of the limits answered for the first time after a failure. */
  isStoreBack?: boolean | undefined;
  /** The id of the model, set by a route once it knows that the id is allowed. */
  modelId?: string | undefined;
  /** The names of the tools of a model call, in their order. */
  tools?: readonly string[] | undefined;
  /**
   * The controller that ends all work for this request. Aborted when the client leaves. If the
   * proxy itself ends the request, the reason is a `ProxyError`.
   */
  abort: AbortController;
  meter: Meter;
  /** The tokens that the request was charged for, one entry for each attempt. Set by `finish`. */
  spent: readonly Spent[];
  /**
   * Counts the request against its subject's rate. Called once, before the body is read, so that
   * invalid bodies count too.
   *
   * @throws ProxyError if there were too many requests.
   */
  admit: () => Promise<void>;
  /**
   * Counts the call against its subject's limits and starts its timers. Called once, when the
   * request to the provider is known.
   *
   * @param body The request to the provider. Undefined for a request without tokens.
   * @param maxOutputTokens The most tokens that the answer may have.
   * @param isListening True for a stream that waits for news. It counts as no answer.
   * @throws ProxyError if a limit is reached.
   */
  begin: (body?: unknown, maxOutputTokens?: number, isListening?: boolean) => Promise<Deadlines>;
  /** Settles and logs the request. Only the first call has an effect. */
  finish: (status: number, error?: ProxyError) => void;
}
/** The module that a proxy with a log has loaded. */
interface Logging {
  hashSubject: (subject: string) => Promise<string>;
  writeLog: (exchange: Exchange, startedAt: number, status: number, error: ProxyError | undefined) => void;
}
/** A handler of one method of a route. It calls `finish`; for a stream, at the stream's end. */
type Route = (exchange: Exchange) => Promise<Response>;
/** The methods of a path. */
interface FoundRoute {
  /** The name of the route in the log. */
  label: string;
  methods: ReadonlyMap<string, Route>;
  /**
   * The method that anybody may use from anywhere, without `authorize`: it answers all of them
   * alike. Default: none.
   */
  openMethod?: string | undefined;
  /** A pattern of the headers that the clients of the route send, for the preflight of a page. */
  clientHeaders?: RegExp | undefined;
}
/** What `use` takes: made by `passThrough`, `mcpServers` or `prefixes`. */
interface ProxyPlugin {
  /** Returns the route of a path below that of the proxy, or undefined. */
  find?: ((path: string) => FoundRoute | undefined) | undefined;
  /** The paths of the routes, such as `/openai`. Two plug-ins may not have the same one. */
  paths?: readonly string[] | undefined;
  /** The models that the routes can reach, by the ids that `prices` uses. */
  modelIds?: readonly string[] | undefined;
  /** What keeps parts of calls. */
  prefixes?: KeptParts | undefined;
}
/** The limits of a plan, as those of all: see `limits`. */
interface PlanLimits {
  requests?: Window | undefined;
  streams?: number | undefined;
  tokens?: Window | undefined;
  costUsd?: Window | undefined;
}
/** The options of `createProxy`. */
interface ProxyOptions {
  /**
   * The models that clients may use, by the id that they use. Each is a model of the AI SDK, a
   * function that makes one, or a model with its rules. No other model is ever called.
   * `{ key: 'none' }` stands for a model that would be served if its key were set. A call of it is
   * answered with `no_key`, 503, and not with `model_not_allowed`. Required, unless `use` has
   * routes.
   */
  models?: Readonly<Record<string, ModelRules["model"] | ModelRules | {
    readonly key: "none";
  }>> | undefined;
  /**
   * Returns the id of the user or session behind a request, or nothing to refuse with 401, or a
   * `Response` to refuse with that. Runs before the body is read, and must not read it. If it
   * throws, returns anything else, or takes longer than `timeouts.callback`, the request is refused
   * with 500.
   * Required, unless `insecureDev`.
   */
  authorize?: ((request: Request) => Authorized | PromiseLike<Authorized>) | undefined;
  /** The limits of each subject. A limit that is left out does not apply. */
  limits?: {
    /**
     * The requests in a window, also those whose body is refused: a whole number from 1. The
     * window of a number is a minute.
     */
    requests?: Window | undefined;
    /** The answers that may stream at the same time: a whole number from 1. */
    streams?: number | undefined;
    /**
     * The tokens of prompts and answers together: a whole number from 1. The window of a number
     * is a day.
     */
    tokens?: Window | undefined;
    /**
     * The cost in US dollars, by `prices`, from 0.000001. The window of a number is a day.
     */
    costUsd?: Window | undefined;
    /**
     * Limits that replace those above for some subjects, by the name of their plan, such as
     * `free`. A limit that a plan leaves out is that of all. Default: none.
     */
    plans?: Readonly<Record<string, PlanLimits>> | undefined;
    /**
     * Returns the plan of a subject: a name of `plans`, or nothing for the limits of all. It is
     * called up to twice for a request. Anything else, an error, and a time over
     * `timeouts.callback` refuse the request with `internal_error`. Required with `plans`.
     */
    plan?: ((subject: string) => string | undefined | PromiseLike<string | undefined>) | undefined;
    /**
     * The longest answer, in tokens, of a model without its own `maxOutputTokens`. It bounds
     * the cost of a call. Default: 8,192 with `tokens` or `costUsd`, otherwise none.
     */
    outputTokens?: number | undefined;
    /**
     * The store of the counts. Default: `memoryStore()`. Several instances need a shared one:
     * `redisStore` of `@ambit/proxy/redis`.
     */
    store?: ProxyStore | undefined;
    /**
     * The time after which the streams of a proxy that was killed no longer count. A proxy that
     * runs renews the lease of each stream three times in it. Default: `'30s'`.
     */
    lease?: Duration | undefined;
  } | undefined;
  /**
   * The price of each model, by its id, or by `<route>/<model>` for a pass-through. With
   * `limits.costUsd`, every model needs one. Default: none, so the log has no costs.
   */
  prices?: Prices | undefined;
  /**
   * Receives a row for each request to a provider that may be billed, those of failed attempts
   * included. For bills by user. Calls with a user's own key have none. If it fails, the
   * failure is reported, and calls go on. Default: none.
   */
  ledger?: ((row: LedgerRow) => unknown) | undefined;
  /**
   * The retries after a provider failed before its answer began, or how to retry. They act only on
   * failures that a retry may fix. The page's own loop retries too, so use them for clients that do
   * not. Default: none, so the failure is answered.
   */
  retry?: number | {
    /**
     * The retries of one model, after the first try. Before each, waits as long as the provider
     * asks. If it does not ask, waits a random time: at most 0.5 seconds, doubled each time, up
     * to 8. A whole number from 0. Default: 0.
     */
    max?: number | undefined;
    /** The longest time to wait in all. `Infinity` for no limit. Default: `'60s'`. */
    wait?: Duration | undefined;
    /**
     * The other models to ask after a model has failed, by the id of that model. Each id must
     * be that of a model of this proxy. A model that cannot be asked is passed over. Default:
     * none.
     */
    fallback?: Readonly<Record<string, readonly string[]>> | undefined;
    /**
     * The circuit breaker, which pauses a model that fails too often. `true` uses its defaults.
     * Default: none.
     */
    breaker?: boolean | {
      /** The share of calls that must fail, from 0 to 1. Default: 0.5. */
      failures?: number | undefined;
      /** The calls that there must be at least: a whole number from 1. Default: 20. */
      minCalls?: number | undefined;
      /**
       * The time in which calls count, and the length of a pause, from 1 ms. Default:
       * `'30s'`.
       */
      per?: Duration | undefined;
    } | undefined;
  } | undefined;
  /**
   * The time limits for a provider, for functions of this configuration and for the store of the
   * limits. 0, `Infinity` and times over 24 days mean no limit.
   */
  timeouts?: {
    /**
     * The time to the first byte of the answer's body. Default: `'2m'`, as some models think
     * first.
     */
    connect?: Duration | undefined;
    /**
     * The time between two pieces of an answer, while the client is reading. `nodeListener`
     * ends the connection of a client that takes nothing of an answer for that long. Default:
     * `'1m'`.
     */
    idle?: Duration | undefined;
    /** The time of a whole call. Default: `'15m'`. */
    total?: Duration | undefined;
    /**
     * The time for each function of the configuration: `authorize`, a function for a model, an
     * `apiKey`, the `headers` of an MCP server. At most `total`. Then the request is refused
     * with `internal_error`. Default: `'10s'`.
     */
    callback?: Duration | undefined;
    /**
     * The time without an event after which a stream sends a comment. Comments keep runtimes
     * and servers in front from closing the connection: Bun does after 10 seconds. If a
     * provider has not begun by then, the answer begins with a comment and status 200. An error
     * that comes later is an event of the stream. 0 or `Infinity` for no comments, and the
     * status of every error. Default: `'5s'`.
     */
    heartbeat?: Duration | undefined;
    /**
     * The time that the store of the limits may take for a reservation. Then the request is
     * refused with `store_unavailable`. Default: `'2s'`.
     */
    store?: Duration | undefined;
  } | undefined;
  /** The largest amounts of bytes. */
  bytes?: {
    /** The largest request body. Default: 4 MiB. */
    request?: number | undefined;
    /** The largest answer. Default: no limit, since answers can hold files. */
    response?: number | undefined;
    /**
     * The largest single event of a streamed answer. Default: no limit, since it can hold
     * files.
     */
    event?: number | undefined;
  } | undefined;
  /**
   * The path where the proxy is mounted. Default: `/api/agent`, so that the model endpoint is
   * `/api/agent/model`.
   */
  path?: string | undefined;
  /**
   * The origins, other than the proxy's own, whose pages may use the proxy, such as
   * `https://app.example.com`. Also those of extensions and apps, such as
   * `chrome-extension://<id>`, `capacitor://localhost` and `tauri://localhost`. Never `null`, which
   * any page can have. Default: none.
   */
  origins?: readonly string[] | {
    /** The origins. */
    allow: readonly string[];
    /** True if pages of these origins may send cookies. Default: false. */
    credentials?: boolean | undefined;
    /**
     * The request headers that pages of these origins may send. Default: `authorization` and
     * `content-type`. Each route also allows the headers of its own clients. These are the
     * official clients on a pass-through, and MCP clients on an MCP route. The model route
     * allows a user's own key if a model takes it.
     */
    headers?: readonly string[] | undefined;
  } | undefined;
  /**
   * What else the proxy does: routes of `passThrough({ … })`, `mcpServers({ … })` and
   * `sessions({ … })`, and `prefixes()`, which keeps parts of calls. Default: none.
   */
  use?: readonly ProxyPlugin[] | undefined;
  /**
   * Receives one entry for each request, when it is over. An entry never holds a prompt, an answer,
   * a key or a provider's text. A log that throws or rejects changes no answer, and is reported
   * with `console.error`. Default: none. Then failures of the functions of this configuration are
   * reported with `console.error`, each cause once.
   */
  log?: ((entry: ProxyLog) => unknown) | undefined;
  /**
   * Receives each failure of a provider that ends a call, and what it said, such as which tool it
   * does not take. It is for whoever runs the proxy. The page gets at most the name of the tool or
   * the kind of file, and the log nothing. The sentence may repeat parts of the request, without
   * keys. Default: none.
   */
  onProviderError?: ((failure: ProviderFailure) => unknown) | undefined;
  /**
   * True for work on one machine: `authorize` may be left out, and `models` may be empty. Requests
   * are answered only if host, origin and address are loopback. So the server has to tell the
   * address. `nodeListener` does, and so do Bun and Deno if they call the handler itself. Default:
   * false.
   */
  insecureDev?: boolean | undefined;
}
/** The default time limits, in milliseconds. */
declare const defaultTimeouts: {
  connect: number;
  idle: number;
  total: number;
  callback: number;
  heartbeat: number;
  store: number;
};
/** A Fetch handler that never rejects. */
interface ProxyHandler {
  /**
   * Answers a request.
   *
   * @param connection What the server knows about the connection, for `insecureDev`. In Bun and
   * Deno it is the second argument of a handler, and in Hono on Node its `env`.
   * @throws TypeError at once for what is not a Request of Fetch, such as that of Node's `http`.
   */
  (request: Request, connection?: unknown): Promise<Response>;
  /**
   * Shuts the proxy down. Refuses new requests with `shutting_down`, and resolves once the requests
   * in flight are over. Ends the remaining ones after `limit`, such as `'10s'`. Default: `'30s'`. 0
   * ends them now, and `Infinity` waits for all of them.
   *
   * @throws TypeError for what is not a time. Then nothing ends.
   */
  drain: (limit?: Duration) => Promise<void>;
}
/**
 * Creates the server side of an agent in a page. Keeps the providers' keys, and lets the people
 * that `authorize` knows call the models that `models` names. Works wherever Fetch's `Request` and
 * `Response` exist. For Node's `http` see `@ambit/proxy/node`.
 *
 * `POST {path}/model` answers a model call with an event stream. `GET {path}/models` lists the
 * models. `GET {path}/health` reports that the proxy runs. The option `use` adds other routes.
 * Every refusal is JSON: `{ error: { code, message, status, retryable, … } }`. Its code is one of a
 * closed set, and it never holds a provider's text.
 *
 * @throws TypeError that names the option which makes the configuration unsafe or useless, which is
 * of another type, or which does not exist.
 *
 * @example
 * const proxy = createProxy({
 *   authorize: async (request) => (await sessionOf(request))?.userId,
 *   models: { 'openai/gpt-5': openai('gpt-5') },
 * })
 */
declare function createProxy(options: ProxyOptions): ProxyHandler;
/**
 * The sign-in of each user at an MCP server. The tokens stay on the proxy. Without `clientId` and
 * `clientMetadataUrl`, and where the service takes no such documents, the proxy registers itself
 * for each sign-in, if the service lets it.
 */
interface McpOAuth {
  /** The id of a client that is registered with the sign-in service. */
  clientId?: string | undefined;
  /**
   * The URL of a document about the client, which is then its id, for a service that takes such
   * documents. In place of `clientId`.
   *
   * @see https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/
   */
  clientMetadataUrl?: string | undefined;
  /** The secret of the client, or a function that returns it for each use. Default: none. */
  clientSecret?: string | (() => string | PromiseLike<string>) | undefined;
  /** The rights to ask for. Default: those that the server names. */
  scopes?: readonly string[] | undefined;
  /**
   * The URL to which the sign-in service sends people back: `{path}/mcp/<name>/callback` on the
   * proxy's origin. Pages of another origin need their own, which calls `finishMcpSignIn` of
   * `@ambit/bridges/mcp-oauth`. Default: the proxy's page on this machine, as `localhost`.
   * Elsewhere a sign-in needs it, since no header of a request may choose the host.
   */
  redirectUri?: string | undefined;
  /**
   * The store of the tokens. Several instances need a shared one: `redisStore` of
   * `@ambit/proxy/redis`. Default: `memoryStore()`.
   */
  store?: ProxyStore | undefined;
  /**
   * True to let the server name a sign-in service on a private network. Default: false, so that a
   * server cannot make the proxy ask machines beside it.
   */
  allowPrivateUrls?: boolean | undefined;
}
/**
 * Creates routes at `{path}/mcp/<name>` to remote MCP servers. The secrets of these servers
 * never reach a client. A server with `oauth` also has `/sign-in` and `/callback` below its path.
 *
 * @throws TypeError that names the missing, unknown or unsafe option, or one of another type.
 *
 * @example
 * const headers = async () => ({ authorization: await token() })
 * createProxy({ authorize, use: [mcpServers({
 *   tickets: { url: 'https://mcp.example.com', headers },
 * })] })
 */
declare function mcpServers(servers: Readonly<Record<string, McpServer>>): ProxyPlugin;
/** A remote MCP server with the streamable HTTP transport. */
interface McpServer {
  /** The URL of the server: `https`, or `http` to this machine. */
  url: string;
  /** True to let `url` be `http` to another machine, on a network you trust. Default: false. */
  allowHttp?: boolean | undefined;
  /** Returns the server's secrets for `subject`. Called for each request. Default: none. */
  headers?: ((subject: string | undefined) => Record<string, string> | PromiseLike<Record<string, string>>) | undefined;
  /**
   * Lets each user sign in, so that the server knows them. The tokens stay on the proxy. Default:
   * nobody signs in.
   */
  oauth?: McpOAuth | undefined;
  /** The `fetch` to use. It must not follow redirects. Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
}
/** The options of `memoryStore`. */
interface MemoryStoreOptions {
  /** The bytes of texts that are kept of each kind. Default: 64 MiB. */
  maxBytes?: number | undefined;
  /** The bytes of texts that are kept of each kind for one owner. Default: 8 MiB. */
  maxBytesPerOwner?: number | undefined;
}
/**
 * Creates a store in the memory of this process. It fits one instance; a restart empties it. When
 * there is too much of a kind of texts, for one owner or in all, the oldest texts are removed
 * first. Counts are never removed before their time. Removes expired texts, even without a new
 * request.
 *
 * @throws TypeError for an unknown option, and for one that is not a whole number from 0, or
 * `Infinity`.
 */
declare function memoryStore(options?: MemoryStoreOptions): ProxyStore;
/** A route that speaks a provider's own wire, with the server's key and rules. */
interface PassThroughRoute {
  /**
   * The wire: `openai` (chat completions and responses), `anthropic`, `google`, or
   * `openai-compatible` for a server that speaks OpenAI's chat completions.
   */
  wire: "openai" | "anthropic" | "google" | "openai-compatible";
  /**
   * The provider's key, or a function that returns it. The function is called for each request, so
   * keys can change while the proxy runs.
   */
  apiKey?: string | (() => string | PromiseLike<string>) | undefined;
  /** The models that clients may ask for, by the provider's names. */
  models: readonly string[];
  /**
   * The base URL: `https`, or `http` to this machine. Required for `openai-compatible`. Default:
   * the provider's own.
   */
  baseURL?: string | undefined;
  /** True to let `baseURL` be `http` to another machine, on a network you trust. Default: false. */
  allowHttp?: boolean | undefined;
  /** The header with the key. Azure needs `api-key`. Default: `authorization`, with `Bearer`. */
  keyHeader?: "authorization" | "api-key" | undefined;
  /** The organization of OpenAI, which the client cannot choose. Default: none. */
  organization?: string | undefined;
  /** The project of OpenAI, which the client cannot choose. Default: none. */
  project?: string | undefined;
  /** The version of Anthropic's wire. Default: `2023-06-01`. */
  anthropicVersion?: string | undefined;
  /** The values of `anthropic-beta` that clients may send. Default: none. */
  allowBetas?: readonly string[] | undefined;
  /**
   * The most tokens of one answer. Also sent if the client names no limit. Default:
   * `limits.outputTokens`.
   */
  maxOutputTokens?: number | undefined;
  /** The types of hosted tools that clients may use, such as `web_search`. Default: none. */
  allowProviderTools?: readonly string[] | undefined;
  /**
   * The tools that clients may send, by name: the `hashSchema` of the input schema, or
   * `true` for any schema. Default: any tool.
   */
  allowTools?: Readonly<Record<string, string | true>> | undefined;
  /** The server's own instructions, which replace the client's. Default: none. */
  instructions?: string | undefined;
  /**
   * True to let clients name files and items that the provider stores. Default: false, since all
   * users of a key share them.
   */
  allowFiles?: boolean | undefined;
  /**
   * True to pass on URLs of files on private networks, such as `http://10.0.0.5/x.png`, and of all
   * schemes, such as `gs:`. Default: false, since a provider on the proxy's own network would fetch
   * them. Then only `http`, `https` and `data` URLs pass.
   */
  allowPrivateUrls?: boolean | undefined;
  /**
   * The further fields of a request's body that may pass. `n` and `best_of` cannot: no reservation
   * covers several answers. Default: none.
   */
  allowFields?: readonly string[] | undefined;
  /** True to send clients the provider's headers about the rest of the rate. Default: false. */
  exposeRateLimits?: boolean | undefined;
  /**
   * The `fetch` to use, for instance with your own agent or certificates. It must not follow
   * redirects. Default: the global `fetch`.
   */
  fetch?: typeof fetch | undefined;
}
/**
 * Creates routes at `{path}/<name>/…` that speak a provider's own wire. The provider's official
 * clients work unchanged, with the proxy as their base URL.
 *
 * @throws TypeError that names the missing, unknown or unsafe option, or one of another type.
 *
 * @example
 * createProxy({ authorize, use: [passThrough({
 *   openai: { wire: 'openai', apiKey: () => vault.read('openai'), models: ['gpt-5'] },
 * })] })
 */
declare function passThrough(routes: Readonly<Record<string, PassThroughRoute>>): ProxyPlugin;
/**
 * Creates an `authorize` for services that hold a token. A request with
 * `authorization: Bearer <token>` comes from the subject of that token. Compares the token with
 * every known one, by the platform's own verification of an HMAC, so the time of a comparison
 * reveals nothing.
 *
 * @param tokens The token of each subject, at least 32 characters long.
 * @throws TypeError for a weak token. The message does not hold the token.
 *
 * @example
 * createProxy({ authorize: tokenAuth({ reports: process.env.REPORTS_TOKEN }), … })
 */
declare function tokenAuth(tokens: Readonly<Record<string, string | undefined>>): (request: Request) => Promise<string | undefined>;
export { type LedgerRow, type ModelRules, type Price, type Prices, type ProxyLog, type ProxyOptions, type ProxyStore, type Window, createProxy, hashSchema, mcpServers, memoryStore, passThrough, prefixes, tokenAuth };

// @ambit/proxy/node

import http, { IncomingMessage, ServerResponse } from "node:http";
import https from "node:https";
import "@ai-sdk/provider";
/** The options of `nodeFetch`. */
interface NodeFetchOptions {
  /** The time to connect, TLS included. 0 or `Infinity` for no limit. Default: `'10s'`. */
  connect?: Duration | undefined;
  /** The agent for `http` URLs. Default: one that keeps connections open between requests. */
  httpAgent?: http.Agent | undefined;
  /**
   * The agent for `https` URLs, for instance with your own certificates. Default: as `httpAgent`.
   */
  httpsAgent?: https.Agent | undefined;
}
/**
 * Creates a `fetch` over Node's `http` and `https`, for the option `fetch` of a pass-through route,
 * an MCP server or an AI SDK provider. An open stream of a proxy then takes about two thirds of
 * the memory that it takes with the global `fetch`. That one always has 10 seconds to connect. This
 * one follows no redirect, keeps no cookies, and sends only strings and bytes.
 *
 * The returned function rejects with the signal's reason if the signal aborts. It rejects with an
 * error whose `code` is `ETIMEDOUT` if no connection is made in time. It rejects with a `TypeError`
 * for a body that is neither a string nor a `Uint8Array`.
 *
 * @throws TypeError for an unknown option, and for a `connect` that is negative, or no time.
 *
 * @example
 * passThrough({ openai: { wire: 'openai', apiKey, models: ['gpt-5'], fetch: nodeFetch() } })
 */
declare function nodeFetch(options?: NodeFetchOptions): typeof fetch;
/**
 * Turns a Fetch handler into a listener for Node's `http`, and for servers that use it, such as
 * Express. If the client disconnects, the request's signal aborts and the response's body is
 * cancelled. If the body fails, the connection is destroyed, so a cut never looks like an end. So
 * is that of a client which takes nothing of an answer for `timeouts.idle`.
 *
 * @example
 * http.createServer(nodeListener(proxy)).listen(3000)
 */
declare function nodeListener(handler: (request: Request) => Promise<Response>): (incoming: IncomingMessage, outgoing: ServerResponse) => void;
export { nodeFetch, nodeListener };

// @ambit/proxy/dev

/**
 * An `authorize` for the development server of a framework that does not tell the address of the
 * client. It knows who has the cookie of `withDevCookie`, and returns the id `developer`. Any other
 * request is refused with 401, and so is one that another server forwards. Unless `NODE_ENV` is
 * `development`, each one is refused: a build needs an `authorize` of yours. Whoever reaches the
 * server can open the page and has the cookie then, so let the server listen on localhost.
 *
 * @throws ProxyError `unauthorized`, which says what to do.
 *
 * @example
 * createProxy({ authorize: authorizeDev, models: providersFromEnv(process.env).models })
 */
declare function authorizeDev(request: Request): Promise<string>;
/**
 * Returns the response with the cookie that `authorizeDev` knows, if a development server answers a
 * browser that opens a page at localhost. Returns any other response as it is. The value is random,
 * and a new one at each start of the server. Scripts and other sites get no use of it: it is
 * `HttpOnly` and `SameSite=Strict`.
 *
 * @param request Needs the headers `accept` and `host`.
 *
 * @example
 * // In Next.js, the whole of `proxy.ts`:
 * export const proxy = (request: NextRequest) => withDevCookie(request, NextResponse.next())
 */
declare function withDevCookie(request: Request, response: Response): Response;
export { authorizeDev, withDevCookie };

// @ambit/proxy/vite

import { Plugin } from "vite";
/**
 * Lets a page load Ambit in few files, one for each moment: the first load, the first message, the
 * chat that is opened, an answer. Changes the build of the page alone,
 * not a development server and not the build for a server. Needs Vite 8: an older Vite builds as it
 * does without this plugin. `ambitProxy` does the same.
 *
 * The groups of the app's `codeSplitting` stay. Those with a priority above 1 come first.
 *
 * @example
 * export default defineConfig({ plugins: [react(), ambit()] })
 */
declare const ambit: () => Plugin;
/** The options of `createProxy`, with defaults for a development server. */
interface AmbitProxyOptions extends ProxyOptions {
  /**
   * The models to serve. Default: those that `providersFromEnv` finds in the environment and in
   * Vite's `.env` files.
   */
  models?: ProxyOptions["models"];
  /** True to answer only this machine. Default: true, unless `authorize` is given. */
  insecureDev?: boolean | undefined;
}
/**
 * Mounts a proxy in Vite's development and preview servers, on the page's own origin. Prints the
 * models that it serves, or that there is no key, but not in Vitest. Also prints what a provider
 * says when it refuses a call of a model of the environment. The build gets no proxy: there it does
 * what `ambit` does.
 *
 * Without a key, the development server serves the models of this machine to pages with the demo
 * model: those of Ollama, LM Studio and llama.cpp. It looks for them when such a page asks. The
 * variable `AMBIT_LOCAL_MODELS` is `off`, or names other addresses of this machine, separated by
 * commas.
 *
 * @throws TypeError that names an option which does not exist, or which is of another type.
 *
 * @example
 * export default defineConfig({ plugins: [react(), ambitProxy()] })
 */
declare function ambitProxy(options?: AmbitProxyOptions): Plugin;
export { ambit, ambitProxy };

// @ambit/proxy/providers

import { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
/** The server's environment variables. */
type Env = Record<string, string | undefined>;
/** The option `models` of `createProxy`, by a server's environment. */
type EnvModels = Record<string, ModelRules | {
  readonly key: "none";
}>;
/** The models that a server's environment allows. */
interface EnvProviders {
  /** The option `models` of `createProxy`. Those whose key is missing come last. */
  models: EnvModels;
  /** True if any provider can be used. */
  found: boolean;
  /** The names of the variables that were found, never their values. */
  variables: string[];
  /**
   * Returns the sentence for the console that names the model of the server at `AMBIT_BASE_URL`, or
   * tells what to do. Undefined if `compatible/default` is not served.
   */
  describeServer?: (() => Promise<string>) | undefined;
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
declare function providersFromEnv(env: Env): EnvProviders;
export { providersFromEnv };

// @ambit/proxy/redis

/**
 * Creates a store in Redis, for several proxies together: for `limits`, `prefixes()` and the
 * sign-ins of `mcpServers()`. Adds to each counter in one step. If a later charge of a call is
 * refused, the earlier ones are given back. Texts are stored in Redis unencrypted, conversations
 * and tokens of users among them: let nobody else read it.
 *
 * Listens for the client's `error`, so a restart of Redis does not end the process. Failures are
 * reported where a command fails.
 *
 * @param client A connected client of the package `redis` or `ioredis`.
 * @param options.keyPrefix The prefix of every key. Default: `ambit`.
 * @throws TypeError for an unknown option, and for what is not a client.
 *
 * @example
 * const client = createClient({ url: process.env.REDIS_URL }).on('error', console.error)
 * await client.connect()
 * createProxy({ …, limits: { requests: 30, store: redisStore(client) } })
 */
declare function redisStore(client: object, options?: {
  keyPrefix?: string | undefined;
}): ProxyStore;
export { redisStore };

// @ambit/proxy/sessions

/** An event that the server sends to the pages of a user. */
type SessionEvent = {
  readonly type: "note";
  readonly id: string;
  readonly noteId: string;
  readonly note: object;
} | {
  readonly type: "lost";
  readonly claim: string;
} | {
  readonly type: "free";
  readonly id: string;
} | {
  readonly type: "open";
};
/** A value of a statement. */
type SqlValue = string | number | null | Uint8Array;
/** An event for the pages of a subject. A note is not for the page that caused it. */
interface SentEvent {
  readonly subject: string;
  readonly page: string;
  readonly event: SessionEvent;
}
/** One transaction of a store. */
interface SessionTransaction {
  /** Runs a statement that PostgreSQL and SQLite both take, with values for `$1` and so on. */
  readonly sql: <Row>(text: string, values?: readonly SqlValue[]) => Promise<Row[]>;
  /** The time of the store, in milliseconds since the Unix epoch. */
  readonly now: number;
  /** Sends an event, once the transaction is committed. */
  readonly send: (sent: SentEvent) => void;
}
/** A place for the bytes of files, made by `s3Files`. A name is given once, and never again. */
interface SessionFiles {
  /** Resolves once the bytes are stored. */
  put: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Returns the bytes, or undefined if there are none. Rejects for more than `maxBytes`. */
  get: (name: string, maxBytes: number) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Resolves once nothing of that name is stored. */
  delete: (name: string) => Promise<void>;
}
/** A place that keeps sessions: made by `postgresSessions` or `sqliteSessions`. */
interface SessionStore {
  /**
   * Does some work in one transaction. Undoes all of it if the work rejects, and sends nothing.
   *
   * @param subject The only subject whose rows the work may see. Undefined for all.
   * @param signal Once it aborts, no work begins, and no further statement runs.
   */
  transaction: <T>(subject: string | undefined, work: (transaction: SessionTransaction) => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /**
   * Calls `onEvent` with each event from now on, of every proxy with this database. Calls
   * `onMissed` when some may have been missed. Resolves once it listens.
   */
  listen: (onEvent: (sent: SentEvent) => void, onMissed: () => void) => Promise<void>;
  /** The place for the bytes of files. Default: the tables. */
  readonly files?: SessionFiles | undefined;
}
/** The options of a store. */
interface SessionStoreOptions {
  /**
   * The place for the bytes of files, `s3Files(…)`. Each file still has a row in the tables. Files
   * that are in the tables already stay there. Default: the tables.
   */
  files?: SessionFiles | undefined;
  /**
   * Returns the time, in milliseconds since the Unix epoch. For tests. Default: the clock of the
   * database.
   */
  now?: (() => number) | undefined;
}
/** A session with what is stored of it, or with the next part of that. */
interface ExportedSession {
  readonly session: object;
  readonly messages: readonly object[];
  /** The calls that were started and have no answer. */
  readonly intents: readonly object[];
  /** The files, in base64, by their SHA-256, without what a bucket has lost or damaged. */
  readonly files: Readonly<Record<string, string>>;
}
/**
 * Deletes the sessions that nobody has written, renewed or renamed for some time, by the clock of
 * the store. Leaves those that a page runs now. Call it once a day for a retention.
 *
 * @param age The time, such as `'90d'`: at least a minute, since a number counts milliseconds.
 * @returns The number of deleted sessions.
 * @throws TypeError for a wrong `age`, and for a store of another kind.
 * @throws Error if a bucket still has files of deleted sessions. The next call tries again.
 */
declare function deleteOlderThan(store: SessionStore, age: Duration): Promise<number>;
/**
 * Deletes everything that is stored of a subject. Pages that run one of the sessions stop. If it
 * rejects, some sessions may be left, and the next call deletes them.
 *
 * @returns The number of deleted sessions.
 * @throws TypeError for an empty subject.
 * @throws Error if a bucket still has files of deleted sessions. The next call tries again.
 */
declare function deleteSubject(store: SessionStore, subject: string): Promise<number>;
/**
 * Reads everything that is stored of a subject, one session after the other. A session of more than
 * 4 MiB comes in several parts, each with its `session`, and with other messages, calls and files.
 *
 * @throws TypeError for an empty subject.
 */
declare function exportSubject(store: SessionStore, subject: string): AsyncGenerator<ExportedSession>;
/** The options of {@link s3Files}. */
interface S3FilesOptions {
  /** The name of the bucket. It must exist, and nobody but the proxies needs to read it. */
  bucket: string;
  /**
   * The address of the service, such as `https://s3.eu-central-1.amazonaws.com`, without the
   * bucket: that becomes the first part of the path.
   */
  endpoint: string;
  /** The region, such as `eu-central-1`. `auto` for R2. */
  region: string;
  /**
   * The id of a key that may get, put and delete objects of the bucket. It needs no right to list:
   * an object that the bucket denies with `AccessDenied` counts as missing.
   */
  accessKeyId: string;
  /** The secret of the key. */
  secretAccessKey: string;
  /** The time for one file, at most `'10m'`. Default: `'8s'`, below that of `timeouts.callback`. */
  timeout?: Duration | undefined;
  /** Allows `http` to another machine, in a network that you trust. Default: false. */
  allowHttp?: boolean | undefined;
}
/**
 * Creates a place for files in a bucket of S3, or of a service with its API, such as R2 and MinIO.
 * Names in it have a hash of the subject, and nothing that a page sends. Redirects are not
 * followed.
 *
 * @throws TypeError for a missing, unknown or wrong option.
 *
 * @example
 * const files = s3Files({ bucket: 'chats', endpoint, region, accessKeyId, secretAccessKey })
 * const store = postgresSessions(pool, { files })
 */
declare function s3Files(options: S3FilesOptions): SessionFiles;
/**
 * Creates a store of sessions in PostgreSQL 13 or newer, for any number of proxies. The first
 * transaction creates the tables, whose names begin with `ambit_`, or brings them to the newest
 * version. Several proxies may do so at once. Row-level security keeps each transaction to its
 * subject, unless the role of the connection is a superuser.
 *
 * Proxies tell each other what is new by `NOTIFY`, so the client must reach the database itself,
 * and not through a pool of transactions. Whoever may connect to the database hears that.
 *
 * That takes one more connection of each proxy.
 *
 * @param client A `Pool` of the package `pg`, a client of the package `postgres`, or a PGlite for
 * development and tests. When the database restarts, `postgres` 3.4.9 can end the process by an
 * error that nobody can catch.
 * @throws TypeError for an unknown option, and for what is not such a client.
 *
 * @example
 * const store = postgresSessions(new Pool({ connectionString: process.env.DATABASE_URL }))
 * createProxy({ …, use: [sessions({ store })] })
 */
declare function postgresSessions(client: object, options?: SessionStoreOptions): SessionStore;
/** The limits of the sessions of one user. Each is a whole number from 1, or `Infinity`. */
interface SessionLimits {
  /**
   * What is kept. A write over it is refused with words for the user. What is there can still be
   * read and deleted.
   */
  stored?: {
    /** The bytes of messages, files and the rest. Default: 512 MiB. */
    bytes?: number | undefined;
    /** The sessions. Default: 10,000. */
    sessions?: number | undefined;
  } | undefined;
  /** One answer. What is missing is asked for with the next request. */
  answer?: {
    /**
     * The bytes of an answer, if it has more than one row, and of a session without its
     * messages. Default: 4 MiB.
     */
    bytes?: number | undefined;
    /** The sessions, messages or open calls of an answer, up to 10,000. Default: 1,000. */
    rows?: number | undefined;
  } | undefined;
  /** The search in one request. */
  search?: {
    /** The characters of a query. Default: 1,000. */
    characters?: number | undefined;
    /** The words of a query. Default: 50. */
    words?: number | undefined;
    /**
     * The characters of messages that are read, for each word that is looked for, before the
     * page asks for the rest. It also does at half of `timeouts.callback`. Default: 32 Mi.
     */
    scanned?: number | undefined;
  } | undefined;
  /**
   * The requests of a user that have no answer yet, at one proxy, without the streams of events. An
   * answer of over 64 KiB counts until the client has taken it, or has left: see `timeouts.idle`.
   * Default: 16.
   */
  atOnce?: number | undefined;
  /** The operations of one request. Pages send up to 10. Default: 10. */
  operations?: number | undefined;
  /** The messages and started calls of one write. Default: 10,000. */
  written?: number | undefined;
  /** The messages that wait in one session for a run to take them. Default: 1,000. */
  waiting?: number | undefined;
}
/** The options of {@link sessions}. */
interface SessionsOptions {
  /** The place that keeps the sessions: `postgresSessions(…)` or `sqliteSessions(…)`. */
  store: SessionStore;
  /**
   * The time for which a page that says nothing keeps its claim on a session. Browsers let a hidden
   * page run once a minute. Default: `'90s'`.
   */
  lease?: Duration | undefined;
  /** The limits of each user. What is over one is refused with a sentence that names it. */
  limits?: SessionLimits | undefined;
}
/**
 * Creates the routes at `{path}/sessions` that keep the sessions of each user, for
 * `serverStorage` of `ambit/storage/server`. What `authorize` returns is the user, and nothing
 * that a page sends. Each request counts as one of `limits.requests`, and no body may be larger
 * than `bytes.request`, files included.
 *
 * @throws TypeError that names the missing, unknown or wrong option.
 *
 * @example
 * createProxy({ authorize, models, use: [sessions({ store: sqliteSessions('./sessions.db') })] })
 */
declare function sessions(options: SessionsOptions): ProxyPlugin;
/**
 * Creates a store of sessions in one file, for one proxy: Node's own SQLite. It needs Node 22.13.
 *
 * @param path The path of the file, which is created. `:memory:` for no file.
 * @throws TypeError for an unknown option, and for a path that is not a text.
 *
 * @example
 * createProxy({ …, use: [sessions({ store: sqliteSessions('./sessions.db') })] })
 */
declare function sqliteSessions(path: string, options?: SessionStoreOptions): SessionStore;
export { type ExportedSession, type S3FilesOptions, type SessionFiles, type SessionLimits, type SessionStore, type SessionsOptions, deleteOlderThan, deleteSubject, exportSubject, postgresSessions, s3Files, sessions, sqliteSessions };

// @ambit/proxy/cli

/**
 * Runs the command `ambit-proxy`.
 *
 * @returns The exit code.
 */
declare function runCli(args: readonly string[], env: Env, print?: (line: string) => void): Promise<number>;
export { runCli };
